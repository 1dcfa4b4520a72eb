import type { ReactNode } from 'react'
import { modeLook } from '../../platform/modes/modes.ts'
import { tourTexts } from '../../platform/tour-texts.ts'
import { Mark } from '../../ui/Mark.tsx'
import { texts } from './texts.ts'

export interface EmptyThreadProps {
  /** Its folder, and a way to change it. */
  readonly folder: ReactNode
  readonly mode: string
  readonly demo: boolean
  readonly examples: readonly string[]
  readonly onExample: (text: string) => void
  /** Sends the words of a tour, which need no change. */
  readonly onTour: (words: string) => void
}

/** An empty thread: what to do, where it happens, and four things to try; with the demo also its tours. */
export function EmptyThread(props: EmptyThreadProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-[46rem] flex-col justify-end gap-3 px-4 pt-10 pb-6">
        <span className="text-accent">
          <Mark state="signed" size={28} tone="inherit" />
        </span>
        <h1 className="text-page font-semibold">{texts.emptyTitle}</h1>
        {props.folder}
        <p className="max-w-[60ch] text-ink-2">{modeLook(props.mode).line}</p>
        {props.demo && <p className="max-w-[60ch] text-label text-ink-3">{texts.demo}</p>}
        {props.demo && (
          <ul aria-label={tourTexts.label} className="flex flex-wrap items-center gap-2 pt-2">
            <li aria-hidden="true" className="text-label text-ink-3">
              {tourTexts.label}
            </li>
            {tourTexts.tours.map(({ title, words }) => (
              <li key={words}>
                <button
                  type="button"
                  onClick={() => props.onTour(words)}
                  className="min-h-control rounded-control border border-line bg-raised px-3 hover:border-line-strong"
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        )}
        <ul aria-label={texts.examplesLabel} className="flex flex-wrap gap-2 pt-2">
          {props.examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => props.onExample(example)}
                className="min-h-control rounded-control border border-line bg-raised px-3 text-start font-mono text-code hover:border-line-strong"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
