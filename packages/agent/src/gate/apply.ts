import { offers, type Decision } from '@countersign/policy'
import type { Signature } from '@countersign/protocol'
import type { CallResult, StoredCall } from '../call/call.ts'
import { narrowing, type Narrowed } from '../call/narrow.ts'
import { decideNow, missingCapability, subjectOf, type PolicyDecision } from './judge.ts'
import type { GateParts, GateRequest } from './parts.ts'
import { staleTarget } from './stale-target.ts'
import { refusalText } from './words.ts'

/** A call and its stored state. */
export interface ApplyInput {
  readonly stored: StoredCall
  /** The decision made for the proposal, if that was a moment ago. */
  readonly decided?: PolicyDecision
}

/** The decision that lets a call run. */
export interface LetRun extends PolicyDecision {
  readonly byPerson: boolean
  /** The person signed only these parts. */
  readonly narrowed?: Narrowed | undefined
}

/** How far applying a call got. */
export type Applied =
  | { readonly kind: 'ended'; readonly result: CallResult }
  /** Its row decides what happens next. */
  | ({ readonly kind: 'stored' } & ApplyInput)
  /** Its row says *running*, and its tool comes next. */
  | { readonly kind: 'begun'; readonly by: LetRun }

/** Applies an approved call: checks it against the current rules, mode and targets, then sets its row to *running*. */
export async function apply(
  parts: GateParts,
  request: GateRequest,
  { stored, decided }: ApplyInput,
): Promise<Applied> {
  request.signal.throwIfAborted()
  const { calls } = parts
  const { lease, call } = request
  const byPerson = stored.signature?.via === 'person'
  // The mode may have changed while a person decided.
  const { policy, decision } = await decideNow(parts, request, decided)
  const signed = narrowing(call, stored.signature)
  const by: LetRun = { policy, decision, byPerson, narrowed: signed.ok ? signed.narrowed : undefined }
  const obstacle = signed.ok
    ? await obstacleTo(parts, request, by)
    : refusal(parts, signed.result, 'unknown parts')
  switch (obstacle?.kind) {
    case 'refusal': {
      const { result, signature } = obstacle
      await calls.refuse(lease, call.id, result, signature)
      return { kind: 'ended', result }
    }
    case 'question': {
      const asked = offers(subjectOf(request), policy)
      return { kind: 'stored', stored: await calls.askAgain(lease, call.id, decision, asked) }
    }
    case undefined:
      return (await calls.begin(lease, call.id, call.hash, stored.signature?.parts?.signed))
        ? { kind: 'begun', by }
        : notBegun(parts, request)
  }
}

/**
 * Applies a call that a rule or the mode allows immediately: it has no row yet, so one transaction will propose and begin it. A decision
 * with a version came from a cached policy, and that transaction compares the version. Undefined: something else must be checked first, so
 * the call is proposed and then applied like any other.
 */
export async function applyAtOnce(
  parts: GateParts,
  request: GateRequest,
  decided: PolicyDecision,
): Promise<LetRun | undefined> {
  request.signal.throwIfAborted()
  const now = decided.version === undefined ? await decideNow(parts, request, decided) : decided
  const by = {
    policy: now.policy,
    decision: now.decision,
    version: now.version,
    byPerson: request.byHand !== undefined,
  }
  if (now.decision.verdict === 'run' && !needsLook(parts, request)) return by
  return (await obstacleTo(parts, request, by)) === undefined ? by : undefined
}

/** Whether anything besides the policy could prevent the call from running. */
function needsLook({ capabilities }: GateParts, request: GateRequest): boolean {
  return capabilities !== undefined || canChange(request)
}

/** Whether the call could mean something else now than when it was proposed. */
function canChange({ call, tool }: GateRequest): boolean {
  return call.targets.length > 0 || tool.isInspected
}

type Obstacle =
  | { readonly kind: 'refusal'; readonly result: CallResult; readonly signature: Signature }
  /** A rule or the mode allowed it, but by now it would ask. */
  | { readonly kind: 'question' }

function refusal({ clock }: GateParts, result: CallResult, by: string): Obstacle {
  return { kind: 'refusal', result, signature: { via: 'policy', by, at: clock.now() } }
}

/** Returns what prevents a call from running now: the policy, a missing capability, or a changed target. */
async function obstacleTo(
  parts: GateParts,
  request: GateRequest,
  { decision, version, byPerson }: LetRun,
): Promise<Obstacle | undefined> {
  if (decision.verdict === 'block') return refusal(parts, blockedResult(decision), decision.reason.because)
  const lacks = parts.capabilities && (await missingCapability(parts, request, version))
  if (lacks) return refusal(parts, lacks, 'capability')
  if (decision.verdict === 'ask' && !byPerson) return { kind: 'question' }
  if (!canChange(request)) return undefined
  const stale = await staleTarget(parts, request, { byPerson })
  return stale && refusal(parts, stale, 'stale target')
}

/** Another process was faster, so its row decides what happens next. */
async function notBegun({ calls }: GateParts, { call }: GateRequest): Promise<Applied> {
  const now = await calls.find(call.id)
  if (now && now.state !== 'approved') return { kind: 'stored', stored: now }
  // Still approved but not ours to begin: the lease is lost and another process has the turn.
  const text = 'did not run here: another process has taken over this turn'
  return { kind: 'ended', result: { state: 'cancelled', code: 'lease_lost', text } }
}

function blockedResult(decision: Decision): CallResult {
  return { state: 'blocked', code: 'blocked', text: refusalText(decision) }
}
