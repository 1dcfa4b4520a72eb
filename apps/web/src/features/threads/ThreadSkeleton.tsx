import type { ThreadId } from '@countersign/protocol'
import { useCallback, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { texts } from './texts.ts'
import { readShape } from './thread-shape.ts'
import type { RowShape, ThreadShape } from './thread-shape.ts'

/**
 * A thread that is being opened: a skeleton of its lines, as this tab saw them last. Nothing moves, nothing looks like a card, and the
 * place of a card is empty: waiting calls come from the server.
 */
export function ThreadSkeleton({ thread }: { thread: ThreadId }) {
  const [shape] = useState(() => readShape(window.sessionStorage, thread))
  return (
    <div className="h-full overflow-hidden bg-panel" role="status">
      <h1 className="sr-only">{texts.loading}</h1>
      <div aria-hidden="true" className="h-full">
        {shape === null ? <PlainLines /> : <Shape shape={shape} />}
      </div>
      {/* The skip link to it already exists. */}
      <div id="composer" tabIndex={-1} />
    </div>
  )
}

/** A thread that this tab has not seen. */
function PlainLines() {
  return (
    <div data-skeleton="plain" className="mx-auto flex w-full max-w-[46rem] flex-col gap-5 px-4 pt-5">
      {LINES.map((width, index) => (
        <span key={index} className={`h-4 rounded-mark bg-ground ${width}`} />
      ))}
    </div>
  )
}

const LINES = ['w-1/2', 'w-full', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/3'] as const

/** How the window compares with the one in which the thread was seen. */
type Fit = { readonly fits: false } | { readonly fits: true; readonly lower: number }

function Shape({ shape }: { shape: ThreadShape }) {
  const [fit, setFit] = useState<Fit>({ fits: true, lower: 0 })
  const measure = useCallback(
    (view: HTMLElement | null) => {
      if (view === null) return
      // With another width every row has another height; with another height only the end has moved.
      const fits = Math.abs(view.clientWidth - shape.width) <= SCROLL_BAR
      const lower = shape.anchor === 'end' ? view.clientHeight - shape.height : 0
      setFit(fits ? { fits, lower } : { fits })
    },
    [shape],
  )
  if (!fit.fits) return <PlainLines />
  return (
    <div data-skeleton="shape" className="flex h-full flex-col">
      <div style={{ height: shape.above }} className="shrink-0" />
      <div ref={measure} className="relative min-h-0 flex-1 overflow-hidden">
        {shape.rows.map((row, index) => (
          <div
            key={index}
            data-skeleton-row={row.kind}
            style={{ top: row.top + fit.lower, height: row.height }}
            className="absolute inset-x-0 overflow-hidden"
          >
            <div className="mx-auto w-full max-w-[46rem] px-4">
              <RowLines row={row} />
            </div>
          </div>
        ))}
      </div>
      <div style={{ height: shape.below }} className="shrink-0">
        <div className="mx-auto max-w-[46rem] px-4">
          <span className="block h-[5px] rounded-mark bg-ground" />
        </div>
      </div>
    </div>
  )
}

/** The list has a scroll bar while it is longer than its view, and this has none. */
const SCROLL_BAR = 20

function RowLines({ row }: { row: RowShape }) {
  const lines = Array.from({ length: row.lines }, (_, index) => index)
  switch (row.kind) {
    case 'person':
      return (
        <div className="border-s-[3px] border-line ps-3">
          {lines.map((index) => (
            <TextLine key={index} last={index === row.lines - 1} />
          ))}
        </div>
      )
    case 'agent':
      return lines.map((index) => <TextLine key={index} last={index === row.lines - 1} />)
    case 'calls':
      return lines.map((index) => (
        <span key={index} className="flex h-7 items-center gap-3">
          <span className="size-4 rounded-mark bg-ground" />
          <span className={cx('h-3 rounded-mark bg-ground', index % 2 === 0 ? 'w-1/2' : 'w-2/5')} />
        </span>
      ))
    case 'note':
      return <TextLine last />
  }
}

/** As high as a line of the thread's text. */
function TextLine({ last }: { last: boolean }) {
  return (
    <span className="flex h-[1lh] items-center">
      <span className={cx('h-3 rounded-mark bg-ground', last ? 'w-3/5' : 'w-full')} />
    </span>
  )
}
