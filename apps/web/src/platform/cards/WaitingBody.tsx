import { useRef, useState } from 'react'
import { jumpTo } from '../../ui/jump-to.ts'
import type { Missing } from '../body.ts'
import { CallBody, CallWhy, WithWhole } from './CallBodyView.tsx'
import { NOTHING_READ, ReadToEnd } from './ReadToEnd.tsx'
import type { Reading } from './ReadToEnd.tsx'
import { RestBar } from './RestBar.tsx'
import type { ShownCall } from './shortened.ts'
import { texts } from './texts.ts'

export interface WaitingBodyProps {
  readonly call: ShownCall
  readonly id: string
  readonly label: string
  readonly onEnd: () => void
  readonly onReading?: (reading: Reading) => void
  /** True if the page scrolls instead of the body. */
  readonly tall?: boolean
}

/** The body of a waiting call. It scrolls; how much of it is shown and why it asks stay in view below. */
export function WaitingBody({ call, id, label, onEnd, onReading, tall = false }: WaitingBodyProps) {
  const [whole, setWhole] = useState(false)
  const [reading, setReading] = useState(NOTHING_READ)
  const end = useRef<HTMLDivElement>(null)
  return (
    <WithWhole call={call}>
      {(shown, rest) => {
        const missing = rest === null || rest === 'here' ? null : rest
        return (
          <>
            {/* On a phone the end of the body may be far down. */}
            {tall && <CallWhy call={shown} />}
            <ReadToEnd
              id={id}
              label={label}
              end={end}
              tall={tall || whole}
              missing={missing !== null}
              onEnd={onEnd}
              onReading={(next) => {
                setReading(next)
                onReading?.(next)
              }}
            >
              <CallBody call={shown} look="waits" rest={rest} />
            </ReadToEnd>
            <div id={`${id}-foot`} className="flex flex-col gap-1">
              <Extent
                reading={reading}
                missing={missing}
                whole={whole}
                tall={tall}
                onWhole={() => setWhole(!whole)}
                onEnd={() => jumpTo(end.current)}
              />
              {!tall && <CallWhy call={shown} always={reading.cut} />}
            </div>
          </>
        )
      }}
    </WithWhole>
  )
}

interface ExtentProps {
  readonly reading: Reading
  readonly missing: Missing | null
  /** The person unfolded the body to its full height. */
  readonly whole: boolean
  readonly tall: boolean
  readonly onWhole: () => void
  readonly onEnd: () => void
}

/** Shows how much of the body has been on screen, with links to the rest. */
function Extent({ reading, missing, whole, tall, onWhole, onEnd }: ExtentProps) {
  const { seen, total, cut } = reading
  if (missing !== null)
    return <RestBar rest={missing} {...(total === 0 ? {} : { shown: texts.linesShown(total) })} />
  if (tall || (!cut && !whole)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-hint text-ink-2" data-extent="">
      {cut && (
        <span className="font-semibold">{total > 1 ? texts.seenOf(seen, total) : texts.moreBelow}</span>
      )}
      {cut && (
        <button type="button" className="min-h-6 font-semibold text-accent" onClick={onEnd}>
          {texts.toEnd}
        </button>
      )}
      <button type="button" className="min-h-6 font-semibold text-accent" onClick={onWhole} data-show-all="">
        {whole ? texts.showLess : texts.showWhole}
      </button>
    </p>
  )
}
