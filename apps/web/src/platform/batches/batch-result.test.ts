import { expect, test } from 'vitest'
import { batchSentence, isOver, isUniform } from './batch-result.ts'

const ran = { state: 'succeeded', error_code: null } as const
const stale = { state: 'failed', error_code: 'stale' } as const
const failed = { state: 'failed', error_code: 'tool_error' } as const

test.each([
  [[ran, ran], '2 allowed'],
  [[ran, failed, stale], '2 allowed, 1 void: the file changed'],
  [
    [
      { state: 'denied', error_code: null },
      { state: 'expired', error_code: null },
    ] as const,
    '1 denied, 1 too late',
  ],
  [[ran, { state: 'waiting', error_code: null }] as const, '1 allowed, 1 on its way'],
])('%#', (calls, sentence) => {
  expect(batchSentence(calls)).toBe(sentence)
})

test('over when nothing is under way', () => {
  expect(isOver([ran, stale])).toBe(true)
  expect(isOver([ran, { state: 'running' }])).toBe(false)
})

test.each([
  [[ran, ran, failed], true],
  [[{ state: 'denied', error_code: null }], true],
  [[ran, stale], false],
  [[stale, stale], false],
  [[ran, { state: 'waiting', error_code: null }], false],
] as const)('uniform: %#', (calls, expected) => {
  expect(isUniform(calls)).toBe(expected)
})
