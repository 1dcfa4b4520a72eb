import {
  decide,
  offers,
  type Decision,
  type Policy,
  type PolicyCall,
  type Specifier,
  type ToolFacts,
} from '@countersign/policy'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { Call, CallResult } from '../call.ts'
import { lacking, NO_CAPABILITY } from '../toolbelt/capabilities.ts'
import type { CallStore } from '../ports.ts'
import type { Grounds } from '../toolbelt/tool.ts'
import type { GateParts, Passenger } from './parts.ts'

/** A decision, and the policy that it was made by. */
export interface Judged {
  readonly policy: Policy
  readonly decision: Decision
  /** Of a policy of a moment ago: it counts only where the store still has this version. */
  readonly version?: string
}

/** Decides a call: by the policy of a moment ago if that is known and lets it run, else by the policy of now. */
export function judge(parts: GateParts, passenger: Passenger): Awaitable<Judged> {
  if (passenger.isNew !== true || !parts.policy.recent) return judgeNow(parts, passenger)
  return judgeByRecent(parts, passenger)
}

async function judgeByRecent(parts: GateParts, passenger: Passenger): Promise<Judged> {
  return (await letRunBefore(parts, passenger)) ?? judgeNow(parts, passenger)
}

/** Decides by the policy of now, unless that is the one that decided before. */
export function judgeNow({ policy }: GateParts, passenger: Passenger, before?: Judged): Awaitable<Judged> {
  const now = policy.snapshot(passenger.call.threadId)
  return isPromise(now) ? judgeOnceKnown(now, passenger, before) : judgeBy(now, passenger, before)
}

async function judgeOnceKnown(
  policy: Promise<Policy>,
  passenger: Passenger,
  before: Judged | undefined,
): Promise<Judged> {
  return judgeBy(await policy, passenger, before)
}

/** Decides by a policy. The same policy, as long as it is the very same, decides the same and is not asked twice. */
function judgeBy(policy: Policy, passenger: Passenger, before?: Judged): Judged {
  if (before?.policy === policy) return before
  return { policy, decision: decide(subjectOf(passenger), policy) }
}

/**
 * What the policy of a moment ago lets run. The store checks, as it begins the call, that this is still the policy; everything else is
 * decided by the policy of now.
 */
async function letRunBefore({ policy }: GateParts, passenger: Passenger): Promise<Judged | undefined> {
  const recent = await policy.recent?.(passenger.call.threadId)
  if (recent === undefined) return undefined
  const judged = judgeBy(recent.policy, passenger)
  return judged.decision.verdict === 'run' ? { ...judged, version: recent.version } : undefined
}

/** What the policy is asked about. */
export function subjectOf({ call, place }: Passenger): PolicyCall {
  return { tool: call.facts, specifier: call.specifier, place }
}

/**
 * Nobody is asked about a call that is known to fail, where only the mode asks. Where a rule or a guard asks, the failure itself
 * could tell what a file holds: then a person looks first.
 */
export function refusedUnasked(call: Call, decision: Decision): CallResult | undefined {
  if (!call.refusal || decision.verdict !== 'ask' || decision.locked !== undefined) return undefined
  const reasons = [decision, ...decision.parts].filter(({ verdict }) => verdict === 'ask')
  if (reasons.some(({ reason }) => reason.because !== 'mode')) return undefined
  return { state: 'failed', ...call.refusal }
}

/**
 * A tool that needs what the chat does not have is refused whatever rules, modes and people say, and whoever built the belt. What it had
 * when its policy had a version is enough for a call that begins only where that is still the version.
 */
export async function outOfReach(
  { capabilities }: GateParts,
  { call, tool }: Passenger,
  version?: string,
): Promise<CallResult | undefined> {
  if (!capabilities) return undefined
  if (version !== undefined && capabilities.recent?.(call.threadId, version)?.has(tool.capability) === true)
    return undefined
  if ((await capabilities.of(call.threadId)).has(tool.capability)) return undefined
  return { state: 'failed', code: NO_CAPABILITY, text: lacking(tool.name, tool.capability) }
}

type ProposalExtra = Parameters<CallStore['propose']>[3]

export const NO_OFFERS: ProposalExtra['offers'] = []

/** What goes with a proposal. */
export function extraOf(passenger: Passenger, { policy, decision }: Judged): ProposalExtra {
  const { parents } = passenger
  return decision.verdict === 'ask' ? new Question(passenger, policy) : { offers: NO_OFFERS, parents }
}

/** What goes with a question. Offers are made when someone reads them: not every store keeps them. */
class Question implements ProposalExtra {
  readonly parents: readonly string[]
  readonly #passenger: Passenger
  readonly #policy: Policy
  #offers: ProposalExtra['offers'] | undefined

  constructor(passenger: Passenger, policy: Policy) {
    this.parents = passenger.parents
    this.#passenger = passenger
    this.#policy = policy
  }

  get offers(): ProposalExtra['offers'] {
    this.#offers ??= offers(subjectOf(this.#passenger), this.#policy)
    return this.#offers
  }
}

/** Judges by the policy of now what a running tool meets on its way. */
export async function judging(
  parts: GateParts,
  { call, place }: Passenger,
  as: ToolFacts = call.facts,
): Promise<(specifier: Specifier) => Decision> {
  const policy = await parts.policy.snapshot(call.threadId)
  return (specifier) => decide({ tool: as, specifier, place }, policy)
}

const WEAKEST_FIRST = ['mode', 'rule', 'readonly'] as const

/** A command of several parts stands on the weakest of them: one part that only the mode lets through makes it the mode's. */
export function groundsOf(
  decision: Decision,
  policy: Policy,
  { byPerson }: { readonly byPerson: boolean },
): Grounds {
  const mode = policy.mode.name
  if (byPerson) return { via: 'person', mode }
  for (const because of WEAKEST_FIRST) if (standsOn(decision, because)) return { via: because, mode }
  return { via: 'policy', mode }
}

function standsOn({ reason, parts }: Decision, because: string): boolean {
  return reason.because === because || parts.some((part) => part.reason.because === because)
}
