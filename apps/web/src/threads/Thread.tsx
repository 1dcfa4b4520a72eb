import type { ThreadId } from '@countersign/protocol'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { AgentMessage, NoticeMessage, PersonMessage, StreamingMessage } from './Message.tsx'
import type { Row } from './rows.ts'
import { ModelWait } from './ModelWait.tsx'
import { texts } from './texts.ts'
import { TurnEnd } from './TurnEnd.tsx'
import type { EndActions } from './TurnEnd.tsx'
import { useEndKeys } from './use-end-keys.ts'
import { useFollow } from './use-follow.ts'
import { useKeptShape } from './use-kept-shape.ts'
import { useSteadyCard } from './use-steady-card.ts'

export interface ThreadProps {
  readonly id: ThreadId
  readonly rows: readonly Row[]
  /** Rows that hold a waiting card: they stay mounted, so that one step reaches them. */
  readonly keep: readonly number[]
  readonly waiting: number
  /** The row that was searched for. */
  readonly shown: number | null
  readonly renderTrack: (row: Extract<Row, { kind: 'track' }>) => ReactNode
  readonly endActions: EndActions
}

/** The conversation. A virtual list from the first message; it follows its end only while the end is in view. */
export function Thread({ id, rows, keep, waiting, shown, renderTrack, endActions }: ThreadProps) {
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  useSteadyCard(box, rows)
  const follow = useFollow(list, box, rows)
  useEndKeys(box, follow)
  useKeptShape(id, rows, list, box)
  useEffect(() => {
    if (shown !== null) list.current?.scrollToIndex(shown, { align: 'center' })
  }, [shown])
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h2 className="sr-only">{texts.log}</h2>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={texts.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden [overflow-anchor:none]"
      >
        <Virtualizer ref={list} keepMounted={keep} onScroll={follow.onScroll} onResize={follow.onResize}>
          {rows.map((row, index) => (
            <div
              key={row.key}
              data-thread-row={index}
              data-found={index === shown ? '' : undefined}
              className={`mx-auto w-full max-w-[46rem] rounded-card px-4 data-found:outline-2 data-found:outline-accent ${index === 0 ? 'pt-5' : ''} pb-5`}
            >
              <RowView
                row={row}
                renderTrack={renderTrack}
                endActions={index === rows.length - 1 ? endActions : null}
              />
            </div>
          ))}
        </Virtualizer>
      </div>
      {!follow.pinned && follow.more && (
        // Beside the column where there is room for it, else below the list: never over the buttons of a card.
        <div className="flex shrink-0 justify-center border-t border-line px-4 py-1 min-[70rem]:absolute min-[70rem]:end-4 min-[70rem]:bottom-2 min-[70rem]:border-0 min-[70rem]:p-0">
          <span className="rounded-control bg-raised">
            <Button onClick={follow.toEnd}>
              {follow.waitsBelow > 0 && waiting > 0 ? (
                <>
                  <Mark state="waits" />
                  {texts.waitsBelow(follow.waitsBelow)}
                </>
              ) : (
                <>
                  <ArrowDown size={14} aria-hidden="true" />
                  {texts.newBelow}
                </>
              )}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

interface RowViewProps {
  readonly row: Row
  readonly renderTrack: ThreadProps['renderTrack']
  readonly endActions: EndActions | null
}

function RowView({ row, renderTrack, endActions }: RowViewProps) {
  switch (row.kind) {
    case 'person':
      return <PersonMessage text={row.message.text} images={row.message.images} queued={row.queued} />
    case 'agent':
      return <AgentMessage text={row.message.text} thought={row.message.thought} cut={row.message.cut} />
    case 'notice':
      return <NoticeMessage text={row.message.text} />
    case 'track':
      return renderTrack(row)
    case 'streaming':
      return (
        <>
          <StreamingMessage text={row.text} reasoning={row.reasoning} thought={row.thought} />
          <ModelWait heard={row.heard} />
        </>
      )
    case 'thinking':
      return (
        <p className="flex items-center gap-2 text-label text-ink-3">
          <Mark state="running" size={14} />
          {row.heard === undefined ? texts.thinking : <ModelWait heard={row.heard} before={texts.thinking} />}
        </p>
      )
    case 'end':
      return <TurnEnd turn={row.turn} end={row.end} actions={endActions} />
  }
}
