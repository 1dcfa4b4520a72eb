import { expect, test } from 'vitest'
import { buildFields } from './field-builder.ts'
import type { Field } from '../model/field.ts'

const RANGE = { start: 0, end: 0 }

function fieldsOf(text: string, quoted = false): readonly Field[] {
  const atom = { kind: 'bit', bit: { kind: 'text', text }, quoted, expanded: false } as const
  return buildFields([atom], { ifs: ' \t\n', range: RANGE })
}

/** `‹…›` is a pattern for file names. */
function shown({ pieces }: Field): string {
  return pieces
    .map((piece) => (piece.kind === 'hole' ? '?' : piece.kind === 'glob' ? `‹${piece.text}›` : piece.text))
    .join('')
}

test.each([
  ['a*b?', 'a‹*›b‹?›'],
  ['[ab]c', '‹[ab]›c'],
  // The first character may be a bracket itself, also behind what turns the class round.
  ['[]]x', '‹[]]›x'],
  ['[^]]x', '‹[^]]›x'],
  ['[!]]x', '‹[!]]›x'],
  ['[^a]]x', '‹[^a]›]x'],
  ['[a', '[a'],
  ['[a/b]', '[a/b]'],
  ['[^', '[^'],
])('P15.3 the patterns in %s', (text, expected) => {
  const [field, ...more] = fieldsOf(text)
  expect(more).toEqual([])
  expect(field === undefined ? '' : shown(field)).toBe(expected)
  expect(field?.many).toBe(expected.includes('‹'))
})

test('P15.3 nothing in quotes is a pattern', () => {
  expect(fieldsOf('[^]]*', true).map(shown)).toEqual(['[^]]*'])
})
