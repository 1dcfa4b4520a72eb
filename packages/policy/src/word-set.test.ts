import { expect, test } from 'vitest'
import { wordSet } from './word-set.ts'

test.each([
  ['a word', 'cat sort', 'sort', true],
  ['a piece of a word', 'cat sort', 'so', false],
  ['words in lines', '\n  cat\n  sort\n', 'cat', true],
  ['nothing', '\n  cat\n  sort\n', '', false],
  ['a name that every object has', 'cat sort', 'constructor', false],
])('%s', (_what, words, word, found) => {
  expect(wordSet(words).has(word)).toBe(found)
})
