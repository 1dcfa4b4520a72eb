import { expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { actOf, chordOf, chordText, isBindable, keymapOf, keysOf, ownerOf } from './keymap.ts'

const KEYS = keysOf(FEATURES.flatMap(({ commands = [] }) => commands))

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  [{ ...none, key: 'a' }, 'a'],
  [{ ...none, key: 'A', shiftKey: true }, 'Shift+a'],
  [{ ...none, key: '?', shiftKey: true }, '?'],
  [{ ...none, key: 'F8', shiftKey: true }, 'Shift+F8'],
  [{ ...none, key: 'k', metaKey: true }, 'Control+k'],
  [{ ...none, key: 'M', ctrlKey: true, shiftKey: true }, 'Control+Shift+m'],
  [{ ...none, key: '.', ctrlKey: true }, 'Control+.'],
])('%o is %s', (event, chord) => {
  expect(chordOf(event)).toBe(chord)
})

test('keys as they ship', () => {
  const keymap = keymapOf(KEYS, {})
  expect(actOf('a', 'card', keymap)).toBe('allow')
  expect(actOf('a', 'page', keymap)).toBe(null)
  expect(actOf('F8', 'page', keymap)).toBe('next')
  expect(actOf('', 'page', keymap)).toBe(null)
})

test('a changed key takes the place of its old one, and of whoever had it', () => {
  const keymap = keymapOf(KEYS, { allow: 'y', deny: 'a' })
  expect(actOf('y', 'card', keymap)).toBe('allow')
  expect(actOf('a', 'card', keymap)).toBe('deny')
  expect(actOf('d', 'card', keymap)).toBe(null)
  const stolen = keymapOf(KEYS, { deny: 'a' })
  expect(actOf('a', 'card', stolen)).toBe('deny')
  expect(stolen.chordFor('allow')).toBe('')
})

test('a chord that is taken names who has it', () => {
  const keymap = keymapOf(KEYS, {})
  expect(ownerOf('d', 'allow', keymap)?.id).toBe('deny')
  expect(ownerOf('F8', 'allow', keymap)?.id).toBe('next')
  expect(ownerOf('y', 'allow', keymap)).toBe(null)
})

test.each([
  ['y', true],
  ['Control+j', true],
  ['Enter', false],
  ['Control+Enter', false],
  ['Escape', false],
  ['Control', false],
  ['', false],
])('%s may be bound: %s', (chord, may) => {
  expect(isBindable(chord)).toBe(may)
})

test('as people read it', () => {
  expect(chordText('Control+Shift+m')).toBe('Ctrl+Shift+M')
  expect(chordText('Control+Alt+ArrowLeft')).toBe('Ctrl+Alt+←')
})
