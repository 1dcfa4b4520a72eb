import { expect, test } from 'vitest'
import { alwaysAsks } from './part-words.ts'

test.each([
  ['ask', 'breaker', true],
  ['ask', 'unreadable', true],
  ['ask', 'tool_asks', true],
  // It asks next to a part that always asks, but a rule would lift it.
  ['ask', 'unknown-program', false],
  ['ask', 'irreversible', false],
  ['block', 'breaker', false],
  ['run', 'rule', false],
] as const)('a part that is %s because of %s always asks: %s', (verdict, because, always) => {
  expect(alwaysAsks({ verdict, reason: { because, sentence: '' } })).toBe(always)
})
