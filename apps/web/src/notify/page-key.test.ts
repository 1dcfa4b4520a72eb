import { expect, test } from 'vitest'
import { pageKey } from './page-key.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }

test.each([
  ['F8', { ...plain, key: 'F8' }, '', false, 'next'],
  ['F8 in a field', { ...plain, key: 'F8' }, '', true, 'next'],
  ['Shift+F8', { ...plain, key: 'F8', shiftKey: true }, '', false, 'previous'],
  ['F8 held down', { ...plain, key: 'F8', repeat: true }, '', false, null],
  ['g then w', { ...plain, key: 'w' }, 'g', false, 'next'],
  ['g then w in a field', { ...plain, key: 'w' }, 'g', true, null],
  ['w alone', { ...plain, key: 'w' }, 'x', false, null],
  ['?', { ...plain, key: '?', shiftKey: true }, '', false, 'keys'],
  ['? in a field', { ...plain, key: '?', shiftKey: true }, '', true, null],
  ['Ctrl+Shift+M in a field', { ...plain, key: 'M', ctrlKey: true, shiftKey: true }, '', true, 'mode'],
  ['a never answers', { ...plain, key: 'a' }, '', false, null],
  ['d never answers', { ...plain, key: 'd' }, '', false, null],
])('%s', (_name, key, before, inField, act) => {
  expect(pageKey(key, before, inField)).toBe(act)
})
