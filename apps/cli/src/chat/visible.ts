import { codePointName, visiblePieces, type VisiblePiece } from '@countersign/protocol/visible-text'

/**
 * Text of a model, a tool or a file, made safe for a terminal: nothing in it can move the cursor, change colours, hide or reverse.
 * Invisible characters are shown by number. Line breaks stay, tabs become blanks.
 */
export function visible(text: string): string {
  return visiblePieces(text).map(written).join('')
}

/** The same in one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', ' ⏎ ')
}

function written(piece: VisiblePiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text.replaceAll('\t', '    ')
    case 'hidden':
      return `‹${piece.name}›`
    case 'foreign':
      return `${piece.text}‹${codePointName(piece.text)}›`
  }
}
