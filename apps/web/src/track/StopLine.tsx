import type { CallView } from '@countersign/protocol'
import { useId } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Clock } from '../clock.ts'
import { useClock } from '../data/context.ts'
import { settledView } from '../approvals/settled.ts'
import type { SettledView } from '../approvals/settled.ts'
import { SignatureLine } from '../approvals/SignatureLine.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { MarkState } from '../ui/Mark.tsx'
import { ProgramOutput } from '../ui/ProgramOutput.tsx'
import { Visible } from '../ui/Visible.tsx'
import { CallDetails } from './CallDetails.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { Interrupted } from './Interrupted.tsx'
import { lastLines } from './last-lines.ts'
import { StopFacts } from './StopFacts.tsx'
import { texts } from './texts.ts'
import type { TrackActions } from './track-actions.ts'
import type { Stop } from './track-model.ts'
import { Rail } from './TrackRail.tsx'
import { UndoCall } from './UndoCall.tsx'
import { VoidCall } from './VoidCall.tsx'

export interface StopLineProps {
  readonly stop: Stop
  readonly last: boolean
  /** Tab enters the tree here. */
  readonly entry: boolean
  readonly actions: TrackActions
  /** The calls inside, drawn when the stop is open. */
  readonly children: ReactNode
}

/** One call: mark, name, specifier, and to the right how long and what became of it. */
export function StopLine({ stop, last, entry, actions, children }: StopLineProps) {
  const id = useId()
  const { call } = stop
  const clock = useClock()
  const open = actions.isOpen(stop)
  const settled = settledView(call, actions.parentsOf(call.id), actions.reader)
  const card = call.state === 'waiting' ? actions.card(call.id) : null
  const late = settled === null ? null : actions.lateNote(call.id, settled)
  const newer = settled === null ? null : actions.replacedBy(call)
  const asked =
    settled !== null && (call.signature === null ? call.state === 'blocked' : ASKED.has(call.signature.via))
  return (
    <li
      role="treeitem"
      tabIndex={entry ? 0 : -1}
      aria-expanded={open}
      aria-labelledby={`${id}-line`}
      data-treeitem=""
      data-call={call.id}
      data-call-state={call.state}
      className="rounded-control"
      onKeyDown={(event) => fold(event, open, () => actions.toggle(stop))}
      onClick={(event) => {
        if (isOwnLine(event)) actions.toggle(stop)
      }}
    >
      <div className="flex gap-2">
        <Rail
          key={call.state}
          state={markOf(call, settled)}
          last={last && !open && card === null}
          drawn={isFresh(call, clock)}
        />
        <div className="min-w-0 flex-1 pb-1">
          <div
            id={`${id}-line`}
            data-line=""
            className="flex min-h-6 cursor-pointer items-baseline gap-3 py-0.5"
          >
            <Name stop={stop} settled={asked ? settled : null} />
            <StopFacts stop={stop} />
          </div>
          {asked && <SignatureLine settled={settled} />}
          {call.state === 'running' && !open && <LiveOutput text={call.preview ?? ''} />}
          {call.state === 'expired' && newer === null && (
            <span className="-ms-3">
              <Button kind="quiet" onClick={() => actions.askAgain(stop)}>
                {texts.askAgain}
              </Button>
            </span>
          )}
          {call.state === 'interrupted' && newer === null && (
            <Interrupted call={call} load={actions.output} onSettle={actions.settle} />
          )}
          {call.found !== undefined && <VoidCall call={call} />}
          {newer !== null && <Replaced newer={newer} />}
          {call.undo !== undefined && <UndoCall call={call} onUndo={actions.undo} />}
          <Elsewhere at={actions.elsewhereAt(call.id)} />
          {late !== null && (
            <p role="status" className="text-hint font-semibold text-stop">
              {late}
            </p>
          )}
          {card !== null && <div className="pt-1 pb-3">{card}</div>}
          {open && stop.children.length > 0 && <ul role="group">{children}</ul>}
          {open && card === null && stop.inside.waiting === 0 && (
            <>
              {stop.children.length > 0 && <p className="text-hint text-ink-3">{texts.notKept}</p>}
              <CallDetails call={call} settled={asked ? null : settled} load={actions.result} />
            </>
          )}
        </div>
      </div>
    </li>
  )
}

/** The way to the call that took its place. */
function Replaced({ newer }: { newer: CallView }) {
  return (
    <p className="text-hint text-ink-2">
      {texts.replaced}{' '}
      <Link
        href={`/t/${newer.thread_id}?call=${newer.id}`}
        className="inline-flex min-h-6 items-center"
        data-replaced-by={newer.id}
      >
        {texts.toTheNewer}
      </Link>
    </p>
  )
}

/** The end of what a running command wrote, while its line is folded. Not read out: the result is. */
function LiveOutput({ text }: { text: string }) {
  const last = lastLines(text, LIVE_LINES)
  if (last === '') return null
  return (
    <pre
      data-live-output=""
      className="overflow-hidden border-s-2 border-line ps-2 font-mono text-hint whitespace-pre-wrap text-ink-2"
    >
      <ProgramOutput text={last} />
    </pre>
  )
}

const LIVE_LINES = 3

/** A person's word, a refusal, or the lack of an answer stands under the line at once; rules and modes when it is unfolded. */
const ASKED: ReadonlySet<string> = new Set(['person', 'timeout', 'stop', 'policy'])

function Name({ stop, settled }: { stop: Stop; settled: SettledView | null }) {
  const { call } = stop
  if (call.tool === 'run_subtask') {
    return (
      <span className="min-w-0 flex-1 truncate text-label font-semibold">
        <Visible text={call.title} />
      </span>
    )
  }
  return (
    <span className="min-w-0 flex-1 truncate text-label">
      {settled === null ? (
        <code className="font-mono text-code">{call.tool}</code>
      ) : (
        <span className="font-semibold">{settled.verb}</span>
      )}
      <code className={cx('ms-2 font-mono text-code', settled === null && 'text-ink-3')}>
        <Visible text={call.specifier} />
      </code>
    </span>
  )
}

/** Settled a moment ago, in view: its long stroke is drawn once. What is old is simply there. */
function isFresh(call: CallView, clock: Clock): boolean {
  return call.ended_at !== null && clock.now() - call.ended_at < FRESH_MS
}

const FRESH_MS = 1500

function markOf(call: CallView, settled: SettledView | null): MarkState | 'dot' {
  if (settled !== null) {
    return call.state === 'succeeded' && call.signature?.via !== 'person' ? 'dot' : settled.mark
  }
  return call.state === 'waiting' ? 'waits' : 'running'
}

/** A click on the line itself, not on what is unfolded below it. */
function isOwnLine(event: MouseEvent): boolean {
  const { target, currentTarget } = event
  const line = target instanceof Element ? target.closest('[data-line]') : null
  return line !== null && line.closest('[data-treeitem]') === currentTarget
}

function fold(event: KeyboardEvent, open: boolean, toggle: () => void): void {
  if (event.target !== event.currentTarget) return
  const toggles = event.key === 'Enter' || event.key === (open ? 'ArrowLeft' : 'ArrowRight')
  if (!toggles) return
  event.preventDefault()
  toggle()
}
