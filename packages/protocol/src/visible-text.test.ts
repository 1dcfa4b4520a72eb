import { expect, test } from 'vitest'
import { visiblePieces } from './visible-text.ts'

test.each([
  ['plain text is one piece', 'npm run build', ['npm run build']],
  ['line breaks and tabs are layout', 'a\n\tb', ['a\n\tb']],
  ['bidirectional overrides are badges', 'a\u202eb', ['a', '[U+202E]', 'b']],
  ['zero-width characters are badges', 'rm\u200b -rf', ['rm', '[U+200B]', ' -rf']],
  ['control characters are badges', 'a\u001b[31m', ['a', '[U+001B]', '[31m']],
  ['a no-break space is a badge', 'a\u00a0b', ['a', '[U+00A0]', 'b']],
  ['accents are Latin', 'café naïve', ['café naïve']],
  ['a Cyrillic letter in an ASCII word', 'p\u0430ypal', ['p', '<Cyrillic а>', 'ypal']],
  ['a Greek letter in an ASCII word', 'c\u03bfm', ['c', '<Greek ο>', 'm']],
  ['a whole word of another script is plain', 'привет', ['привет']],
  ['a lone surrogate is a badge', '\ud800', ['[U+D800]']],
  ['what a font may draw as anything is a badge', 'a\ue000', ['a', '[U+E000]']],
  ['nothing is no piece', '', []],
])('%s', (_name, text, pieces) => {
  expect(
    visiblePieces(text).map((piece) => {
      if (piece.kind === 'text') return piece.text
      return piece.kind === 'hidden' ? `[${piece.name}]` : `<${piece.script} ${piece.text}>`
    }),
  ).toEqual(pieces)
})
