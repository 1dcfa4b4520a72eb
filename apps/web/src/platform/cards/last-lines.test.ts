import { expect, test } from 'vitest'
import { lastLines } from './last-lines.ts'

test.each([
  ['fewer', 'one\ntwo\n', 'one\ntwo'],
  ['more', '1\n2\n3\n4\n5\n\n', '3\n4\n5'],
  ['none', '\n', ''],
])('%s', (_name, text, last) => {
  expect(lastLines(text, 3)).toBe(last)
})
