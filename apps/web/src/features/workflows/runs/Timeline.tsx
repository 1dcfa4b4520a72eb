import type { RunView } from '@countersign/protocol'
import { useClock } from '../../../data/context.ts'
import { duration } from '../../../ui/times.ts'
import { runTexts as texts } from '../texts.ts'
import type { NodeRuns } from './run-model.ts'

const FILL: Readonly<Record<string, string>> = {
  failed: 'fill-stop',
  waiting: 'fill-wait',
  interrupted: 'fill-wait',
  running: 'fill-accent',
  done: 'fill-clear',
}

/** How the time of the run is spread over its nodes: each bar is what the node took, beside the longest. */
export function Timeline({ run, nodes }: { run: RunView; nodes: readonly NodeRuns[] }) {
  const clock = useClock()
  const whole = Math.max(1, (run.ended_at ?? clock.now()) - run.started_at)
  const timed = nodes.filter(({ ms }) => ms !== null)
  if (timed.length === 0) return null
  return (
    <section aria-label={texts.timeline} className="flex flex-col gap-1">
      <h2 className="text-label font-semibold">
        {texts.timeline} <span className="font-normal text-ink-3">{duration(whole)}</span>
      </h2>
      <ul className="flex flex-col">
        {timed.map(({ node, ms, state, items }) => (
          <li key={node} className="grid grid-cols-[8rem_minmax(0,1fr)_5rem] items-center gap-2 text-hint">
            <code className="truncate font-mono">{node}</code>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-2 w-full bg-ground"
            >
              {items.map((item, index) => (
                <rect
                  key={item.item ?? ''}
                  x={(index * 100) / items.length}
                  y="0"
                  width={Math.max(0.5, (100 * Math.min(1, (item.ms ?? 0) / whole)) / items.length)}
                  height="8"
                  className={FILL[item.state] ?? FILL[state] ?? 'fill-line-strong'}
                />
              ))}
            </svg>
            <span className="text-end text-ink-3">{duration(ms ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
