import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { texts } from './texts.ts'

/** A completion of the text. */
export interface Suggestion {
  readonly key: string
  readonly content: ReactNode
  readonly choose: () => void
}

export interface SuggestMenuProps {
  readonly id: string
  readonly label: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  /** Shown below them, or in their place. */
  readonly note: string | null
  /** Called with the list while it is drawn, and with null when it is gone. */
  readonly onList: (list: HTMLElement | null) => void
}

/** Matching completions. The focus stays in the text; arrows move the selection here. */
export function SuggestMenu({ id, label, suggestions, active, note, onList }: SuggestMenuProps) {
  return (
    <div className="absolute inset-x-4 bottom-full z-10 mb-1 max-h-[60dvh] overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float">
      {suggestions.length > 0 && (
        <div ref={onList} id={id} role="listbox" aria-label={label}>
          {suggestions.map((suggestion, index) => (
            <div
              key={suggestion.key}
              id={`${id}-${index}`}
              ref={index === active ? scrollIntoSight : null}
              role="option"
              aria-selected={index === active}
              // The press must not move the focus out of the text.
              onPointerDown={(event) => {
                event.preventDefault()
                suggestion.choose()
              }}
              className={cx(
                'flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2.5 text-label',
                index === active && 'bg-ground',
              )}
            >
              {suggestion.content}
            </div>
          ))}
        </div>
      )}
      {note !== null && <p className="px-2.5 py-1 text-hint text-ink-3">{note}</p>}
      <p role="status" className="sr-only">
        {suggestions.length === 0 ? note : texts.suggested(suggestions.length)}
      </p>
    </div>
  )
}

function scrollIntoSight(line: HTMLDivElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}
