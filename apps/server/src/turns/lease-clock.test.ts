import { expect, test } from 'vitest'
import { leaseClock } from './lease-clock.ts'

test('a lease holds for its length from before it was asked for, and longer when it is renewed', () => {
  let now = 130
  const clock = leaseClock(1000, 100, () => now)
  expect(clock.mayAct()).toBe(true)
  now = 1099
  expect(clock.mayAct()).toBe(true)
  clock.renewed(600)
  now = 1599
  expect(clock.mayAct()).toBe(true)
  now = 1600
  expect(clock.mayAct()).toBe(false)
})

test('an answer that overtook a later one shortens nothing', () => {
  const clock = leaseClock(1000, 100, () => 1500)
  clock.renewed(900)
  clock.renewed(400)
  expect(clock.mayAct()).toBe(true)
})
