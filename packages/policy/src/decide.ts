import type { PolicyCall } from './model/call.ts'
import type { Decision, PartDecision } from './decision.ts'
import type { Draft } from './draft.ts'
import { HAND_LAYERS, LAYERS, type Context, type Layer, type Opinion } from './layers.ts'
import type { Policy } from './policy.ts'
import type { Subject } from './model/subject.ts'
import { subjectsOf } from './subjects.ts'
import { isStricter, strictest, type Verdict } from './verdict.ts'

/** Decides a call of an agent. Pure and total: same call and policy, same decision. */
export function decide(call: PolicyCall, policy: Policy): Decision {
  return decideBy(LAYERS, { call, policy })
}

/** Decides an act by hand: it runs or is blocked, and nobody is asked. The policy contains only rules that bind people. */
export function decideByHand(call: PolicyCall, policy: Policy): Decision {
  return decideBy(HAND_LAYERS, { call, policy })
}

function decideBy(layers: readonly Layer[], context: Context): Decision {
  const subjects = subjectsOf(context.call)
  const [only] = subjects
  if (only !== undefined && subjects.length === 1) return decideAlone(only, opinionOn(only, context, layers))
  const judged = subjects.map((subject) => ({ subject, opinion: opinionOn(subject, context, layers) }))
  const verdict = judged.reduce<Verdict>((so, { opinion }) => strictest(so, opinion.verdict), 'run')
  const first = weightiest(judged, verdict)
  const lock =
    judged.find(({ opinion }) => opinion.lock === 'breaker') ?? judged.find(({ opinion }) => opinion.lock)
  const decision: Draft<Decision> = {
    verdict,
    reason: first?.opinion.reason ?? { because: 'nothing' },
    parts: judged.filter(isWorthTelling).map(partDecision).sort(byPlace),
  }
  if (lock?.opinion.lock !== undefined) decision.locked = lock.opinion.lock
  return decision
}

/** The common case of a single subject, whose opinion is the decision. */
function decideAlone(subject: Subject, opinion: Opinion): Decision {
  const { verdict, reason, lock } = opinion
  const parts = isWorthTelling({ subject, opinion }) ? [partDecision({ subject, opinion })] : []
  return lock === undefined ? { verdict, reason, parts } : { verdict, reason, parts, locked: lock }
}

/** A subject with the opinion of the layers. */
export interface Judged {
  readonly subject: Subject
  readonly opinion: Opinion
}

/** Runs one subject through the layers. */
export function judge(subject: Subject, context: Context): Judged {
  return { subject, opinion: opinionOn(subject, context, LAYERS) }
}

function opinionOn(subject: Subject, context: Context, layers: readonly Layer[]): Opinion {
  for (const layer of layers) {
    const opinion = layer(subject, context)
    if (opinion !== undefined) return opinion
  }
  throw new Error('the last layer always has an opinion')
}

/** The part whose reason represents the whole: the strictest, and among these one that nothing can lift. */
function weightiest(judged: readonly Judged[], verdict: Verdict): Judged | undefined {
  const strict = judged.filter(({ opinion }) => opinion.verdict === verdict)
  return (
    strict.find(({ opinion }) => opinion.lock !== undefined) ??
    strict.find(({ opinion }) => opinion.reason.because === 'irreversible') ??
    strict.find(({ opinion }) => opinion.reason.because === 'rule') ??
    strict.find(({ opinion }) => opinion.reason.because === 'builtin') ??
    strict.find(({ subject }) => subject.row !== 'none' && subject.readonly === undefined) ??
    strict[0]
  )
}

/** A subject that exists only for rules is not shown unless a rule matches it. */
function isWorthTelling({ subject, opinion }: Judged): boolean {
  return subject.row !== 'none' || isStricter(opinion.verdict, 'run')
}

/** Sorts parts by their position in the command. */
function byPlace(a: PartDecision, b: PartDecision): number {
  return (a.range?.start ?? 0) - (b.range?.start ?? 0)
}

const NO_NOTES: PartDecision['notes'] = []
const NO_CARRIERS: PartDecision['carriers'] = []

function partDecision({ subject, opinion }: Judged): PartDecision {
  const { label, range, notes = NO_NOTES } = subject
  const { verdict, reason } = opinion
  const carriers = subject.carriers?.map((carrier) => carrier.name) ?? NO_CARRIERS
  return range === undefined
    ? { label, carriers, verdict, reason, notes }
    : { label, range, carriers, verdict, reason, notes }
}
