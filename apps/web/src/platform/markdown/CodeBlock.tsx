import { Suspense } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { lazy } from '../../ui/lazy.ts'

// Contains the keywords of many languages, so it is loaded with the first code block.
const ColouredCode = lazy(async () => ({ default: (await import('./ColouredCode.tsx')).ColouredCode }))

export interface CodeBlockProps {
  readonly text: string
  readonly language: string
  /** The fence is closed; colours are applied once, not with every streamed character. */
  readonly done: boolean
}

/** Code in an answer, as plain text. */
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
