import type { CallView } from '@countersign/protocol'
import { useBodyView } from '../../../platform/features-context.ts'
import { CallBodyView } from '../../../platform/cards/CallBodyView.tsx'
import type { SettledView } from '../../../platform/cards/settled.ts'
import { SignatureLine } from '../../../platform/cards/SignatureLine.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Pictures } from '../../../ui/Pictures.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import { ResultView } from '../../../platform/cards/ResultView.tsx'
import type { CallActions } from './call-actions.ts'
import { speaks } from './sub-agent.ts'
import { texts } from './texts.ts'

export interface CallDetailsProps {
  readonly call: CallView
  readonly settled: SettledView | null
  readonly load: CallActions['result']
}

/** An unfolded call: its body, its result, and why it was allowed or refused. */
export function CallDetails({ call, settled, load }: CallDetailsProps) {
  return (
    <div className="flex flex-col gap-2 py-1">
      <CallBodyView call={call} />
      <CopySubject call={call} />
      {call.preview !== null && !speaks(call) && <ResultView call={call} load={() => load(call.id)} />}
      <Attached call={call} />
      {settled !== null && <SignatureLine settled={settled} />}
    </div>
  )
}

/** Pictures and files of the result, unless a feature shows them below the line. */
function Attached({ call }: { call: CallView }) {
  const isShown = useBodyView(call.body.kind)?.result !== undefined
  if (isShown || !('attachments' in call)) return null
  return (
    <>
      {call.images !== undefined && <Pictures images={call.images} />}
      {call.attachments !== undefined && <AttachedFiles attachments={call.attachments} />}
    </>
  )
}

/** The command, path or address of a call, as it is shown. */
function CopySubject({ call: { body, specifier } }: { call: CallView }) {
  const label = labelOf(body)
  if (label === null || specifier === '') return null
  return (
    <span className="-ms-2">
      <CopyButton size="small" text={specifier} label={label} />
    </span>
  )
}

function labelOf(body: CallView['body']): string | null {
  switch (body.kind) {
    case 'shell':
      return texts.copyCommand
    case 'write':
    case 'path':
      return texts.copyPath
    case 'url':
      return texts.copyAddress
    default:
      return null
  }
}
