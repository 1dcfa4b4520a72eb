import { diffTexts } from '@countersign/protocol/client'
import { expect, test } from 'vitest'
import { diffColours, numbered, sideBySide, spansOf } from './diff-lines.ts'
import type { NumberedLine } from './diff-lines.ts'

const BEFORE = 'a\nb\nc\nd\ne\nf\ng\nh\nold one\nold two\nz\n'
const AFTER = 'a\nb\nc\nd\ne\nf\ng\nh\nnew one\nz\nend\n'

const numbers = (before: string | null, after: string, above = 0) =>
  numbered(diffTexts(before, after, above).rows).map((row) =>
    row.kind === 'folded' ? `… ${row.lines}` : `${row.old ?? ''}|${row.fresh ?? ''}|${row.text}`,
  )

test('lines have the numbers of both texts, also below a fold', () => {
  expect(numbers(BEFORE, AFTER)).toEqual([
    '… 5',
    '6|6|f',
    '7|7|g',
    '8|8|h',
    '9||old one',
    '10||old two',
    '|9|new one',
    '11|10|z',
    '|11|end',
  ])
})

test('a new file is numbered from 1, and lines that are not here are counted', () => {
  expect(numbers(null, 'a\nb\n')).toEqual(['|1|a', '|2|b'])
  expect(numbers('a\n', 'b\n', 40)).toEqual(['… 40', '41||a', '|41|b'])
})

test('side by side the n-th line that goes stands beside the n-th that comes', () => {
  const rows = sideBySide(numbered(diffTexts(BEFORE, AFTER).rows))
  expect(
    rows.map((row) =>
      row.kind === 'folded' ? row.lines : [row.left?.text ?? null, row.right?.text ?? null],
    ),
  ).toEqual([
    5,
    ['f', 'f'],
    ['g', 'g'],
    ['h', 'h'],
    ['old one', 'new one'],
    ['old two', null],
    ['z', 'z'],
    [null, 'end'],
  ])
})

test('a line is coloured by its own text, over the ends of comments', () => {
  const before = 'const a = 1\n'
  const after = '/* one\ntwo */\nconst a = "x"\n'
  const rows = numbered(diffTexts(before, after).rows)
  const colours = diffColours('src/a.ts', before, after, 0)
  const looks = rows.flatMap((row) =>
    row.kind === 'folded' ? [] : [colours.of(row).map(({ text, look }) => `${look}:${text}`)],
  )
  expect(looks).toEqual([
    ['word:const', 'plain: a = 1'],
    ['note:/* one'],
    ['note:two */'],
    ['word:const', 'plain: a = ', 'text:"x"'],
  ])
})

test('spans are cut at the changed words and join to the line', () => {
  const line: NumberedLine = {
    kind: 'added',
    text: 'const name = "x"',
    marks: [{ start: 6, end: 14 }],
    old: null,
    fresh: 1,
  }
  const colours = diffColours('a.ts', null, `${line.text}\n`, 0)
  const spans = spansOf(line, colours.of(line))
  expect(spans.map(({ text }) => text).join('')).toBe(line.text)
  expect(
    spans
      .filter(({ changed }) => changed)
      .map(({ text }) => text)
      .join(''),
  ).toBe('name = "')
})
