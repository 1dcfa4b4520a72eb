import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokensOf } from '../words/tokens.ts'
import type { Extracted } from './extracted.ts'
import { MOST, passagesOf } from './passages.ts'

const plain = (text: string, marks: Extracted['marks'] = []): Extracted => ({
  title: '',
  language: 'english',
  text,
  marks,
  lines: true,
  parts: 0,
  partsOf: '',
})

test('passages are whole: every word is in one, none is longer than it may be, and each says where it is', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.stringMatching(/^[a-z]{1,12}[.\n ]{1,3}$/), { maxLength: 900 })
        .map((words) => words.join('')),
      (text) => {
        const passages = passagesOf(plain(text))
        expect(passages.every((one) => one.text.length <= MOST)).toBe(true)
        expect(
          passages
            .map((one) => one.text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(text.replaceAll(/\s/g, ''))
        for (const { text: own, start, end, line } of passages) {
          expect(own).toBe(text.slice(start, end))
          expect(line).toBe(text.slice(0, start).split('\n').length)
        }
      },
    ),
  )
})

test('a passage never reaches across a heading, and knows the headings above it', () => {
  const text = '# A\n\nfirst words\n\n## B\n\nsecond words\n\n# C\n\nthird words'
  const marks = [
    { at: 0, heading: { level: 1, text: 'A' } },
    { at: text.indexOf('## B'), heading: { level: 2, text: 'B' } },
    { at: text.indexOf('# C'), heading: { level: 1, text: 'C' } },
  ]
  expect(passagesOf(plain(text, marks)).map(({ heading, line }) => [heading, line])).toEqual([
    ['A', 1],
    ['A › B', 5],
    ['C', 9],
  ])
})

test.each([
  ['Café résumé', ['cafe', 'resume']],
  ['getUserName snake_case', ['getusername', 'get', 'user', 'name', 'snakecase', 'snake', 'case']],
  ['増値税', ['増値', '値税']],
  ['ＶＡＴ 2026', ['vat', '2026']],
  ['ภาษีมูลค่าเพิ่ม', ['ภาษี', 'มูลค่า', 'เพิ่ม']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['Ёлка', ['елка']],
])('the words of %s', (text, words) => {
  expect(tokensOf(text).map(({ word }) => word)).toEqual(words)
})
