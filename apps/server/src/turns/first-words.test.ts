import { expect, test } from 'vitest'
import { firstWords } from './first-words.ts'

test.each([
  ['tidy the release', 'tidy the release'],
  ['  first line\nsecond line', 'first line'],
  ['a  b\tc', 'a b c'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ['', ''],
])('%j is called %j', (message, title) => {
  expect(firstWords(message)).toBe(title)
})
