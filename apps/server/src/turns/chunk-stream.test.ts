import { expect, test } from 'vitest'
import { gatherTime } from './chunk-stream.ts'

test.each([
  [1, 50],
  [4, 50],
  [8, 100],
  [20, 250],
  [100, 400],
])('%s turns that stream gather for %s ms each', (turns, time) => {
  expect(gatherTime(turns)).toBe(time)
})
