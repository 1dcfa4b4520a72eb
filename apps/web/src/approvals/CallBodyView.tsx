import type { CallBody, DecisionView } from '@countersign/protocol'
import { Visible } from '../ui/Visible.tsx'
import { ArgumentsBody } from './ArgumentsBody.tsx'
import { CommandBody } from './CommandBody.tsx'
import type { BodyLook } from './body-look.ts'
import { DiffBody } from './DiffBody.tsx'
import { maskedValues } from './masked-values.ts'
import { PartRows } from './PartRows.tsx'
import { PathBody } from './PathBody.tsx'
import { reasonSentence } from './reason-text.ts'
import { SubtaskBody } from './SubtaskBody.tsx'
import { texts } from './texts.ts'
import { TodoBody } from './TodoBody.tsx'
import { UrlBody } from './UrlBody.tsx'

export interface CallBodyViewProps {
  readonly body: CallBody
  readonly decision: DecisionView | null
  readonly look?: BodyLook
}

/** The exact thing, by its kind, and why it was decided so. Used on cards and in the details of settled calls. */
export function CallBodyView({ body, decision, look = 'over' }: CallBodyViewProps) {
  const locked = decision?.locked !== undefined
  const parts = decision?.parts ?? []
  if (body.kind === 'shell') {
    return (
      <>
        <CommandBody
          command={body.command}
          parts={parts}
          locked={locked}
          found={body.found ?? []}
          look={look}
        />
        {parts.length === 0 && <Reason decision={decision} />}
        <Masked body={body} />
      </>
    )
  }
  return (
    <>
      {drawn(body)}
      {parts.length > 1 ? (
        <PartRows parts={parts} locked={locked} look={look} />
      ) : (
        <Reason decision={decision} />
      )}
      <Masked body={body} />
    </>
  )
}

/** What the server kept to itself is said, and which values they are. */
function Masked({ body }: { body: CallBody }) {
  const names = maskedValues(body)
  if (names.length === 0) return null
  return (
    <p className="text-hint text-ink-2">
      <Visible text={texts.masked(names)} />
    </p>
  )
}

function drawn(body: Exclude<CallBody, { kind: 'shell' }>) {
  switch (body.kind) {
    case 'write':
      return <DiffBody body={body} />
    case 'path':
      return <PathBody body={body} />
    case 'url':
      return (
        <UrlBody
          method={body.method}
          url={body.url}
          headers={body.headers ?? []}
          content={body.body ?? null}
        />
      )
    case 'todo':
      return <TodoBody items={body.items} />
    case 'subtask':
      return <SubtaskBody instructions={body.instructions} tools={body.tools} limits={body.limits} />
    case 'arguments':
      return (
        <ArgumentsBody entries={body.entries} server={body.server ?? null} change={body.change ?? null} />
      )
  }
}

function Reason({ decision }: { decision: DecisionView | null }) {
  if (decision === null) return null
  return (
    <p className="text-hint text-ink-2">
      <Visible text={reasonSentence(decision.reason)} />
    </p>
  )
}
