import { codePieces } from './code-pieces.ts'
import type { CodePiece } from './code-pieces.ts'

export interface CodeBlockProps {
  readonly text: string
  readonly language: string
  /** Its fence is closed: colours come once, not with every letter. */
  readonly done: boolean
}

/** Code in an answer, as text. */
export function CodeBlock({ text, language, done }: CodeBlockProps) {
  return (
    <figure className="my-2 overflow-hidden rounded-control border border-line bg-ground">
      {language !== '' && (
        <figcaption className="border-b border-line px-3 py-1 text-hint text-ink-3">{language}</figcaption>
      )}
      <pre
        className="overflow-x-auto px-3 py-2 font-mono text-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
      >
        <code>{done ? codePieces(text, language).map(drawn) : text}</code>
      </pre>
    </figure>
  )
}

function drawn({ text, look }: CodePiece, index: number) {
  return look === 'plain' ? (
    text
  ) : (
    <span key={index} className={LOOKS[look]}>
      {text}
    </span>
  )
}

const LOOKS = { word: 'text-plan', text: 'text-edits', note: 'text-ink-3' } as const
