import { useState } from 'react'
import { FoldedLine } from './FoldedLine.tsx'
import { moveInTree } from './move-in-tree.ts'
import { StopLine } from './StopLine.tsx'
import { texts } from './texts.ts'
import type { TrackActions } from './track-actions.ts'
import { holds, trackItems } from './track-model.ts'
import type { Stop, TrackItem } from './track-model.ts'

/** Calls as stops of a line: nesting is drawn as a track, not as boxes in boxes. */
export function Track({ stops, actions }: { stops: readonly Stop[]; actions: TrackActions }) {
  return (
    <ul role="tree" aria-label={texts.label} className="flex flex-col" onKeyDown={moveInTree}>
      <TrackLevel stops={stops} root actions={actions} />
    </ul>
  )
}

function TrackLevel({
  stops,
  root,
  actions,
}: {
  stops: readonly Stop[]
  root: boolean
  actions: TrackActions
}) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  return trackItems(stops, root).map((item, index, all) => {
    const last = index === all.length - 1
    const key = itemKey(item)
    if (item.kind === 'stop' || unfolded.has(key) || item.stops.some((stop) => holds(stop, actions.wanted))) {
      return (item.kind === 'stop' ? [item.stop] : item.stops).map((stop) => (
        <StopLine key={stop.call.id} stop={stop} last={last} entry={root && index === 0} actions={actions}>
          <TrackLevel stops={stop.children} root={false} actions={actions} />
        </StopLine>
      ))
    }
    return (
      <FoldedLine
        key={key}
        item={item}
        last={last}
        entry={root && index === 0}
        onUnfold={() => setUnfolded(new Set([...unfolded, key]))}
      />
    )
  })
}

function itemKey(item: TrackItem): string {
  return item.kind === 'stop' ? item.stop.call.id : `${item.kind} ${item.stops[0]?.call.id ?? ''}`
}
