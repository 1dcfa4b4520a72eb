import { expect, test } from 'vitest'
import type { Field } from '../model/field.ts'
import { parseGlob } from '../text/glob.ts'
import { mayMeet } from './may-meet.ts'

const RANGE = { start: 0, end: 0 }

/** `$` is text that is not known. */
function fieldsOf(words: readonly string[]): readonly Field[] {
  return words.map((word) => ({
    pieces: word
      .split(/(\$)/)
      .filter((text) => text !== '')
      .map((text) => (text === '$' ? { kind: 'hole', source: '$X' } : { kind: 'text', text })),
    quoted: true,
    many: false,
    range: RANGE,
  }))
}

test.each([
  ['git*push', ['git', '$'], true],
  ['git*push', ['git', 'pu$'], true],
  ['git*push', ['git', 'pull'], false],
  ['a*b*c', ['a$c'], true],
  ['a*b*c', ['a$d'], false],
])('P3.4 `%s` could be %j: %s', (glob, words, expected) => {
  expect(mayMeet(parseGlob(glob), fieldsOf(words))).toBe(expected)
})

test('P5.7 each pair of places is looked at once: many stars against much that is not known', () => {
  // Without that there are more ways than anyone could walk.
  const stars = `${'*a'.repeat(60)}*b`
  const unknown = [`${'$a'.repeat(60)}c`]
  expect(mayMeet(parseGlob(stars), fieldsOf(unknown))).toBe(false)
})
