import { expect, test } from 'vitest'
import { briefly } from './briefly.ts'

test('an answer is shared for a moment, by key; a failure is not kept', async () => {
  let now = 0
  let asked = 0
  let fails = false
  const find = briefly(100, { now: () => now }, (key: string) => {
    asked += 1
    return fails ? Promise.reject(new Error('away')) : Promise.resolve(`${key} ${asked}`)
  })
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  now = 99
  expect(await find('a')).toBe('a 1')
  now = 100
  expect(await find('a')).toBe('a 3')
  now = 300
  fails = true
  await expect(find('a')).rejects.toThrow('away')
  fails = false
  expect(await find('a')).toBe('a 5')
})
