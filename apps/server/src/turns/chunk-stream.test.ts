import { expect, test } from 'vitest'
import { gatherTime, untilSent } from './chunk-stream.ts'

test.each([
  [1, 50],
  [4, 50],
  [8, 100],
  [20, 250],
  [100, 400],
])('%s turns that stream gather for %s ms each', (turns, time) => {
  expect(gatherTime(turns)).toBe(time)
})

test('turns that began at different times send at the same moments, at most twenty times a second', () => {
  for (const gathered of [50, 100, 250, 400]) {
    for (let now = 10_000; now < 10_050; now += 1) {
      const wait = untilSent(now, gathered)
      expect((now + wait) % 50).toBe(0)
      expect(Math.abs(wait - gathered)).toBeLessThanOrEqual(25)
    }
  }
})
