import { offers, type Decision } from '@countersign/policy'
import type { Signature } from '@countersign/protocol'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { CallResult, StoredCall } from '../call.ts'
import { judgeNow, outOfReach, subjectOf, type Judged } from './judge.ts'
import type { GateParts, Passenger, Road } from './parts.ts'
import type { LetRun } from './run-context.ts'
import { staleTarget } from './stale-target.ts'
import { refusalText } from './words.ts'

/** How an approved call comes to be applied. */
export interface Way {
  readonly stored: StoredCall
  readonly road: Road
  /** What was decided when it was proposed, if that was just now. */
  readonly judged: Judged | undefined
}

/** What became of an approved call: its end, or what its row says now. */
export type Applied =
  | { readonly kind: 'ended'; readonly result: CallResult }
  | { readonly kind: 'again'; readonly stored: StoredCall }

/** `begun`: its row says *running*, and its tool comes next. */
export type Applying = Applied | { readonly kind: 'begun'; readonly by: LetRun }

/** The apply of an approved call: rules, mode and target are those of now, not of when it was proposed. */
export function apply(parts: GateParts, passenger: Passenger, way: Way): Awaitable<Applying> {
  way.road.signal.throwIfAborted()
  // The mode may have changed while a person was thinking.
  const judged = judgeNow(parts, passenger, way.judged)
  return isPromise(judged) || parts.capabilities || passenger.call.targets.length > 0
    ? applyOnceKnown(parts, passenger, way, judged)
    : applyJudged(parts, passenger, way, judged)
}

/** Waits for the rules, for what the chat has, and for a look at what the call is about to change. */
async function applyOnceKnown(
  parts: GateParts,
  passenger: Passenger,
  way: Way,
  judging: Awaitable<Judged>,
): Promise<Applying> {
  const judged = await judging
  const { verdict } = judged.decision
  const lacks = verdict === 'block' ? undefined : await outOfReach(parts, passenger)
  if (lacks)
    return refuse(parts, passenger, lacks, { via: 'policy', by: 'capability', at: parts.clock.now() })
  const begins = verdict === 'run' || (verdict === 'ask' && isByPerson(way.stored))
  const by = { byPerson: isByPerson(way.stored), signal: way.road.signal }
  const stale = begins ? await staleTarget(parts, passenger, by) : undefined
  if (stale)
    return refuse(parts, passenger, stale, { via: 'policy', by: 'stale target', at: parts.clock.now() })
  return applyJudged(parts, passenger, way, judged)
}

function applyJudged(
  parts: GateParts,
  passenger: Passenger,
  { stored }: Way,
  { policy, decision }: Judged,
): Awaitable<Applying> {
  const { call, lease } = passenger
  if (decision.verdict === 'block')
    return refuse(parts, passenger, blockedResult(decision), policySignature(parts, decision))
  const byPerson = isByPerson(stored)
  if (decision.verdict === 'ask' && !byPerson) return askAgain(parts, passenger, { policy, decision })
  const begun = parts.calls.begin(lease, call.id, call.hash)
  const by = { policy, decision, byPerson }
  return begun === true ? { kind: 'begun', by } : onceBegun(parts, passenger, begun, by)
}

function isByPerson({ signature }: StoredCall): boolean {
  return signature?.via === 'person'
}

async function askAgain(
  { calls }: GateParts,
  passenger: Passenger,
  { policy, decision }: Judged,
): Promise<Applied> {
  const asked = offers(subjectOf(passenger), policy)
  return {
    kind: 'again',
    stored: await calls.askAgain(passenger.lease, passenger.call.id, decision, asked),
  }
}

async function onceBegun(
  parts: GateParts,
  { call }: Passenger,
  begun: Awaitable<boolean>,
  by: LetRun,
): Promise<Applying> {
  if (await begun) return { kind: 'begun', by }
  const now = await parts.calls.find(call.id)
  if (!now || now.state === 'approved') {
    // Still approved but not ours to begin: the lease is lost and another process has the turn.
    const text = 'did not run here: another process has taken over this turn'
    return { kind: 'ended', result: { state: 'cancelled', code: 'lease_lost', text } }
  }
  return { kind: 'again', stored: now }
}

async function refuse(
  parts: GateParts,
  passenger: Passenger,
  result: CallResult,
  signature: Signature,
): Promise<Applied> {
  await parts.calls.refuse(passenger.lease, passenger.call.id, result, signature)
  return { kind: 'ended', result }
}

function blockedResult(decision: Decision): CallResult {
  return { state: 'blocked', code: 'blocked', text: refusalText(decision) }
}

function policySignature(parts: GateParts, decision: Decision): Signature {
  return { via: 'policy', by: decision.reason.because, at: parts.clock.now() }
}
