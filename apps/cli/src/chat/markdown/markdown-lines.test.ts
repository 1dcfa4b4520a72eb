import { expect, test } from 'vitest'
import { plainText, widthOf } from '../lines.ts'
import { markdownLines } from './markdown-lines.ts'

const drawn = (text: string, width = 60) => markdownLines(text, width).map((one) => plainText(one).trimEnd())
const toned = (text: string) =>
  markdownLines(text, 60).flatMap((one) => one.map((span) => [span.tone, span.text]))

const ANSWER = `# Cause

\`parseFloat\` stops at the **comma**, so *12,50* became 1200 cents.
The last separator should count:

| amount | before | after |
| :-- | --: | :-: |
| 12,50 | 1200 | 1250 |
| 1.234,56 | 123 | 123456 |

1. Read the number
2. Fix it:
   - in \`src/money.ts\`
   - and its test
     with words that are long enough to go on in another line

- [x] found
- [ ] mended

> Quoted
> text

\`\`\`ts
const match = AMOUNT.exec(cleaned)

return match
\`\`\`

See [the docs](https://example.com/docs) or https://example.com.

---`

test('headings, lists, tables, code, quotes and links are drawn', () => {
  expect(drawn(ANSWER)).toEqual([
    'Cause',
    '',
    'parseFloat stops at the comma, so 12,50 became 1200 cents.',
    'The last separator should count:',
    '',
    '  amount     before   after',
    '  ──────────────────────────',
    '  12,50        1200    1250',
    '  1.234,56      123   123456',
    '',
    '1. Read the number',
    '2. Fix it:',
    '   • in src/money.ts',
    '   • and its test with words that are long enough to go on',
    '     in another line',
    '',
    '[x] found',
    '[ ] mended',
    '',
    '│ Quoted text',
    '',
    '  ts',
    '  const match = AMOUNT.exec(cleaned)',
    '',
    '  return match',
    '',
    'See the docs (https://example.com/docs) or',
    'https://example.com.',
    '',
    '────────────────────────────────────────',
  ])
})

test('a heading and bold text are strong, code and links have looks of their own', () => {
  expect(toned('## A `b`\n\n**c** *d* [e](https://example.com)')).toEqual([
    ['strong', 'A '],
    ['code', 'b'],
    ['strong', 'c'],
    ['plain', ' '],
    ['em', 'd'],
    ['plain', ' '],
    ['link', 'e'],
    ['dim', ' (https://example.com)'],
  ])
})

test('a table that is too wide becomes a line for each cell', () => {
  const table = '| file | what changed |\n| - | - |\n| src/money.ts | the last separator counts |\n| b | c |'
  expect(drawn(table, 34)).toEqual([
    '  file: src/money.ts',
    '  what changed: the last',
    '    separator counts',
    '',
    '  file: b',
    '  what changed: c',
  ])
})

test('every beginning of an answer is drawn within the width', () => {
  for (let length = 0; length <= ANSWER.length; length += 1) {
    const lines = markdownLines(ANSWER.slice(0, length), 40)
    for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(40)
  }
})

test('only the end of a long text is drawn where that is enough', () => {
  const long = Array.from({ length: 500 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const lines = markdownLines(long, 60, 10)
  expect(lines.length).toBeLessThan(14)
  expect(plainText(lines.at(-1) ?? [])).toBe('Paragraph 499.')
})

test('nothing in it reaches the terminal as a control sequence', () => {
  const nasty =
    'a\u001b[31mb `c\u001b]0;x\u0007` [d](https://example.com/\u202e)\n\n```\n\u001b[2J\n```\n\n<b>\u0008</b> &#27;[1m'
  const text = drawn(nasty).join('\n')
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(text).toContain('‹U+001B›[31m')
  expect(text).toContain('‹U+001B›[1m')
})
