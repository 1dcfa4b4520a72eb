import { expect, test } from 'vitest'
import { byteLength, cutToBytes } from './bytes.ts'

test.each([
  ['abc', 3, 'abc', 0],
  ['abc', 2, 'ab', 1],
  ['äöü', 6, 'äöü', 0],
  ['äöü', 5, 'äö', 2],
  ['äöü', 3, 'ä', 4],
  ['€', 2, '', 3],
  ['a😀b', 4, 'a', 5],
  ['a😀b', 5, 'a😀', 1],
  ['', 0, '', 0],
  ['a', 0, '', 1],
])('%s cut to %d bytes is %s, and %d are left', (text, limit, kept, left) => {
  expect(cutToBytes(text, limit)).toEqual({ kept, left })
  expect(byteLength(text)).toBe(byteLength(kept) + left)
})
