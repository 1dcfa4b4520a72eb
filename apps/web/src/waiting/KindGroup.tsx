import type { CallId } from '@countersign/protocol'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallBodyView } from '../approvals/CallBodyView.tsx'
import { DiffSums } from '../approvals/DiffSums.tsx'
import { ReadToEnd } from '../approvals/ReadToEnd.tsx'
import { useArming } from '../approvals/use-arming.ts'
import { useClock } from '../data/context.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Visible } from '../ui/Visible.tsx'
import { commonFolder, groupTitle } from './group-title.ts'
import { ReadingView } from './ReadingView.tsx'
import { SeenWhenVisible } from './SeenWhenVisible.tsx'
import { texts } from './texts.ts'

/** Of more than this many only the first rows are shown at once. */
const FOLD_FROM = 8
const FIRST_ROWS = 5

export interface KindGroupProps {
  readonly title: string
  readonly questions: readonly OpenQuestion[]
  readonly onAnswer: (decision: 'allow_once' | 'deny', questions: readonly OpenQuestion[]) => void
}

/** Several of a kind: one press for all that are ticked, once each was on screen whole. */
export function KindGroup({ title, questions, onAnswer }: KindGroupProps) {
  const [unticked, setUnticked] = useState<ReadonlySet<CallId>>(new Set())
  const [seen, setSeen] = useState<ReadonlySet<CallId>>(new Set())
  const [open, setOpen] = useState<ReadonlySet<CallId>>(new Set())
  const [group, setGroup] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const arming = useArming(group, bar, useClock())
  const chosen = questions.filter(({ call }) => !unticked.has(call.id))
  const unseen = chosen.filter(({ call }) => !seen.has(call.id)).length
  const [unfolded, setUnfolded] = useState(questions.length <= FOLD_FROM)
  const [reading, setReading] = useState<number | null>(null)
  const readButton = useRef<HTMLButtonElement>(null)
  const first = questions[0]
  const folder = commonFolder(questions)
  const shown = unfolded ? questions : questions.slice(0, FIRST_ROWS)
  const read = reading === null ? undefined : questions[reading]
  const see = (id: CallId) => setSeen((before) => new Set([...before, id]))
  const steady = useRef(false)
  const pressing = (decision: 'allow_once' | 'deny') => ({
    onPointerDown: () => {
      steady.current = arming.takesPress()
    },
    onClick: (event: { detail: number }) => {
      if (event.detail === 0 || steady.current) onAnswer(decision, chosen)
    },
  })
  return (
    <section
      ref={setGroup}
      data-steady={arming.steady}
      className="rounded-card border border-wait/60 bg-raised"
      aria-label={title}
    >
      <div ref={setBar} className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Mark state="waits" />
        <h2 className="font-semibold">{groupTitle(questions)}</h2>
        <span className="min-w-0 flex-1 truncate text-label text-ink-3">
          <code className="font-mono">
            <Visible text={title} />
          </code>
          {folder !== null && (
            <>
              {' '}
              <Visible text={texts.inFolder(folder)} />
            </>
          )}
          {first !== undefined &&
            first.approval.parents.length > 0 &&
            ` · ${first.approval.parents.join(' › ')}`}
        </span>
        <Button kind="refuse" disabled={chosen.length === 0} {...pressing('deny')}>
          {texts.deny(chosen.length)}
        </Button>
        <Button kind="primary" disabled={chosen.length === 0 || unseen > 0} {...pressing('allow_once')}>
          {unseen > 0 ? texts.allowUnseen(chosen.length, unseen) : texts.allow(chosen.length)}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {shown.map((question) => (
          <KindRow
            key={question.call.id}
            question={question}
            ticked={!unticked.has(question.call.id)}
            seen={seen.has(question.call.id)}
            open={open.has(question.call.id)}
            onTick={() => setUnticked(toggled(unticked, question.call.id))}
            onOpen={() => setOpen(toggled(open, question.call.id))}
            onSeen={() => see(question.call.id)}
          />
        ))}
      </ul>
      {read !== undefined && reading !== null ? (
        <ReadingView
          question={read}
          at={reading}
          of={questions.length}
          seen={seen.has(read.call.id)}
          onSeen={() => see(read.call.id)}
          onStep={(step) => setReading(reading + step)}
          onClose={() => {
            setReading(null)
            // It is drawn again first.
            window.requestAnimationFrame(() => readButton.current?.focus())
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1">
          {shown.length < questions.length && (
            <Button kind="quiet" onClick={() => setUnfolded(true)}>
              {texts.moreOfThem(questions.length - shown.length)}
            </Button>
          )}
          <span className="ms-auto">
            <Button ref={readButton} kind="quiet" onClick={() => setReading(firstUnseen(questions, seen))}>
              {texts.readThem}
            </Button>
          </span>
        </div>
      )}
      {unseen > 0 && <p className="border-t border-line px-3 py-2 text-hint text-ink-3">{texts.batchHint}</p>}
    </section>
  )
}

interface KindRowProps {
  readonly question: OpenQuestion
  readonly ticked: boolean
  readonly seen: boolean
  readonly open: boolean
  readonly onTick: () => void
  readonly onOpen: () => void
  readonly onSeen: () => void
}

/** A call that fits in its line is seen by being visible; one that does not, by being unfolded to its end. */
function KindRow({ question, ticked, seen, open, onTick, onOpen, onSeen }: KindRowProps) {
  const { call } = question
  const oneLine = call.body.kind !== 'write' && !call.specifier.includes('\n')
  return (
    <li className="px-3 py-1.5">
      <div className="flex min-h-6 items-center gap-3">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={ticked}
          onChange={onTick}
          aria-label={texts.tick(call.specifier)}
        />
        <span className="min-w-0 flex-1 font-mono text-code">
          <code>
            <Visible text={call.specifier} />
          </code>
          {call.body.kind === 'write' && (
            <span className="ms-3">
              <DiffSums before={call.body.before} after={call.body.after} />
            </span>
          )}
        </span>
        <span className={seen ? 'text-hint text-ink-3' : 'text-hint font-semibold text-wait'}>
          {seen ? texts.seen : texts.notSeen}
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-label={call.specifier}
          onClick={onOpen}
          className="flex size-6 items-center justify-center"
        >
          {open ? (
            <ChevronDown size={16} aria-hidden="true" />
          ) : (
            <ChevronRight size={16} aria-hidden="true" />
          )}
        </button>
      </div>
      {oneLine && !seen && <SeenWhenVisible onSeen={onSeen} />}
      {open && (
        <div className="pt-2">
          <ReadToEnd id={`kind-${call.id}`} label={call.title} onEnd={onSeen}>
            <CallBodyView body={call.body} decision={call.decision} look="waits" />
          </ReadToEnd>
        </div>
      )}
    </li>
  )
}

/** Reading begins where it was left. */
function firstUnseen(questions: readonly OpenQuestion[], seen: ReadonlySet<CallId>): number {
  return Math.max(
    0,
    questions.findIndex(({ call }) => !seen.has(call.id)),
  )
}

function toggled(set: ReadonlySet<CallId>, id: CallId): ReadonlySet<CallId> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
