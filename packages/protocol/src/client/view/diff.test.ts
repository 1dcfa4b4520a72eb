import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffTexts } from './diff.ts'
import type { DiffRow } from './diff.ts'

function drawn(rows: readonly DiffRow[]): string[] {
  const signs = { same: ' ', added: '+', removed: '-' }
  return rows.map((row) => (row.kind === 'folded' ? `@${row.lines}` : signs[row.kind] + row.text))
}

describe('diffTexts', () => {
  test.each([
    ['a new file is all added', null, 'a\nb\n', ['+a', '+b']],
    ['an empty new file has no lines', null, '', []],
    ['nothing changed', 'a\n', 'a\n', [' a']],
    ['one line changed', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
    ['lines added in the middle', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['lines removed at the end', 'a\nb\nc', 'a', [' a', '-b', '-c']],
    ['two changes', 'a\nb\nc\nd', 'x\nb\nc\ny', ['-a', '+x', ' b', ' c', '-d', '+y']],
    [
      'unchanged parts are folded to three lines of context',
      '1\n2\n3\n4\n5\n6\n7\n8\n9',
      '1\n2\n3\n4\n5\n6\n7\n8\nx',
      ['@5', ' 6', ' 7', ' 8', '-9', '+x'],
    ],
  ])('%s', (_name, before, after, rows) => {
    expect(drawn(diffTexts(before, after).rows)).toEqual(rows)
  })

  test('counts lines and marks the words that changed', () => {
    expect(diffTexts('const tag = argv[2]\n', 'const tag = readTag(argv)\n')).toEqual({
      rows: [
        { kind: 'removed', text: 'const tag = argv[2]', marks: [{ start: 12, end: 19 }] },
        { kind: 'added', text: 'const tag = readTag(argv)', marks: [{ start: 12, end: 25 }] },
      ],
      added: 1,
      removed: 1,
    })
  })

  test('the rows give back both texts, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
      .map((lines) => lines.map((l) => `${l}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffTexts(before, after).rows.flatMap((row) => (row.kind === 'folded' ? [] : [row]))
        const folded = diffTexts(before, after).rows.some((row) => row.kind === 'folded')
        if (folded) return
        const join = (kind: string) =>
          lines
            .filter((line) => line.kind === 'same' || line.kind === kind)
            .map((line) => `${line.text}\n`)
            .join('')
        expect(join('removed')).toBe(before)
        expect(join('added')).toBe(after)
      }),
    )
  })
})
