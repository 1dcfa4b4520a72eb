import type { CallView } from '@countersign/protocol'
import { CallBodyView } from '../approvals/CallBodyView.tsx'
import type { SettledView } from '../approvals/settled.ts'
import { SignatureLine } from '../approvals/SignatureLine.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Pictures } from '../ui/Pictures.tsx'
import { ProgramOutput } from '../ui/ProgramOutput.tsx'
import { texts } from './texts.ts'

/** A server preview holds at most this many characters of the result. */
const PREVIEW_LIMIT = 500

/** An unfolded call: what it was, what came out, why it was let through or not. Results are text. */
export function CallDetails({ call, settled }: { call: CallView; settled: SettledView | null }) {
  return (
    <div className="flex flex-col gap-2 py-1">
      <CallBodyView body={call.body} decision={call.decision} />
      {(call.ended_at !== null || call.preview !== null) && (
        <div>
          <div className="flex items-center justify-between text-hint text-ink-3">
            <span>
              {call.ended_at === null ? texts.outputSoFar : texts.result}
              {call.ended_at !== null && (call.preview ?? '').length >= PREVIEW_LIMIT && `, ${texts.preview}`}
            </span>
            {call.preview !== null && call.preview !== '' && <CopyButton text={call.preview} />}
          </div>
          <pre className="max-h-80 overflow-auto rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap">
            {call.preview === null || call.preview === '' ? (
              texts.noResult
            ) : (
              <ProgramOutput text={call.preview} />
            )}
          </pre>
        </div>
      )}
      {call.images !== undefined && <Pictures images={call.images} />}
      {settled !== null && <SignatureLine settled={settled} />}
    </div>
  )
}
