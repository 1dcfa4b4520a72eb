import type { CallView } from '@countersign/protocol'
import { callObject, callVerb, isShipped } from '@countersign/protocol/client'
import { Suspense, useId } from 'react'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Clock } from '../../../clock.ts'
import { useClock } from '../../../data/context.ts'
import { useBodyView } from '../../../platform/features-context.ts'
import { settledView } from '../../../platform/cards/settled.ts'
import type { SettledView } from '../../../platform/cards/settled.ts'
import { SignatureLine } from '../../../platform/cards/SignatureLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { languageOf } from '../../../ui/language-of.ts'
import type { MarkState } from '../../../ui/Mark.tsx'
import { ProgramOutput } from '../../../ui/ProgramOutput.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { Chevron } from './Chevron.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { lastLines } from '../../../platform/cards/last-lines.ts'
import { CallFacts } from './CallFacts.tsx'
import { texts } from './texts.ts'
import type { CallActions } from './call-actions.ts'
import { isSubAgent, speaks } from './sub-agent.ts'
import type { CallNode } from './call-tree.ts'
import { TreeLine } from './TreeLine.tsx'
import { lazy } from '../../../ui/lazy.ts'

// Unfolded details, and rare endings.
const CallDetails = lazy(async () => ({ default: (await import('./CallDetails.tsx')).CallDetails }))
const Interrupted = lazy(async () => ({ default: (await import('./Interrupted.tsx')).Interrupted }))
const UndoCall = lazy(async () => ({ default: (await import('./UndoCall.tsx')).UndoCall }))
const VoidCall = lazy(async () => ({ default: (await import('./VoidCall.tsx')).VoidCall }))

export interface CallRowProps {
  readonly node: CallNode
  readonly last: boolean
  /** Tab enters the tree here. */
  readonly entry: boolean
  readonly actions: CallActions
  /** The calls inside, drawn when the node is open. */
  readonly children: ReactNode
}

/** One call: mark, name, specifier, and on the right its duration and outcome. */
export function CallRow({ node, last, entry, actions, children }: CallRowProps) {
  const id = useId()
  const { call } = node
  const clock = useClock()
  const open = actions.isOpen(node)
  const settled = settledView(call, actions.parentsOf(call.id), actions.reader)
  const card = call.state === 'waiting' ? actions.card(call.id) : null
  const late = settled === null ? null : actions.lateNote(call.id, settled)
  const newer = call.ended_at === null ? null : actions.replacedBy(call)
  const asked = settled !== null && call.signature !== null && ASKED.has(call.signature.via)
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
      onKeyDown={(event) => fold(event, open, () => actions.toggle(node))}
      onClick={(event) => {
        if (isOwnLine(event)) actions.toggle(node)
      }}
    >
      <div className="flex gap-2">
        <TreeLine
          key={call.state}
          state={markOf(call, settled)}
          last={last && !open && card === null}
          drawn={isFresh(call, clock)}
        />
        <div className="min-w-0 flex-1 pb-1">
          <div
            id={`${id}-line`}
            data-line=""
            className="flex min-h-6 cursor-pointer items-baseline gap-2 py-0.5"
          >
            <Chevron open={open} />
            <Name node={node} asked={asked} />
            <CallFacts node={node} />
          </div>
          <Signed call={call} settled={asked ? settled : null} actions={actions} />
          {speaks(call) && <LiveWords text={call.preview ?? ''} whole={open} />}
          {call.state === 'running' && !speaks(call) && !open && <LiveOutput text={call.preview ?? ''} />}
          {call.state === 'expired' && newer === null && (open || actions.expired.length < 2) && (
            <span className="-ms-3">
              <Button kind="quiet" onClick={() => actions.askAgain([call])}>
                {texts.askAgain}
              </Button>
            </span>
          )}
          {call.state === 'interrupted' && newer === null && (
            <Suspense>
              <Interrupted call={call} load={actions.output} onSettle={actions.settle} />
            </Suspense>
          )}
          <Suspense>{call.state === 'failed' && <VoidCall call={call} />}</Suspense>
          {newer !== null && <Replaced newer={newer} />}
          <Result call={call} />
          <Elsewhere at={actions.elsewhereAt(call.id)} />
          {late !== null && (
            <p role="status" className="text-hint font-semibold text-stop">
              {late}
            </p>
          )}
          {card !== null && <div className="pt-1 pb-3">{card}</div>}
          {open && node.children.length > 0 && <ul role="group">{children}</ul>}
          {open && card === null && node.inside.waiting === 0 && (
            <Unfolded call={call} settled={asked ? null : settled} load={actions.result} />
          )}
        </div>
      </div>
    </li>
  )
}

/** Its signature, and undo. */
function Signed({
  call,
  settled,
  actions,
}: {
  call: CallView
  settled: SettledView | null
  actions: CallActions
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      {settled !== null && (
        <div className="min-w-0 flex-1">
          <SignatureLine settled={settled} />
        </div>
      )}
      {'undo' in call && call.undo !== undefined && (
        <Suspense>
          <UndoCall call={call} undo={call.undo} onUndo={actions.undo} />
        </Suspense>
      )}
    </div>
  )
}

function Unfolded({ call, settled, load }: ComponentProps<typeof CallDetails>) {
  return (
    <>
      {isSubAgent(call) && call.ended_at !== null && <p className="text-hint text-ink-3">{texts.notKept}</p>}
      <Suspense>
        <CallDetails call={call} settled={settled} load={load} />
      </Suspense>
    </>
  )
}

/** The result, if a feature draws it. */
function Result({ call }: { call: CallView }) {
  const Drawn = useBodyView(call.body.kind)?.result
  if (Drawn === undefined || !('attachments' in call) || call.attachments === undefined) return null
  return (
    <Suspense>
      <Drawn call={call} />
    </Suspense>
  )
}

/** A link to the call that replaced it. */
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

/** The end of a running command's output, while its line is folded. It is not read out: the result is. */
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

/** A sub-agent's text. While its line is folded, its end: three lines on the screen, however long its paragraphs. */
function LiveWords({ text, whole }: { text: string; whole: boolean }) {
  const words = text.trimEnd().slice(whole ? 0 : -LIVE_CHARACTERS)
  if (words === '') return null
  return (
    <div
      data-live-words=""
      className={cx(
        'flex flex-col justify-end border-s-2 border-line ps-2 text-label text-ink-2',
        !whole && 'max-h-[3lh] overflow-hidden',
      )}
    >
      <p className="whitespace-pre-wrap" lang={languageOf(words)}>
        <Visible text={words} />
      </p>
    </div>
  )
}

const LIVE_CHARACTERS = 600

/** A person's answer, a refusal, or a missing answer is shown under the line; rules and modes only when it is unfolded. */
const ASKED: ReadonlySet<string> = new Set(['person', 'timeout', 'stop', 'policy'])

/** `asked`: a person or a refusal settled it. */
function Name({ node, asked }: { node: CallNode; asked: boolean }) {
  const { call } = node
  if (isSubAgent(call)) {
    return (
      <span className="min-w-0 flex-1 truncate text-label font-semibold">
        <Visible text={call.title} />
      </span>
    )
  }
  return (
    <span className="min-w-0 flex-1 truncate text-label">
      <span className={cx(asked && 'font-semibold')}>{callVerb(call)}</span>
      {!isShipped(call) && (
        <code className="ms-2 font-mono text-code">
          <Visible text={call.tool} />
        </code>
      )}
      <code className={cx('ms-2 font-mono text-code', !asked && 'text-ink-3')}>
        <Visible text={callObject(call)} />
      </code>
    </span>
  )
}

/** Settled a moment ago, in view: its long stroke is animated once. Older ones are static. */
function isFresh(call: CallView, clock: Clock): boolean {
  return call.ended_at !== null && clock.now() - call.ended_at < FRESH_MS
}

const FRESH_MS = 1500

function markOf(call: CallView, settled: SettledView | null): MarkState | 'dot' {
  if (settled !== null) {
    return call.state === 'succeeded' && call.signature.via !== 'person' ? 'dot' : settled.mark
  }
  return call.state === 'waiting' ? 'waits' : 'running'
}

/** A click on the line itself, not on the unfolded part below it. */
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
