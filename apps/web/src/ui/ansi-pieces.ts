/** A run of a program's output in one style. Only the meaning of its colours is kept; the colours are the product's own. */
export interface AnsiPiece {
  readonly text: string
  readonly look: AnsiLook
}

export type AnsiLook = 'plain' | 'strong' | 'bad' | 'good' | 'note' | 'faint'

/** Colours and weights, `ESC [ 1 ; 31 m`. Any other escape sequence stays and is shown as visible characters. */
// oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
const STYLE = /\u001b\[([\d;]*)m/g

/** Removes the colour codes from a text and returns their meaning. */
export function ansiPieces(text: string): readonly AnsiPiece[] {
  const pieces: AnsiPiece[] = []
  let look: AnsiLook = 'plain'
  let at = 0
  for (const found of text.matchAll(STYLE)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index), look })
    look = (found[1] ?? '').split(';').reduce(after, look)
    at = found.index + found[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), look })
  return pieces
}

function after(look: AnsiLook, code: string): AnsiLook {
  return LOOKS.get(Number(code)) ?? look
}

/** Yellow is not mapped to amber, because amber is reserved for a person's answer. */
const LOOKS: ReadonlyMap<number, AnsiLook> = new Map([
  [0, 'plain'],
  [1, 'strong'],
  [2, 'faint'],
  [22, 'plain'],
  [31, 'bad'],
  [32, 'good'],
  [33, 'strong'],
  [34, 'note'],
  [35, 'note'],
  [36, 'note'],
  [39, 'plain'],
  [90, 'faint'],
  [91, 'bad'],
  [92, 'good'],
  [93, 'strong'],
  [94, 'note'],
  [95, 'note'],
  [96, 'note'],
])
