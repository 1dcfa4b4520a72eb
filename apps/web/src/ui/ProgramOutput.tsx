import { ansiPieces } from './ansi-pieces.ts'
import type { AnsiLook } from './ansi-pieces.ts'
import { Visible } from './Visible.tsx'

/** A program's output as text in the product's own colours; nothing in it can hide, link or move. */
export function ProgramOutput({ text }: { text: string }) {
  return ansiPieces(text).map((piece, index) => (
    <span key={index} className={LOOKS[piece.look]}>
      <Visible text={piece.text} />
    </span>
  ))
}

const LOOKS: Readonly<Record<AnsiLook, string>> = {
  plain: '',
  strong: 'font-semibold',
  bad: 'text-stop',
  good: 'text-clear',
  note: 'text-accent',
  faint: 'text-ink-3',
}
