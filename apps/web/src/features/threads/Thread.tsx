import type { ThreadId, TurnId } from '@countersign/protocol'
import { ArrowDown } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { AnswerContext } from '../../platform/markdown/answer-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { AgentMessage, NoticeMessage, PersonMessage, StreamingMessage, WholeMessage } from './Message.tsx'
import { AgentBar, PersonBar } from './MessageBar.tsx'
import type { MessageActions } from './MessageBar.tsx'
import { texts as words } from './message-texts.ts'
import type { Row } from './rows.ts'
import { ModelWait } from './ModelWait.tsx'
import { texts } from './texts.ts'
import type { EndActions } from './TurnEnd.tsx'
import { useEndKeys } from './use-end-keys.ts'
import { useFollow, type Follow } from './use-follow.ts'
import { useMarkFound } from './use-mark-found.ts'
import { useNewBelow } from './use-new-below.ts'
import { useKeptShape } from './use-kept-shape.ts'
import { useSteadyCard } from './use-steady-card.ts'
import { lazy } from '../../ui/lazy.ts'

const TurnEnd = lazy(async () => ({ default: (await import('./TurnEnd.tsx')).TurnEnd }))
const MessageEditor = lazy(async () => ({ default: (await import('./MessageEditor.tsx')).MessageEditor }))

export interface ThreadProps {
  readonly id: ThreadId
  readonly rows: readonly Row[]
  /** Rows with a waiting card: they stay mounted, so that one step reaches them. */
  readonly keep: readonly number[]
  readonly waiting: number
  /** Number of messages sent from here: after each the view scrolls to the end. */
  readonly sent: number
  /** The row that was searched for. */
  readonly shown: number | null
  /** Words that a search marks; empty: none. */
  readonly marked: string
  readonly renderCalls: (row: Extract<Row, { kind: 'calls' }>) => ReactNode
  readonly endActions: EndActions
  /** The changes of an ended turn. */
  readonly renderChanges: (turn: TurnId) => ReactNode
  readonly messageActions: MessageActions
}

/** The conversation. A virtual list from the first message; it follows its end only while the end is visible. */
export function Thread(props: ThreadProps) {
  const {
    id,
    rows,
    keep,
    waiting,
    sent,
    shown,
    marked,
    renderCalls,
    renderChanges,
    endActions,
    messageActions,
  } = props
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  useSteadyCard(box, rows)
  const follow = useFollow(list, box, rows)
  useEndKeys(box, follow)
  const goToEnd = useEffectEvent(follow.toEnd)
  useEffect(() => {
    if (sent > 0) goToEnd()
  }, [sent])
  useMarkFound(box, marked, shown)
  const news = useNewBelow(rows, follow.pinned)
  useKeptShape(id, rows, list, box)
  useEffect(() => {
    if (shown !== null) list.current?.scrollToIndex(shown, { align: 'center' })
  }, [shown])
  return (
    // Cards measure themselves by its height, so that their answers stay in view next to a to-do list or a note.
    <div className="relative flex min-h-0 flex-1 flex-col [container-type:size]">
      <h2 className="sr-only">{texts.log}</h2>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={texts.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden [overflow-anchor:none] @min-[48rem]:[scrollbar-gutter:stable_both-edges]"
      >
        <Virtualizer ref={list} keepMounted={keep} onScroll={follow.onScroll} onResize={follow.onResize}>
          {rows.map((row, index) => (
            <div
              key={row.key}
              data-thread-row={index}
              data-found={index === shown ? '' : undefined}
              className={`mx-auto w-full max-w-[46rem] has-[[data-split]]:max-w-[72rem] rounded-card px-4 data-found:outline-2 data-found:outline-accent ${index === 0 ? 'pt-5' : ''} pb-5`}
            >
              <RowView
                row={row}
                renderCalls={renderCalls}
                renderChanges={renderChanges}
                endActions={index === rows.length - 1 ? endActions : null}
                messageActions={messageActions}
              />
            </div>
          ))}
        </Virtualizer>
      </div>
      {!follow.pinned && follow.more && <ToEnd follow={follow} waiting={waiting} news={news} />}
    </div>
  )
}

/** A button that scrolls to the end. Next to the column if there is room, otherwise below the list: never over the buttons of a card. */
function ToEnd({ follow, waiting, news }: { follow: Follow; waiting: number; news: number | null }) {
  return (
    <div className="to-end flex shrink-0 justify-center border-t border-line px-4 py-1">
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
              {news === null ? texts.toEnd : texts.newBelow(news)}
            </>
          )}
        </Button>
      </span>
    </div>
  )
}

interface RowViewProps {
  readonly row: Row
  readonly renderCalls: ThreadProps['renderCalls']
  readonly renderChanges: ThreadProps['renderChanges']
  readonly endActions: EndActions | null
  readonly messageActions: MessageActions
}

function RowView({ row, renderCalls, renderChanges, endActions, messageActions }: RowViewProps) {
  switch (row.kind) {
    case 'person':
      return <PersonRow row={row} actions={messageActions} />
    case 'agent':
      return (
        <div className="group/message">
          <WholeMessage message={row.message}>
            {({ thread_id: thread, text, thought, cut }) => (
              <AnswerContext value={{ thread, text }}>
                <AgentMessage text={text} thought={thought} cut={cut} />
              </AnswerContext>
            )}
          </WholeMessage>
          <AgentBar message={row.message} regenerates={row.regenerates} actions={messageActions} />
        </div>
      )
    case 'notice':
      return <NoticeMessage text={row.message.text} />
    case 'calls':
      return renderCalls(row)
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
      return (
        <>
          {row.turn !== null && renderChanges(row.turn.id)}
          <Suspense>
            <TurnEnd turn={row.turn} end={row.end} actions={endActions} />
          </Suspense>
        </>
      )
  }
}

function PersonRow({ row, actions }: { row: Extract<Row, { kind: 'person' }>; actions: MessageActions }) {
  const { message, branches } = row
  const { turn_id } = message
  if (actions.editing?.id === message.id && turn_id !== null)
    return (
      <Suspense>
        <MessageEditor
          text={actions.editing.text}
          label={words.editLabel}
          submit={words.send}
          hint={words.editHint}
          onSubmit={(text) => actions.onResend(turn_id, text)}
          onCancel={actions.onCancelEdit}
        />
      </Suspense>
    )
  return (
    <div className="group/message">
      <WholeMessage message={message}>
        {({ text, images }) => <PersonMessage text={text} images={images} />}
      </WholeMessage>
      <PersonBar message={message} branches={branches} actions={actions} />
    </div>
  )
}
