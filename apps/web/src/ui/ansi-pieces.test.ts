import { expect, test } from 'vitest'
import { ansiPieces } from './ansi-pieces.ts'

test.each([
  ['plain text', '412 passed', [['412 passed', 'plain']]],
  [
    'a colour and its end',
    '\u001b[32m✓\u001b[39m gate',
    [
      ['✓', 'good'],
      [' gate', 'plain'],
    ],
  ],
  ['several at once', '\u001b[1;31mno\u001b[0m', [['no', 'bad']]],
  [
    'an empty code ends all',
    '\u001b[31ma\u001b[mb',
    [
      ['a', 'bad'],
      ['b', 'plain'],
    ],
  ],
  ['what is no colour stays to be seen', 'a\u001b[2Jb', [['a\u001b[2Jb', 'plain']]],
  ['nothing', '', []],
])('%s', (_name, text, pieces) => {
  expect(ansiPieces(text).map((piece) => [piece.text, piece.look])).toEqual(pieces)
})
