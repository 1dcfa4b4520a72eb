import { texts } from './texts.ts'
import { Rail } from './TrackRail.tsx'
import { sum } from './track-model.ts'
import type { TrackItem } from './track-model.ts'
import { Visible } from '../ui/Visible.tsx'

/** Several calls as one line: reads of one tool, or the middle of a long turn. */
export function FoldedLine(props: {
  item: Exclude<TrackItem, { kind: 'stop' }>
  last: boolean
  entry: boolean
  onUnfold: () => void
}) {
  const { item } = props
  const names = item.stops.slice(0, 3).map((stop) => stop.call.specifier)
  const { failed, refused } = sum(item.stops)
  const wrong = [
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
  ]
  const label = item.kind === 'reads' ? texts.reads(item.stops.length) : texts.moreCalls(item.stops.length)
  return (
    <li
      role="treeitem"
      tabIndex={props.entry ? 0 : -1}
      aria-expanded={false}
      data-treeitem=""
      className="rounded-control"
      onClick={props.onUnfold}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter' || event.key === 'ArrowRight') props.onUnfold()
      }}
    >
      <div className="flex cursor-pointer gap-2">
        <Rail state="dot" last={props.last} />
        <span className="min-h-6 flex-1 truncate py-0.5 text-label">
          <span className="font-semibold">{label}</span>
          {item.kind === 'reads' && (
            <span className="ms-2 font-mono text-code text-ink-3">
              <Visible text={names.join(', ') + (item.stops.length > 3 ? ' …' : '')} />
            </span>
          )}
        </span>
        <span className="shrink-0 py-0.5 text-hint text-stop">{wrong.join(' · ')}</span>
      </div>
    </li>
  )
}
