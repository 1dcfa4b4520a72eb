import { CODE_LOOKS, codePieces } from '../../ui/code-pieces.ts'
import type { CodePiece } from '../../ui/code-pieces.ts'

/** Code with syntax colours. */
export function ColouredCode({ text, language }: { text: string; language: string }) {
  return codePieces(text, language).map(drawn)
}

function drawn({ text, look }: CodePiece, index: number) {
  return look === 'plain' ? (
    text
  ) : (
    <span key={index} className={CODE_LOOKS[look]}>
      {text}
    </span>
  )
}
