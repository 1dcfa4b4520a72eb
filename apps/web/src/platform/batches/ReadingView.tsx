import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { WaitingBody } from '../cards/WaitingBody.tsx'
import type { OpenQuestion } from '../../data/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { scrollToSee } from '../../ui/scroll-to-see.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

export interface ReadingViewProps {
  readonly question: OpenQuestion
  readonly at: number
  readonly of: number
  readonly seen: boolean
  readonly onSeen: () => void
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** Pages through the calls of a group, each in full. It is only for reading and has no answers. */
export function ReadingView({ question, at, of, seen, onSeen, onStep, onClose }: ReadingViewProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const { call } = question
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    return scrollToSee(place.current)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves, from anything in it
    <div
      ref={place}
      role="group"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      data-reading={call.id}
      className="flex scroll-my-4 flex-col gap-2 border-t border-line px-3 py-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={`${id}-title`} className="min-w-0 flex-1 text-label font-semibold">
          {texts.reading(at + 1, of)}{' '}
          <code className="font-mono text-code font-normal">
            <Visible text={call.specifier} />
          </code>
        </h3>
        <span role="status" className={seen ? 'text-hint text-ink-3' : 'text-hint font-semibold text-wait'}>
          {seen ? texts.seen : texts.notSeen}
        </span>
        <Button kind="quiet" size="icon" aria-label={texts.closeReading} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </div>
      <WaitingBody key={call.id} call={call} id={`${id}-body`} label={call.title} onEnd={onSeen} />
      <div className="flex gap-2">
        <Button disabled={at === 0} onClick={() => onStep(-1)}>
          {texts.previousCall}
        </Button>
        {at + 1 < of ? (
          <Button onClick={() => onStep(1)}>{texts.nextCall}</Button>
        ) : (
          <Button onClick={onClose}>{texts.doneReading}</Button>
        )}
      </div>
    </div>
  )
}
