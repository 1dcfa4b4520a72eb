import type { CallId } from '@countersign/protocol'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Reader } from '../approvals/settled.ts'
import { FoldedLine } from './FoldedLine.tsx'
import { moveInTree } from './move-in-tree.ts'
import { StopLine } from './StopLine.tsx'
import { texts } from './texts.ts'
import { trackItems } from './track-model.ts'
import type { Stop, TrackItem } from './track-model.ts'

export interface TrackActions {
  /** The card of a call that waits, or null if it has none here. */
  readonly card: (call: CallId) => ReactNode
  readonly reader: Reader
  /** What became of an answer that was given here and did not count. */
  readonly lateNote: (call: CallId) => string | null
  /** When another screen answered it, if one did (this device's clock). */
  readonly elsewhereAt: (call: CallId) => number | null
  readonly parentsOf: (call: CallId) => readonly string[]
  /** Tells the agent to propose an expired call again. */
  readonly askAgain: (stop: Stop) => void
  readonly isOpen: (stop: Stop) => boolean
  readonly toggle: (stop: Stop) => void
}

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
    if (item.kind === 'stop' || unfolded.has(key)) {
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
