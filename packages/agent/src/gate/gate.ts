import {
  decide,
  offers,
  type Decision,
  type Place,
  type Policy,
  type PolicyCall,
  type Specifier,
} from '@countersign/policy'
import type { CallBody, Signature } from '@countersign/protocol'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { Call, CallResult, StoredCall, Target } from '../call.ts'
import type { AnswerWait, CallStore, CapabilitySource, Clock, Lease, PolicySource } from '../ports.ts'
import { lacking, NO_CAPABILITY } from '../toolbelt/capabilities.ts'
import type { Answered, Grounds, RunContext, Tool, Verified } from '../toolbelt/tool.ts'
import { countersign, isCountersigned, type CountersignedCall } from './countersign.ts'
import { runTool, type Watch } from './run-tool.ts'
import { endedText, refusalText } from './words.ts'

export interface GateParts {
  readonly calls: CallStore
  readonly answers: AnswerWait
  readonly policy: PolicySource
  readonly clock: Clock
  /** What chats have: asked when a call is proposed and again when it is applied. Absent: everything. */
  readonly capabilities?: CapabilitySource
}

/** One call at the gate: what it is, whose turn it is, and how deep. */
export interface Passenger {
  readonly lease: Lease
  readonly call: Call
  readonly tool: Tool
  readonly place: Place
  /** Titles of the sub-agents above, outermost first. */
  readonly parents: readonly string[]
  /** The call was made just now, under an id that nobody has seen: it need not be looked up. */
  readonly isNew?: boolean
}

/** How a call is carried out once it is approved. */
export interface Road {
  /** Waits for locks and limits, then does the work. What is approved but queued is not running yet. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Takes a place at once if nothing is in the way, until `leave`. False: it has to `hold`. */
  enter?(): boolean
  leave?(): void
  readonly signal: AbortSignal
  /** False: the lease is lost, and nothing more may have an effect. Asked right before the effect. */
  mayAct?(): boolean | Promise<boolean>
  /** Where output goes while the call runs. */
  output?(text: string): void
  /** Puts a question to a person while the call runs. Absent: nobody can be asked, and the answer is no. */
  ask?(question: Tool, input: unknown): Promise<Answered>
  /**
   * Before a proposal is written down: what it has to wait for, if anything. Cards stand in the order in which the model thought of them.
   * Once it was written `written` lets those behind go on; whoever made the road does so in any case when its call ends.
   */
  beforeWriting?(): Promise<void> | undefined
  written?(): void
  /** A person is asked; the call is out of the way of others until the answer. */
  waiting?(): void
}

/**
 * The one road of every call: propose → decide → (ask → answer) → apply → record. Returns how it ended. Taking up a turn again walks the
 * same road: a call that is already stored goes on from its state and is never proposed, asked or begun twice. Rejects only when the
 * signal aborts while nothing was begun, or when the store cannot be reached.
 */
export function pass(parts: GateParts, passenger: Passenger, road: Road): Promise<CallResult> {
  if (passenger.isNew !== true) return passAgain(parts, passenger, road)
  try {
    return passNew(parts, passenger, road)
  } catch (cause) {
    return Promise.reject(cause)
  }
}

async function passAgain(parts: GateParts, passenger: Passenger, road: Road): Promise<CallResult> {
  const known = await parts.calls.find(passenger.call.id)
  return known ? goOn(parts, passenger, road, { stored: known }) : passNew(parts, passenger, road)
}

/** A call that is not stored yet: it is decided. From here to its tool nothing is waited for that is there at once. */
function passNew(parts: GateParts, passenger: Passenger, road: Road): Promise<CallResult> {
  const judged = judge(parts, passenger)
  return isPromise(judged)
    ? judged.then((now) => passJudged(parts, passenger, road, now))
    : passJudged(parts, passenger, road, judged)
}

/** It may be refused without anyone being asked. */
function passJudged(parts: GateParts, passenger: Passenger, road: Road, judged: Judged): Promise<CallResult> {
  const refused = () => refusedUnasked(passenger.call, judged.decision)
  if (!parts.capabilities) return passInTurn(parts, passenger, road, { judged, refused: refused() })
  return outOfReach(parts, passenger, judged.version).then((lacks) =>
    passInTurn(parts, passenger, road, { judged, refused: lacks ?? refused() }),
  )
}

interface JudgedCall {
  readonly judged: Judged
  readonly refused: CallResult | undefined
}

/** It is written down when those before it are. */
function passInTurn(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  from: JudgedCall,
): Promise<CallResult> {
  const before = road.beforeWriting?.()
  return before === undefined
    ? passWritten(parts, passenger, road, from)
    : before.then(() => passWritten(parts, passenger, road, from))
}

function passWritten(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  { judged, refused }: JudgedCall,
): Promise<CallResult> {
  const { parents } = passenger
  const { decision } = judged
  const runs = decision.verdict === 'run' && refused === undefined && passenger.isNew === true
  if (runs && road.enter?.() === true) return passAtOnce(parts, passenger, road, judged)
  const extra = refused ? { offers: NO_OFFERS, parents, refused } : extraOf(passenger, judged)
  const proposed = propose(parts, passenger, road, decision, extra)
  return isPromise(proposed)
    ? proposed.then((stored) => goOn(parts, passenger, road, { stored, judged }))
    : goOn(parts, passenger, road, { stored: proposed, judged })
}

/** A call that may run and need not wait: proposing, applying and beginning it are one moment, and one row. */
function passAtOnce(parts: GateParts, passenger: Passenger, road: Road, judged: Judged): Promise<CallResult> {
  try {
    road.signal.throwIfAborted()
    const mode = judged.policy.mode.name
    const begin = judged.version === undefined ? { mode } : { mode, version: judged.version }
    const extra = { offers: NO_OFFERS, parents: passenger.parents, begin }
    const proposed = propose(parts, passenger, road, judged.decision, extra)
    if (!isPromise(proposed)) return passBegun(parts, passenger, road, { stored: proposed, judged })
    return proposed.then(
      (stored) => passBegun(parts, passenger, road, { stored, judged }),
      (cause: unknown) => {
        road.leave?.()
        throw cause
      },
    )
  } catch (cause) {
    road.leave?.()
    throw cause
  }
}

function passBegun(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  { stored, judged }: { readonly stored: StoredCall; readonly judged: Judged },
): Promise<CallResult> {
  if (stored.state === 'running') {
    const context = runContext(parts, passenger, road, judged)
    return perform(parts, passenger, countersign(passenger.call), { context, road, leaves: true })
  }
  road.leave?.()
  return goOn(parts, passenger, road, { stored })
}

type ProposalExtra = Parameters<CallStore['propose']>[3]

function propose(
  { calls }: GateParts,
  { lease, call }: Passenger,
  road: Road,
  decision: Decision,
  extra: ProposalExtra,
): Awaitable<StoredCall> {
  const proposed = calls.propose(lease, call, decision, extra)
  if (isPromise(proposed)) return proposed.finally(() => road.written?.())
  road.written?.()
  return proposed
}

const NO_OFFERS: ProposalExtra['offers'] = []

/** What goes with a proposal. */
function extraOf(passenger: Passenger, { policy, decision }: Judged): ProposalExtra {
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

/** A decision, and the policy that it was made by. */
interface Judged {
  readonly policy: Policy
  readonly decision: Decision
  /** Of a policy of a moment ago: it counts only where the store still has this version. */
  readonly version?: string
}

/** Walks a stored call on from its state to its end. */
async function goOn(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  from: { readonly stored: StoredCall; readonly judged?: Judged },
): Promise<CallResult> {
  let { stored } = from
  for (;;) {
    switch (stored.state) {
      case 'waiting':
        road.waiting?.()
        stored = await parts.answers.settled(stored.call.id, road.signal)
        break
      case 'approved': {
        road.signal.throwIfAborted()
        const step = await applyInPlace(parts, passenger, stored, { road, judged: from.judged })
        if (step.kind === 'ended') return step.result
        stored = step.stored
        break
      }
      case 'running':
        // Only this road begins calls. A call that is running before we began it belongs to someone else.
        return { state: 'interrupted', code: 'interrupted', text: endedText('interrupted', null) }
      case 'interrupted': {
        const looked = await verify(parts, passenger, stored, road.signal)
        if (looked.kind === 'ended') return looked.result
        stored = looked.stored
        break
      }
      case 'proposed':
      case 'succeeded':
      case 'failed':
      case 'blocked':
      case 'denied':
      case 'expired':
      case 'cancelled':
      case 'abandoned':
        return stored.result ?? unfinished(stored)
    }
  }
}

async function applyInPlace(
  parts: GateParts,
  passenger: Passenger,
  stored: StoredCall,
  way: { readonly road: Road; readonly judged: Judged | undefined },
): Promise<Applied> {
  const { road } = way
  if (road.enter?.() !== true) return road.hold(() => apply(parts, passenger, stored, way))
  try {
    return await apply(parts, passenger, stored, way)
  } finally {
    road.leave?.()
  }
}

function runContext(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  { decision, policy, byPerson = false }: Judged & { readonly byPerson?: boolean },
): RunContext {
  return {
    place: passenger.place,
    signal: road.signal,
    grounds: groundsOf(decision, policy, { byPerson }),
    output: (text) => road.output?.(text),
    ask: (question, input) => road.ask?.(question, input) ?? Promise.resolve({ allowed: false, words: '' }),
    judging: () => judging(parts, passenger),
  }
}

/** Decides by a policy. The same policy, as long as it is the very same, decides the same and is not asked twice. */
function judgeBy(policy: Policy, passenger: Passenger, before?: Judged): Judged {
  if (before?.policy === policy) return before
  return { policy, decision: decide(subjectOf(passenger), policy) }
}

/** Decides a call: by the policy of a moment ago if that is known and lets it run, else by the policy of now. */
function judge(parts: GateParts, passenger: Passenger): Awaitable<Judged> {
  if (passenger.isNew !== true || !parts.policy.recent) return judgeNow(parts, passenger)
  return letRunBefore(parts, passenger).then((recent) => recent ?? judgeNow(parts, passenger))
}

function judgeNow({ policy }: GateParts, passenger: Passenger, before?: Judged): Awaitable<Judged> {
  const now = policy.snapshot(passenger.call.threadId)
  return isPromise(now)
    ? now.then((found) => judgeBy(found, passenger, before))
    : judgeBy(now, passenger, before)
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

function subjectOf({ call, place }: Passenger): PolicyCall {
  return { tool: call.facts, specifier: call.specifier, place }
}

/**
 * Nobody is asked about a call that is known to fail, where only the mode asks. Where a rule or a guard asks, the failure itself
 * could tell what a file holds: then a person looks first.
 */
function refusedUnasked(call: Call, decision: Decision): CallResult | undefined {
  if (!call.refusal || decision.verdict !== 'ask' || decision.locked !== undefined) return undefined
  const reasons = [decision, ...decision.parts].filter(({ verdict }) => verdict === 'ask')
  if (reasons.some(({ reason }) => reason.because !== 'mode')) return undefined
  return { state: 'failed', ...call.refusal }
}

/**
 * A tool that needs what the chat does not have is refused whatever rules, modes and people say, and whoever built the belt. What it had
 * when its policy had a version is enough for a call that begins only where that is still the version.
 */
async function outOfReach(
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

type Applied =
  | { readonly kind: 'ended'; readonly result: CallResult }
  | { readonly kind: 'again'; readonly stored: StoredCall }

/**
 * A call that a crash cut off. What is `idempotent` is looked at by its tool: done, it has succeeded; not done, it goes on under the
 * same key. Everything else, and what the tool cannot say, is for a person to settle.
 */
async function verify(
  parts: GateParts,
  { call, lease, tool, place }: Passenger,
  stored: StoredCall,
  signal: AbortSignal,
): Promise<Applied> {
  const told = (row: StoredCall): Applied => ({ kind: 'ended', result: row.result ?? unfinished(row) })
  if (stored.call.repeat !== 'idempotent' || tool.repeat !== 'idempotent') return told(stored)
  signal.throwIfAborted()
  const found = await looked(tool, call, place)
  if (found.kind === 'unknown') return told(stored)
  if (found.kind === 'done') {
    const changed = found.changed === undefined ? {} : { changed: found.changed }
    await parts.calls.verified(lease, call.id, {
      state: 'succeeded',
      code: null,
      text: found.text,
      ...changed,
    })
  } else await parts.calls.resume(lease, call.id)
  // Others may have been faster: what counts is the row.
  const now = await parts.calls.find(call.id)
  return now === undefined || now.state === 'interrupted'
    ? told(now ?? stored)
    : { kind: 'again', stored: now }
}

async function looked(tool: Tool, call: Call, place: Place): Promise<Verified> {
  try {
    return await tool.verify(call, place)
  } catch {
    // A tool that cannot look does not know.
    return { kind: 'unknown' }
  }
}

/** The apply of an approved call: rules, mode and target are those of now, not of when it was proposed. */
async function apply(
  parts: GateParts,
  passenger: Passenger,
  stored: StoredCall,
  { road, judged }: { readonly road: Road; readonly judged: Judged | undefined },
): Promise<Applied> {
  road.signal.throwIfAborted()
  const { call, lease } = passenger
  // The mode may have changed while a person was thinking.
  const judging = judgeNow(parts, passenger, judged)
  const { policy, decision } = isPromise(judging) ? await judging : judging
  if (decision.verdict === 'block')
    return refuse(parts, passenger, blockedResult(decision), policySignature(parts, decision))
  const lacks = parts.capabilities && (await outOfReach(parts, passenger))
  if (lacks)
    return refuse(parts, passenger, lacks, { via: 'policy', by: 'capability', at: parts.clock.now() })
  const byPerson = stored.signature?.via === 'person'
  if (decision.verdict === 'ask' && !byPerson) {
    return {
      kind: 'again',
      stored: await parts.calls.askAgain(lease, call.id, decision, offers(subjectOf(passenger), policy)),
    }
  }
  const changed = call.targets.length === 0 ? undefined : await changedTarget(passenger)
  if (changed !== undefined) {
    const { path, found } = changed
    const text = `did not run: \`${path}\` changed after this call was proposed; read it again and propose anew`
    const result: CallResult = { state: 'failed', code: 'stale', text, ...(found ? { found } : {}) }
    return refuse(parts, passenger, result, { via: 'policy', by: 'stale target', at: parts.clock.now() })
  }
  const begun = parts.calls.begin(lease, call.id, call.hash)
  if (isPromise(begun) ? await begun : begun) {
    const context = runContext(parts, passenger, road, { decision, policy, byPerson })
    return { kind: 'ended', result: await perform(parts, passenger, countersign(call), { context, road }) }
  }
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

/** Does a countersigned call, once, and writes down how it ended. */
function perform(
  parts: GateParts,
  passenger: Passenger,
  signed: CountersignedCall,
  way: Way,
): Promise<CallResult> {
  if (!isCountersigned(signed)) throw new Error('a call that was not countersigned reached the tools')
  return runTool(passenger.tool, signed, new CallWatch(parts, passenger, way))
}

interface Way {
  readonly context: RunContext
  readonly road: Road
  /** It has a place on the road, and gives it back when it ends. */
  readonly leaves?: boolean
}

class CallWatch implements Watch {
  readonly context: RunContext
  readonly #calls: CallStore
  readonly #passenger: Passenger
  readonly #way: Way

  constructor({ calls }: GateParts, passenger: Passenger, way: Way) {
    this.context = way.context
    this.#calls = calls
    this.#passenger = passenger
    this.#way = way
  }

  mayAct(): Awaitable<boolean> {
    return this.#way.road.mayAct?.() ?? true
  }

  record(result: CallResult): Awaitable<unknown> {
    const { lease, call } = this.#passenger
    // Cut off, not ended: a call that may be repeated goes on from where it was when the turn is taken up again.
    if (this.context.signal.aborted && call.repeat === 'safe') return undefined
    return this.#calls.end(lease, call.id, result)
  }

  left(): void {
    if (this.#way.leaves === true) this.#way.road.leave?.()
  }
}

async function judging(
  parts: GateParts,
  { call, place }: Passenger,
): Promise<(specifier: Specifier) => Decision> {
  const policy = await parts.policy.snapshot(call.threadId)
  return (specifier) => decide({ tool: call.facts, specifier, place }, policy)
}

const WEAKEST_FIRST = ['mode', 'rule', 'readonly'] as const

/** A command of several parts stands on the weakest of them: one part that only the mode lets through makes it the mode's. */
function groundsOf(
  decision: Decision,
  policy: Policy,
  { byPerson }: { readonly byPerson: boolean },
): Grounds {
  const mode = policy.mode.name
  if (byPerson) return { via: 'person', mode }
  const stands = (because: string) =>
    decision.reason.because === because || decision.parts.some(({ reason }) => reason.because === because)
  return { via: WEAKEST_FIRST.find(stands) ?? 'policy', mode }
}

interface Changed {
  readonly path: string
  /** What a person would be shown now. */
  readonly found?: CallBody
}

/** The first file that is not as it was when the call was proposed. */
async function changedTarget({ tool, call, place }: Passenger): Promise<Changed | undefined> {
  const parsed = tool.parse(call.args)
  if ('error' in parsed) return { path: call.specifierText }
  const now = await parsed.inspect(place)
  const hashes = new Map(now.targets.map((target: Target) => [target.path, target.hash]))
  const changed = call.targets.find((target) => hashes.get(target.path) !== target.hash)
  return changed && { path: changed.path, found: now.body }
}

function blockedResult(decision: Decision): CallResult {
  return { state: 'blocked', code: 'blocked', text: refusalText(decision) }
}

function policySignature(parts: GateParts, decision: Decision): Signature {
  return { via: 'policy', by: decision.reason.because, at: parts.clock.now() }
}

function unfinished(stored: StoredCall): CallResult {
  const state = stored.state
  if (state === 'proposed' || state === 'waiting' || state === 'approved' || state === 'running') {
    return { state: 'interrupted', code: 'interrupted', text: endedText('interrupted', null) }
  }
  return { state, code: state, text: endedText(state, stored) }
}
