import { expect, test } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'

test.each([
  ['only they changed it', BASE, BASE.replace('two', '2'), BASE.replace('two', '2')],
  ['only I changed it', BASE.replace('two', '2'), BASE, BASE.replace('two', '2')],
  ['both changed it alike', BASE.replace('two', '2'), BASE.replace('two', '2'), BASE.replace('two', '2')],
  ['different lines', BASE.replace('one', '1'), BASE.replace('five', '5'), '1\ntwo\nthree\nfour\n5\n'],
  ['the same line', BASE.replace('two', '2'), BASE.replace('two', 'II'), undefined],
  ['a line that they removed', BASE.replace('two', '2'), BASE.replace('two\n', ''), undefined],
])('%s', (_what, mine, theirs, merged) => {
  expect(mergeTexts(BASE, mine, theirs)).toBe(merged)
})
