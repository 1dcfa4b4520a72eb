import { expect, test } from 'vitest'
import { FirstYeses } from './first-yeses.ts'

test('a yes answers one further question about the same call, and no other', () => {
  const yeses = new FirstYeses(() => 0)
  yeses.keep('a')
  expect(yeses.take('b')).toBe(false)
  expect(yeses.take('a')).toBe(true)
  expect(yeses.take('a')).toBe(false)
})

test('two calls that are alike have a yes each', () => {
  const yeses = new FirstYeses(() => 0)
  yeses.keep('a')
  yeses.keep('a')
  expect([yeses.take('a'), yeses.take('a'), yeses.take('a')]).toEqual([true, true, false])
})

test('a yes that nobody asked for goes away', () => {
  let now = 0
  const yeses = new FirstYeses(() => now)
  yeses.keep('a')
  now = 600_001
  expect(yeses.take('a')).toBe(false)
})

test('no more than a thousand are kept', () => {
  const yeses = new FirstYeses(() => 0)
  for (let index = 0; index <= 1000; index += 1) yeses.keep(String(index))
  expect(yeses.take('0')).toBe(false)
  expect(yeses.take('1000')).toBe(true)
})
