import type { NodeStateView, RunView } from '@countersign/protocol'
import { useClock } from '../../../data/context.ts'
import { cx } from '../../../ui/cx.ts'
import { duration } from '../../../ui/times.ts'
import { runTexts as texts } from '../run-texts.ts'
import type { NodeRuns } from './run-model.ts'

const FILL: Readonly<Record<string, string>> = {
  failed: 'fill-stop',
  interrupted: 'fill-wait',
  running: 'fill-accent',
  done: 'fill-clear',
}

/** States in which a node has not ended. */
const OPEN: ReadonlySet<string> = new Set(['running', 'waiting', 'sleeping', 'interrupted'])

/** Maximum number of bars for one node: more would blur together. */
const BARS = 200
const LANE = 23
const TICKS = 5

/** When each node ran: one lane per node, one bar per item, hatched while it waited for a person. */
export function Timeline({ run, nodes }: { run: RunView; nodes: readonly NodeRuns[] }) {
  const clock = useClock()
  const end = run.ended_at ?? clock.now()
  const whole = Math.max(1, end - run.started_at)
  const timed = nodes.filter(({ items }) => items.some(({ began_at: began }) => began !== undefined))
  if (timed.length === 0) return null
  return (
    <section aria-label={texts.timeline} className="flex flex-col gap-1">
      <h2 className="text-label font-semibold">
        {texts.timeline} <span className="font-normal text-ink-3">{duration(whole)}</span>
      </h2>
      <div className="grid grid-cols-[minmax(0,6rem)_minmax(2rem,1fr)_auto] @2xl:grid-cols-[9rem_minmax(0,1fr)_6rem] gap-x-2 text-hint">
        <span />
        <span aria-hidden="true" className="flex flex-wrap justify-between font-mono text-ink-3">
          {Array.from({ length: TICKS }, (_, index) => (
            // Only the first and the last fit on a phone.
            <span
              key={index}
              className={cx('whitespace-nowrap', index % (TICKS - 1) > 0 && 'hidden @2xl:inline')}
            >
              {duration((whole * index) / (TICKS - 1))}
            </span>
          ))}
        </span>
        <span />
        {timed.map((runs) => (
          <Lane key={runs.node} runs={runs} start={run.started_at} whole={whole} end={end} />
        ))}
      </div>
    </section>
  )
}

interface LaneProps {
  readonly runs: NodeRuns
  readonly start: number
  readonly whole: number
  readonly end: number
}

function Lane({ runs: { node, title, ms, items, state }, start, whole, end }: LaneProps) {
  const at = (item: NodeStateView): number => (100 * Math.max(0, (item.began_at ?? start) - start)) / whole
  const wide = (item: NodeStateView): number =>
    Math.max(0.4, (100 * (item.ms ?? (OPEN.has(item.state) ? end - (item.began_at ?? end) : 0))) / whole)
  return (
    <>
      <span className="truncate border-t border-line py-1" title={node}>
        {title}
      </span>
      {/* The row decides how high it is: left to itself, a drawing is as high as its width asks for. */}
      <div aria-hidden="true" className="relative border-t border-line" style={{ minHeight: LANE }}>
        <svg viewBox={`0 0 100 ${LANE}`} preserveAspectRatio="none" className="absolute inset-0 size-full">
          <defs>
            <pattern
              id="waits"
              width="1"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="skewX(-8)"
            >
              <rect width="0.5" height="6" className="fill-wait" />
            </pattern>
          </defs>
          {items.slice(0, BARS).map((item) => (
            <rect
              key={item.item ?? ''}
              x={Math.min(99.6, at(item))}
              y="7"
              width={Math.min(wide(item), 100 - Math.min(99.6, at(item)))}
              height="9"
              {...(item.state === 'waiting' || item.state === 'sleeping'
                ? { fill: 'url(#waits)' }
                : { className: FILL[item.state] ?? 'fill-line-strong' })}
            />
          ))}
        </svg>
      </div>
      <span className="border-t border-line py-1 text-end text-ink-3">
        {state === 'waiting'
          ? texts.states.waiting
          : items.length > 1
            ? texts.itemCount(items.length)
            : duration(ms ?? 0)}
      </span>
    </>
  )
}
