import {
  decide,
  decideByHand,
  isStricter,
  offers,
  type Decision,
  type Policy,
  type PolicyCall,
  type Specifier,
  type ToolFacts,
} from '@countersign/policy'
import type { Call, CallResult } from '../call/call.ts'
import { lacking, NO_CAPABILITY, type Capabilities, type Capability } from '../toolbelt/capabilities.ts'
import type { CallStore, GrantedNode } from '../ports.ts'
import type { Grounds } from '../toolbelt/tool.ts'
import type { GateParts, GateRequest } from './parts.ts'
import { underEarlierYes } from './signed-before.ts'

/** A decision, and the policy that made it. */
export interface PolicyDecision {
  readonly policy: Policy
  readonly decision: Decision
  /** Set if a cached policy decided: the decision is valid only if the store still has this version. */
  readonly version?: string | undefined
}

/**
 * Decides a call with the cached policy if that one lets a new call run, otherwise with the current policy. Of the cached policy only `run`
 * is trusted, because the store checks its version in the transaction that begins the call.
 */
export function decideCall(parts: GateParts, request: GateRequest): Promise<PolicyDecision> {
  return request.isNew === true && request.byHand === undefined && parts.policy.recent
    ? decideByRecent(parts, request)
    : decideNow(parts, request)
}

async function decideByRecent(parts: GateParts, request: GateRequest): Promise<PolicyDecision> {
  const recent = await parts.policy.recent?.(request.call.threadId, nodeOf(request.call))
  if (recent === undefined) return decideNow(parts, request)
  const decision = decideAll(request, recent.policy)
  return decision.verdict === 'run' ? { ...recent, decision } : decideNow(parts, request)
}

/** Decides with the current policy. If that is the same policy that made `before`, its decision is reused. */
export async function decideNow(
  parts: GateParts,
  request: GateRequest,
  before?: PolicyDecision,
): Promise<PolicyDecision> {
  const now = await policyFor(parts, request)
  if (request.byHand !== undefined) return { policy: now, decision: decideByHand(subjectOf(request), now) }
  if (before?.policy === now) return before
  const decision = decideAll(request, now)
  return { policy: now, decision: await underEarlierYes(parts.calls, request.call, decision) }
}

/** A call that was asked for through another tool is two parts: its own, and what rules say of that tool. */
function decideAll(request: GateRequest, policy: Policy): Decision {
  const own = decide(subjectOf(request), policy)
  const { through } = request.call
  if (through === undefined) return own
  const specifier = { kind: 'text', text: through.text } as const
  const other = decide({ tool: through.facts, specifier, place: request.place }, policy)
  if (other.verdict === 'run') return own
  const first = isStricter(other.verdict, own.verdict) ? other : own
  const locked = own.locked ?? other.locked
  return {
    verdict: first.verdict,
    reason: first.reason,
    parts: [...own.parts, ...other.parts],
    ...(locked === undefined ? {} : { locked }),
  }
}

/** Rules and modes bind the agent. An act by hand is judged only by what binds a person too. */
function policyFor({ policy }: GateParts, { call, byHand }: GateRequest): Promise<Policy> {
  if (byHand === undefined) return policy.snapshot(call.threadId, nodeOf(call))
  if (policy.byHand === undefined) throw new Error('there is no policy for what a person does by hand')
  return policy.byHand()
}

/** The node that a person's grant may name. */
function nodeOf({ node, parentId }: Call): GrantedNode | undefined {
  return node && { parentId, ...node }
}

/** The call as the policy sees it. */
export function subjectOf({ call, place }: GateRequest): PolicyCall {
  return { tool: call.facts, specifier: call.specifier, place }
}

/**
 * A call that is known to fail asks nobody if only the mode asks. If a rule or a guard asks, a person looks first, because the failure
 * itself could reveal what a file contains.
 */
export function failsWithoutAsking(call: Call, decision: Decision): CallResult | undefined {
  if (!call.refusal || decision.verdict !== 'ask' || decision.locked !== undefined) return undefined
  const reasons = [decision, ...decision.parts].filter(({ verdict }) => verdict === 'ask')
  if (reasons.some(({ reason }) => reason.because !== 'mode')) return undefined
  return { state: 'failed', ...call.refusal }
}

/**
 * Refuses a tool whose capability the thread lacks, whatever rules, modes and people say and whichever belt offered it. With a `version`,
 * the capabilities of that version are enough: the store begins the call only if it still has that version.
 */
export async function missingCapability(
  { capabilities }: GateParts,
  { call, tool, byHand }: GateRequest,
  version?: string,
): Promise<CallResult | undefined> {
  if (capabilities === undefined || byHand !== undefined) return undefined
  const needs = call.needs ?? tool.capabilities
  const recent = version === undefined ? undefined : capabilities.recent?.(call.threadId, version)
  if (recent !== undefined && missingOf(needs, recent).length === 0) return undefined
  const missing = missingOf(needs, await capabilities.of(call.threadId))
  return missing.length === 0
    ? undefined
    : { state: 'failed', code: NO_CAPABILITY, text: lacking(tool.name, missing) }
}

function missingOf(needs: readonly Capability[], has: Capabilities): readonly Capability[] {
  return needs.filter((capability) => !has.has(capability))
}

type Extra = Parameters<CallStore['propose']>[3]

/** The facts that are stored with a proposal. */
export function extraOf(request: GateRequest, { policy }: PolicyDecision, begin?: Extra['begin']): Extra {
  const { parents, at, byHand } = request
  return { offers: () => offers(subjectOf(request), policy), parents, at, begin, byHand }
}

/** Judges things that a running tool meets (a redirect, a file below a folder) by the current policy. */
export async function judging(
  parts: GateParts,
  request: GateRequest,
  as: ToolFacts = request.call.facts,
): Promise<(specifier: Specifier) => Decision> {
  const { place, byHand } = request
  const policy = await policyFor(parts, request)
  const judge = byHand === undefined ? decide : decideByHand
  return (specifier) => judge({ tool: as, specifier, place }, policy)
}

const WEAKEST_FIRST = ['mode', 'rule', 'readonly'] as const

/** A command of several parts has the grounds of its weakest part: one part that runs only by mode makes the whole run by mode. */
export function groundsOf(
  { policy, decision }: PolicyDecision,
  { byPerson }: { readonly byPerson: boolean },
): Grounds {
  const mode = policy.mode.name
  if (byPerson) return { via: 'person', mode }
  for (const because of WEAKEST_FIRST) if (restsOn(decision, because)) return { via: because, mode }
  return { via: 'policy', mode }
}

function restsOn({ reason, parts }: Decision, because: string): boolean {
  return reason.because === because || parts.some((part) => part.reason.because === because)
}
