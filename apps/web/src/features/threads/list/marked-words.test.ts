import { expect, test } from 'vitest'
import { markedWords } from './marked-words.ts'

test.each<[string, string, string]>([
  ['the Comma was wrong', 'comma', 'the [Comma] was wrong'],
  ['wrong comma, comma', ' comma  wrong ', '[wrong] [comma], [comma]'],
  ['a.b (c) \\o/ 50%_of [x]', '(c) \\o/ [x] a.b', '[a.b] [(c)] [\\o/] 50%_of [[x]]'],
  ['axb', 'a.b', 'axb'],
  ['commas', 'com commas', '[commas]'],
  ['nothing', '  ', 'nothing'],
])('%s, searched for %s', (text, typed, shown) => {
  const pieces = markedWords(text, typed)
  expect(pieces.map((piece) => (piece.found ? `[${piece.text}]` : piece.text)).join('')).toBe(shown)
})
