import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('a question that never ends is not said to be refused later', () => {
  expect(texts.timeoutHint(false)).toBe('for an answer.')
  expect(texts.timeoutHint(true)).toContain('After that, the call is refused')
})
