import { expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { keymapOf, keysOf } from './keymap.ts'
import { pageKey } from './page-key.ts'

const KEYS = keysOf(FEATURES.flatMap(({ commands = [] }) => commands))

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }

test.each([
  ['F8', { ...plain, key: 'F8' }, '', 'page', 'next'],
  ['F8 in a field', { ...plain, key: 'F8' }, '', 'field', 'next'],
  ['Shift+F8', { ...plain, key: 'F8', shiftKey: true }, '', 'page', 'previous'],
  ['F8 held down', { ...plain, key: 'F8', repeat: true }, '', 'page', null],
  ['g then w', { ...plain, key: 'w' }, 'g', 'page', 'next'],
  ['g then w in a field', { ...plain, key: 'w' }, 'g', 'field', null],
  ['w alone', { ...plain, key: 'w' }, 'x', 'page', null],
  ['?', { ...plain, key: '?', shiftKey: true }, '', 'page', 'keys'],
  ['? in a field', { ...plain, key: '?', shiftKey: true }, '', 'field', null],
  ['Ctrl+Shift+M in a field', { ...plain, key: 'M', ctrlKey: true, shiftKey: true }, '', 'field', 'mode'],
  ['Ctrl+K in a field', { ...plain, key: 'k', ctrlKey: true }, '', 'field', 'palette'],
  ['Ctrl+. in a field', { ...plain, key: '.', ctrlKey: true }, '', 'field', 'stop'],
  ['z', { ...plain, key: 'z' }, '', 'page', 'undo'],
  ['z on a card', { ...plain, key: 'z' }, '', 'card', 'undo'],
  ['z in a field', { ...plain, key: 'z' }, '', 'field', null],
  ['? on a card', { ...plain, key: '?', shiftKey: true }, '', 'card', null],
  ['g then w on a card', { ...plain, key: 'w' }, 'g', 'card', null],
  ['a never answers', { ...plain, key: 'a' }, '', 'page', null],
  ['d never answers', { ...plain, key: 'd' }, '', 'page', null],
] as const)('%s', (_name, key, before, place, act) => {
  expect(pageKey(key, before, place, keymapOf(KEYS, {}))).toBe(act)
})
