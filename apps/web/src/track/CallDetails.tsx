import type { CallView } from '@countersign/protocol'
import { CallBodyView } from '../approvals/CallBodyView.tsx'
import type { SettledView } from '../approvals/settled.ts'
import { SignatureLine } from '../approvals/SignatureLine.tsx'
import { Pictures } from '../ui/Pictures.tsx'
import { ResultView } from './ResultView.tsx'
import type { TrackActions } from './track-actions.ts'

export interface CallDetailsProps {
  readonly call: CallView
  readonly settled: SettledView | null
  readonly load: TrackActions['result']
}

/** An unfolded call: what it was, what came out, why it was let through or not. */
export function CallDetails({ call, settled, load }: CallDetailsProps) {
  return (
    <div className="flex flex-col gap-2 py-1">
      <CallBodyView body={call.body} decision={call.decision} />
      {(call.ended_at !== null || call.preview !== null) && (
        <ResultView call={call} load={() => load(call.id)} />
      )}
      {call.images !== undefined && <Pictures images={call.images} />}
      {settled !== null && <SignatureLine settled={settled} />}
    </div>
  )
}
