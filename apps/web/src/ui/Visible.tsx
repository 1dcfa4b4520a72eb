import { visiblePieces } from '@countersign/protocol'
import type { VisiblePiece } from '@countersign/protocol'

/** Text of others, with everything in it made visible. No Markdown, no links, no HTML. */
export function Visible({ text }: { text: string }) {
  const pieces = visiblePieces(text)
  if (pieces.length === 1 && pieces[0]?.kind === 'text') return text
  return pieces.map((piece, index) => <Piece key={`${index}:${piece.text}`} piece={piece} />)
}

function Piece({ piece }: { piece: VisiblePiece }) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'hidden':
      return (
        <span
          className="mx-px rounded-mark border border-stop px-1 text-hint text-stop"
          data-hidden-character={piece.name}
        >
          {piece.name}
        </span>
      )
    case 'foreign':
      return (
        <span className="underline decoration-stop decoration-wavy" title={`${piece.script} letter`}>
          {piece.text}
        </span>
      )
  }
}
