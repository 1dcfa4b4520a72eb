import { Suspense } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { lazy } from '../../ui/lazy.ts'

// Words of many languages, which come with the first code.
const ColouredCode = lazy(async () => ({ default: (await import('./ColouredCode.tsx')).ColouredCode }))

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
      <figcaption className="flex items-center justify-between border-b border-line ps-3 pe-1 text-hint text-ink-3">
        {language}
        <span className="ms-auto">{done && <CopyButton size="small" text={text} />}</span>
      </figcaption>
      <pre
        className="overflow-x-auto px-3 py-2 font-mono text-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
      >
        <code>
          {done && language !== '' ? (
            <Suspense fallback={text}>
              <ColouredCode text={text} language={language} />
            </Suspense>
          ) : (
            text
          )}
        </code>
      </pre>
    </figure>
  )
}
