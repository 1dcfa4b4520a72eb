import type { ObservedCall, ObservedState } from '@countersign/protocol'
import { Bot, TriangleAlert, Wrench } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { dateAndTime, dollars, duration, size, thousands } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'
import { barOf, windowOf, type Bar } from './waterfall.ts'

interface TableProps {
  readonly calls: readonly ObservedCall[]
  readonly now: number
  readonly older: (() => void) | null
}

/** One line for each call; its bar shows when it waited for a person and when it worked. */
export function CallTable({ calls, now, older }: TableProps) {
  const window = useMemo(() => windowOf(calls, now), [calls, now])
  return (
    // A scrolling area can be focused, so that keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label={texts.table}>
      <table className="w-full border-collapse text-label">
        <thead className="sticky top-0 bg-panel text-hint text-ink-3">
          <tr className="text-start">
            {COLUMNS.map(({ name, wide, numeric }) => (
              <th
                key={name}
                scope="col"
                className={cx(
                  'px-2 py-1 font-medium whitespace-nowrap',
                  wide && 'hidden @3xl:table-cell',
                  numeric ? 'text-end' : 'text-start',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <Row key={call.id} call={call} bar={barOf(call, window, now)} />
          ))}
        </tbody>
      </table>
      {older !== null && (
        <div className="p-3">
          <Button onClick={older}>{texts.more}</Button>
        </div>
      )}
    </div>
  )
}

const { columns } = texts
const COLUMNS: readonly { readonly name: string; readonly wide?: true; readonly numeric?: true }[] = [
  { name: columns.call },
  { name: columns.decision, wide: true },
  { name: columns.time, wide: true },
  { name: columns.waited, numeric: true, wide: true },
  { name: columns.worked, numeric: true },
  { name: columns.bytes, numeric: true, wide: true },
  { name: columns.tokens, numeric: true, wide: true },
  { name: columns.cost, numeric: true, wide: true },
  { name: columns.when, numeric: true },
]

const COLOURS: Readonly<Record<ObservedState, string>> = {
  error: 'text-stop',
  waiting: 'text-wait',
  running: 'text-accent',
  done: 'text-ink-3',
  refused: 'text-ink-2',
}

function Row({ call, bar }: { call: ObservedCall; bar: Bar | null }) {
  const Icon = call.state === 'error' ? TriangleAlert : call.kind === 'model' ? Bot : Wrench
  const wide = 'hidden @3xl:table-cell'
  const cell = 'px-2 py-1 align-top text-end whitespace-nowrap text-ink-2'
  return (
    <tr className="border-t border-line hover:bg-ground" data-observed={call.state}>
      <td className="max-w-0 min-w-48 px-2 py-1 align-top @3xl:w-2/5">
        <span className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden="true" className={cx('shrink-0', COLOURS[call.state])} />
          <span className={cx('shrink-0 font-medium', COLOURS[call.state])}>{texts.states[call.state]}</span>
          <span className="min-w-0 truncate">
            <Visible text={call.title} />
          </span>
        </span>
        <span className="flex gap-1.5 text-hint text-ink-3">
          <code className="min-w-0 shrink truncate font-mono">{call.name}</code>
          {call.turn_id === null ? (
            <span>{texts.byHand}</span>
          ) : (
            <Link
              href={`/t/${call.thread_id}`}
              className="min-w-0 flex-1 truncate underline"
              aria-label={texts.toChat(call.thread_title)}
            >
              <Visible text={call.thread_title} />
            </Link>
          )}
        </span>
        {call.problem !== null && (
          <p className={cx('text-hint wrap-anywhere', COLOURS[call.state])}>
            <Visible text={call.problem} />
          </p>
        )}
      </td>
      <td className={cx('px-2 py-1 align-top text-ink-2', wide)} title={call.reason ?? undefined}>
        {call.decision === null ? '–' : texts.decisions[call.decision]}
        {call.reason !== null && (
          <span className="line-clamp-2 text-hint text-ink-3">
            <Visible text={call.reason} />
          </span>
        )}
      </td>
      <td className={cx('w-1/5 px-2 py-2 align-top', wide)}>
        {bar !== null && <BarView call={call} bar={bar} />}
      </td>
      <td className={cx(cell, wide)}>{call.waiting_ms === 0 ? '–' : duration(call.waiting_ms)}</td>
      <td className={cell}>{call.work_ms === null ? '–' : duration(call.work_ms)}</td>
      <td className={cx(cell, wide)}>{call.bytes === null ? '–' : size(call.bytes)}</td>
      <td className={cx(cell, wide)}>
        {call.input_tokens === null
          ? '–'
          : `${thousands(call.input_tokens)} + ${thousands(call.output_tokens ?? 0)}`}
      </td>
      <td className={cx(cell, wide)}>{call.cost_usd === null ? '–' : dollars(call.cost_usd)}</td>
      <td className={cell}>{dateAndTime(call.at)}</td>
    </tr>
  )
}

function BarView({ call, bar }: { call: ObservedCall; bar: Bar }) {
  const worked = call.work_ms === null ? '–' : duration(call.work_ms)
  return (
    <svg
      role="img"
      aria-label={texts.bar(duration(call.waiting_ms), worked)}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2 w-full min-w-24 bg-ground"
    >
      <rect x={bar.from} y="2" width={bar.waited} height="4" className="fill-wait" opacity="0.6" />
      <rect
        x={bar.from + bar.waited}
        y="0"
        width={bar.worked}
        height="8"
        className={call.state === 'error' ? 'fill-stop' : 'fill-accent'}
      />
    </svg>
  )
}
