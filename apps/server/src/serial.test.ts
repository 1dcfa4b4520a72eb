import { expect, test } from 'vitest'
import { serial } from './serial.ts'

test('work runs one after the other, and a failure does not stop the next', async () => {
  const inTurn = serial()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first fails')
    throw new Error('first')
  })
  const second = inTurn(async () => {
    seen.push('second')
    return 2
  })
  await expect.poll(() => seen).toEqual(['first begins'])
  gate.resolve()
  await expect(first).rejects.toThrow('first')
  expect(await second).toBe(2)
  expect(seen).toEqual(['first begins', 'first fails', 'second'])
})
