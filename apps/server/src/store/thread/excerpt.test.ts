import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test.each<[string, string, string, string]>([
  ['a heading', '## What was wrong\n\nThe **comma** was', 'wrong', 'What was wrong The comma was'],
  ['emphasis', 'It is *really* the ***decimal*** ~~point~~ comma.', 'comma', '…y the decimal point comma.'],
  ['code', 'Call `parse_amount(x)` with `_all`.', 'amount', 'Call parse_amount(x) with _all.'],
  ['a list', '- [x] first\n- second\n* third', 'second', 'first second third'],
  ['a fence', '```js\nconst sum = 1\n```\nAll good.', 'sum', 'const sum = 1 All good.'],
  ['a table', '| file | lines |\n| --- | ---: |\n| a.ts | 3 |', 'a.ts', 'file lines a.ts 3'],
  ['a link', 'See [the guide](https://example.com/guide).', 'guide', 'See the guide.'],
  [
    'a word that only an address has',
    'See [it](https://example.com/zebra).',
    'zebra',
    '…https://example.com/zebra).',
  ],
  ['a product', '5 * 3 * 2 is 30', '30', '5 * 3 * 2 is 30'],
])('an answer of the agent is shown without its marks: %s', (_name, text, word, shown) => {
  expect(excerptOf(text, [word], true)).toBe(shown)
})

test('a person’s words stay as they were typed', () => {
  expect(excerptOf('# not **Markdown**', ['not'], false)).toBe('# not **Markdown**')
})

test('an excerpt begins shortly before the first of the words', () => {
  const text = `${'before '.repeat(50)}comma ${'after '.repeat(50)}`
  expect(excerptOf(text, ['after', 'comma'], true)).toMatch(/^…(?:\S+ ){3}comma after .*…$/)
})

test('many brackets cost no more than their length', () => {
  const start = performance.now()
  excerptOf(`${'['.repeat(100_000)}comma`, ['comma'], true)
  expect(performance.now() - start).toBeLessThan(5000)
})
