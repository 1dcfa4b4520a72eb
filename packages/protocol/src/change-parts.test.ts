import { describe, expect, test } from 'vitest'
import { answeredPartsText, changePart, ChangePart, partLines, signedPartsText } from './change-parts.ts'
import { hunksOf } from './hunks.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`)
const BEFORE = lines(40).join('')

/** Lines 4 to 6 become one, 12 another, and one comes after 30. */
function after(): string {
  const text = lines(40)
  text.splice(30, 0, 'new\n')
  text[11] = 'twelve\n'
  text.splice(3, 3, 'four to six\n')
  return text.join('')
}
const parts = hunksOf(BEFORE, after()).map(changePart)

describe('parts of a change', () => {
  test('stand where their lines were, and fit the wire', () => {
    expect(parts.map(({ line, removed, added }) => [line, removed, added])).toEqual([
      [4, 3, 1],
      [12, 1, 1],
      [31, 0, 1],
    ])
    for (const part of parts) expect(ChangePart.parse(part)).toEqual(part)
  })

  test.each([
    [{ line: 4, removed: 3 }, 'l. 4–6'],
    [{ line: 12, removed: 1 }, 'l. 12'],
    [{ line: 31, removed: 0 }, 'after l. 30'],
    [{ line: 1, removed: 0 }, 'before l. 1'],
  ])('%j is `%s`', (part, text) => {
    expect(partLines(part)).toBe(text)
  })

  test('the model reads which were accepted and which declined, with the person’s words', () => {
    const [one, , three] = parts.map(({ id }) => id)
    const signed = [three ?? '', one ?? '']
    expect(answeredPartsText(parts, signed, 'keep the old name')).toBe(
      'accepted 1 (l. 4–6), 3 (after l. 30); declined 2 (l. 12) "keep the old name"',
    )
    expect(answeredPartsText(parts, signed)).toBe('accepted 1 (l. 4–6), 3 (after l. 30); declined 2 (l. 12)')
    expect(signedPartsText({ signed, of: parts.length })).toBe('2 of 3 parts')
  })
})
