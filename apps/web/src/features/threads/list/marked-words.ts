/** A piece of a text; `found` if it is one of the words that were searched. */
export interface Piece {
  readonly text: string
  readonly found: boolean
}

/** The text in pieces, cut at the typed words, whatever their case. */
export function markedWords(text: string, typed: string): readonly Piece[] {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [{ text, found: false }]
  // The longest first: of two words at the same place, the longer one is marked.
  const wanted = words.toSorted((a, b) => b.length - a.length).map(literal)
  // The parentheses keep the found words: every second piece is one.
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'iu'))
    .map((piece, index) => ({ text: piece, found: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** The word as a pattern that matches only itself. */
function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
