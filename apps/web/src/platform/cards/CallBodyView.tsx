import type { CallBody as Body, DecisionView, ShortenedText } from '@countersign/protocol'
import { oneReason, reasonSentence } from '@countersign/protocol/client'
import type { ReactNode } from 'react'
import { useWholeCall } from '../../data/whole.ts'
import { Visible } from '../../ui/Visible.tsx'
import { useBodyView } from '../features-context.ts'
import type { BodyLook } from '../body.ts'
import { LazyArgumentsBody } from './LazyBodies.tsx'
import { maskedValues } from './masked-values.ts'
import { PartRows } from './PartRows.tsx'
import { RestBar } from './RestBar.tsx'
import type { Rest } from '../body.ts'
import { wholeBytes, withWhole } from './shortened.ts'
import type { ShownCall } from './shortened.ts'
import { texts } from './texts.ts'

export interface CallBodyViewProps {
  readonly call: ShownCall
  readonly look?: BodyLook
}

/** The exact thing, by its kind, and why it was decided so: in the details of settled calls. */
export function CallBodyView({ call, look = 'over' }: CallBodyViewProps) {
  const showsRest = useBodyView(call.body.kind)?.showsRest === true
  return (
    <WithWhole call={call}>
      {(shown, rest) => (
        <>
          <CallBody call={shown} look={look} rest={rest} />
          {rest !== null && rest !== 'here' && !showsRest && <RestBar rest={rest} />}
          <CallWhy call={shown} />
        </>
      )}
    </WithWhole>
  )
}

export interface WithWholeProps<Call extends ShownCall> {
  readonly call: Call
  readonly children: (call: Call, rest: Rest) => ReactNode
}

/** A call of which maybe only the beginning is here: that, and on a press all of it. */
export function WithWhole<Call extends ShownCall>({ call, children }: WithWholeProps<Call>) {
  if (call.shortened === undefined) return children(call, null)
  return (
    <Shortened call={call} shortened={call.shortened}>
      {children}
    </Shortened>
  )
}

function Shortened<Call extends ShownCall>(
  props: WithWholeProps<Call> & { readonly shortened: readonly ShortenedText[] },
) {
  const { call, shortened, children } = props
  const { value, ...loading } = useWholeCall(call.id)
  if (value !== null) return children(withWhole(call, value), 'here')
  return children(call, { bytes: wholeBytes(shortened), ...loading })
}

interface CallBodyProps {
  readonly call: ShownCall
  readonly look: BodyLook
  readonly rest: Rest
}

/** The exact thing alone. */
export function CallBody({ call: { body, decision, shortened }, look, rest }: CallBodyProps) {
  const drawn = useBodyView(body.kind)
  const Drawn = drawn?.view ?? LazyArgumentsBody
  const parts = decision === null || oneReason(decision) !== null ? [] : decision.parts
  return (
    <>
      <Drawn body={body} decision={decision} shortened={shortened} look={look} rest={rest} />
      {drawn?.showsParts !== true && parts.length > 0 && <PartRows parts={parts} look={look} />}
    </>
  )
}

export interface CallWhyProps {
  readonly call: ShownCall
  /** The body says it part by part, but not all of it is in view. */
  readonly always?: boolean
}

/** Why it was decided so, unless the body says it part by part; and which values are masked. */
export function CallWhy({ call: { body, decision }, always = false }: CallWhyProps) {
  const saysParts = useBodyView(body.kind)?.showsParts === true
  const one = decision === null ? null : oneReason(decision)
  const said = saysParts ? (decision?.parts.length ?? 0) > 0 : one === null
  return (
    <>
      {(!said || always) && <Reason decision={one ?? decision} />}
      <Masked body={body} />
    </>
  )
}

/** What the server kept to itself is said, and which values they are. */
function Masked({ body }: { body: Body }) {
  const names = maskedValues(body)
  if (names.length === 0) return null
  return (
    <p className="text-hint text-ink-2">
      <Visible text={texts.masked(names)} />
    </p>
  )
}

function Reason({ decision }: { decision: Pick<DecisionView, 'reason' | 'verdict'> | null }) {
  if (decision === null) return null
  return (
    <p className="text-hint text-ink-2" data-why="">
      <Visible text={reasonSentence(decision)} />
    </p>
  )
}
