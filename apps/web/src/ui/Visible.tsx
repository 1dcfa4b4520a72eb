import { codePointName, visiblePieces } from '@countersign/protocol'
import type { VisiblePiece } from '@countersign/protocol'
import { texts } from './texts.ts'

/**
 * Third-party text with all invisible characters made visible. No Markdown, links or HTML. With `ends`, trailing spaces are visible too.
 */
export function Visible({ text, ends = false }: { text: string; ends?: boolean }) {
  const pieces = ends ? [...visiblePieces(text.trimEnd()), ...blanksAfter(text)] : visiblePieces(text)
  if (pieces.length === 1 && pieces[0]?.kind === 'text') return text
  return pieces.map((piece, index) => <Piece key={`${index}:${piece.text}`} piece={piece} />)
}

/** In a rule or a path a trailing space is part of the name. */
function blanksAfter(text: string): readonly VisiblePiece[] {
  return Array.from(text.slice(text.trimEnd().length), (blank) => ({
    kind: 'hidden',
    text: blank,
    name: codePointName(blank),
  }))
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
        <span className="underline decoration-stop decoration-wavy" title={texts.letterOf(piece.script)}>
          {piece.text}
        </span>
      )
  }
}
