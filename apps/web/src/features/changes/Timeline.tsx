import type { CallId, ChangeCall } from '@countersign/protocol'
import { Check, CircleAlert, Dot, User } from 'lucide-react'
import { Link } from 'wouter'
import { Virtualizer } from 'virtua'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { shortClock } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { timelineOf, type TimelineRow, type TurnOfChanges } from './change-rows.ts'
import { texts } from './texts.ts'

interface TimelineProps {
  readonly turns: readonly TurnOfChanges[]
  /** The number of the first turn. */
  readonly first: number
  readonly chosen: ChangeCall | null
  readonly onChoose: (call: ChangeCall) => void
  readonly onCompare: (call: CallId) => void
}

/** Turns and calls, each with a way to restore the files of that time. */
export function Timeline({ turns, first, chosen, onChoose, onCompare }: TimelineProps) {
  const rows = timelineOf(turns, first)
  return (
    <section
      aria-label={texts.timeline}
      className="flex min-h-0 w-72 max-w-full shrink-0 flex-col border-s border-line"
    >
      {/* A separate list, whose buttons are reached with Tab. */}
      <div className="min-h-0 flex-1 overflow-y-auto py-1">
        <Virtualizer>
          {rows.map((row) => (
            <TimelineLine key={`${row.kind} ${row.key}`} row={row} chosen={chosen} onChoose={onChoose} />
          ))}
        </Virtualizer>
      </div>
      {chosen !== null && (
        <div className="flex flex-col gap-1 border-t border-line p-3">
          <p className="truncate text-label font-semibold">
            {shortClock(chosen.at)}, <Visible text={chosen.title} />
          </p>
          <p className="text-hint text-ink-3">{texts.compareHint}</p>
          <span className="flex items-center gap-3">
            <Button onClick={() => onCompare(chosen.id)}>{texts.compare}</Button>
            <Link href={`/audit?call=${chosen.id}`} className="text-label">
              {texts.toCall}
            </Link>
          </span>
        </div>
      )}
    </section>
  )
}

function TimelineLine({
  row,
  chosen,
  onChoose,
}: {
  row: TimelineRow
  chosen: ChangeCall | null
  onChoose: (call: ChangeCall) => void
}) {
  if (row.kind === 'turn') {
    const [from, to] = [row.turn.calls[0], row.turn.calls.at(-1)]
    return (
      <p data-change-row="turn" className="flex items-baseline gap-2 px-3 py-1 text-label">
        <span className="font-semibold">{texts.turn(row.number)}</span>
        {from !== undefined && to !== undefined && (
          <span className="text-hint text-ink-3">{texts.turnAt(shortClock(from.at), shortClock(to.at))}</span>
        )}
      </p>
    )
  }
  if (row.kind === 'reads')
    return (
      <p data-change-row="reads" className="flex gap-2 px-3 py-0.5 text-hint text-ink-3">
        <span className="w-10 shrink-0">{shortClock(row.calls[0]?.at ?? 0)}</span>
        <Dot size={14} aria-hidden="true" className="shrink-0" />
        {texts.reads(row.calls.length)}
      </p>
    )
  const { call } = row
  const Icon = call.author === 'you' ? User : call.ok ? Check : CircleAlert
  return (
    <button
      type="button"
      data-change-row="call"
      aria-current={chosen?.id === call.id ? 'true' : undefined}
      onClick={() => onChoose(call)}
      className={cx(
        'flex w-full gap-2 border px-3 py-0.5 text-start text-hint',
        chosen?.id === call.id ? 'border-line-strong bg-raised' : 'border-transparent hover:bg-panel',
      )}
    >
      <span className="w-10 shrink-0 text-ink-3">{shortClock(call.at)}</span>
      <Icon
        size={14}
        aria-hidden="true"
        className={cx(
          'mt-0.5 shrink-0',
          call.ok ? (call.author === 'you' ? 'text-ink-2' : 'text-clear') : 'text-stop',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink">
          <Visible text={call.author === 'command' ? `${texts.did.ran} ${call.subject}` : call.title} />
        </span>
        {(call.summary !== undefined || call.undone) && (
          <span className="block truncate text-ink-3">
            {[call.summary, ...(call.undone ? [texts.undone] : [])]
              .filter((word) => word !== undefined)
              .join(' · ')}
          </span>
        )}
      </span>
    </button>
  )
}
