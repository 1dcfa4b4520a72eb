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

/** The body by its kind and the reasons for the decision, shown in the details of settled calls. */
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

/** A call that may be shortened: shows the beginning, and loads the rest on request. */
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

/** Only the body, without the reasons. */
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
  /** The body explains the decision part by part, but part of it is not in view. */
  readonly always?: boolean
}

/** The reasons for the decision, unless the body gives them part by part, and the list of masked values. */
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

/** Says which values the server withheld. */
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
