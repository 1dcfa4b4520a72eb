import { offers, type Decision, type Place } from '@countersign/policy'
import type { CallBody, Signature } from '@countersign/protocol'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { Call, CallResult, StoredCall, Target } from '../call.ts'
import { promised, tell, tellFailure, type Ending } from '../ending.ts'
import { unlessAborted } from '../on-abort.ts'
import type { CallStore } from '../ports.ts'
import type { Tool, Verified } from '../toolbelt/tool.ts'
import { countersign, isCountersigned } from './countersign.ts'
import {
  extraOf,
  judge,
  judgeNow,
  NO_OFFERS,
  outOfReach,
  refusedUnasked,
  subjectOf,
  type Judged,
} from './judge.ts'
import type { GateParts, Passenger, Road } from './parts.ts'
import { GateContext, type LetRun } from './run-context.ts'
import { runTool, type Starter, type ToolWork } from './run-tool.ts'
import { endedText, refusalText } from './words.ts'

/**
 * The one road of every call: propose → decide → (ask → answer) → apply → record. Returns how it ended. Taking up a turn again walks the
 * same road: a call that is already stored goes on from its state and is never proposed, asked or begun twice. Rejects only when the
 * signal aborts while nothing was begun, or when the store cannot be reached.
 */
export function pass(parts: GateParts, passenger: Passenger, road: Road): Promise<CallResult> {
  return promised((ending) => passTo(parts, passenger, road, ending))
}

/** The same road, and the ending told. */
export function passTo(parts: GateParts, passenger: Passenger, road: Road, ending: Ending<CallResult>): void {
  if (passenger.isNew !== true) return tellFailure(passAgain(parts, passenger, road, ending), ending)
  try {
    passNew(parts, passenger, road, ending)
  } catch (cause) {
    ending.failed(cause)
  }
}

async function passAgain(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
): Promise<void> {
  const known = await parts.calls.find(passenger.call.id)
  if (known) tell(goOn(parts, passenger, road, { stored: known }), ending)
  else passNew(parts, passenger, road, ending)
}

/**
 * A call that is not stored yet: it is decided. From here to its tool nothing is waited for that is there at once; what is not is waited
 * for in functions of their own, for a function that can wait costs something even where it does not.
 */
function passNew(parts: GateParts, passenger: Passenger, road: Road, ending: Ending<CallResult>): void {
  const judged = judge(parts, passenger)
  if (isPromise(judged) || parts.capabilities)
    return tellFailure(passOnceKnown(parts, passenger, road, ending, judged), ending)
  const refused = refusedUnasked(passenger.call, judged.decision)
  passJudged(parts, passenger, road, ending, { judged, refused })
}

/** Waits for the rules, and for what the chat has. */
async function passOnceKnown(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  judging: Awaitable<Judged>,
): Promise<void> {
  const judged = await judging
  const lacks = parts.capabilities && (await outOfReach(parts, passenger, judged.version))
  const refused = lacks ?? refusedUnasked(passenger.call, judged.decision)
  passJudged(parts, passenger, road, ending, { judged, refused })
}

interface JudgedCall {
  readonly judged: Judged
  /** It is refused without anyone being asked. */
  readonly refused: CallResult | undefined
}

/** It is written down when those before it are. */
function passJudged(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  from: JudgedCall,
): void {
  const before = road.beforeWriting?.()
  if (before === undefined) passInTurn(parts, passenger, road, ending, from)
  else tellFailure(passAfter(before, parts, passenger, road, ending, from), ending)
}

async function passAfter(before: Promise<void>, ...way: Parameters<typeof passInTurn>): Promise<void> {
  await before
  passInTurn(...way)
}

function passInTurn(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  { judged, refused }: JudgedCall,
): void {
  const { parents } = passenger
  const { decision } = judged
  const runs = decision.verdict === 'run' && refused === undefined && passenger.isNew === true
  if (runs && road.enter?.() === true) return passAtOnce(parts, passenger, road, ending, judged)
  const extra = refused ? { offers: NO_OFFERS, parents, refused } : extraOf(passenger, judged)
  const stored = propose(parts, passenger, road, decision, extra)
  tell(goOn(parts, passenger, road, { stored, judged }), ending)
}

/** A call that may run and need not wait: proposing, applying and beginning it are one moment, and one row. */
function passAtOnce(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  judged: Judged,
): void {
  let stored: Awaitable<StoredCall>
  try {
    road.signal.throwIfAborted()
    const mode = judged.policy.mode.name
    const begin = judged.version === undefined ? { mode } : { mode, version: judged.version }
    const extra = { offers: NO_OFFERS, parents: passenger.parents, begin, at: passenger.at }
    stored = propose(parts, passenger, road, judged.decision, extra)
  } catch (cause) {
    road.leave?.()
    throw cause
  }
  if (isPromise(stored))
    tellFailure(passOnceBegun(parts, passenger, road, ending, { proposed: stored, judged }), ending)
  else passBegun(parts, passenger, road, ending, { stored, judged })
}

async function passOnceBegun(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  { proposed, judged }: { readonly proposed: Promise<StoredCall>; readonly judged: Judged },
): Promise<void> {
  let stored: StoredCall
  try {
    stored = await proposed
  } catch (cause) {
    road.leave?.()
    throw cause
  }
  passBegun(parts, passenger, road, ending, { stored, judged })
}

function passBegun(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  ending: Ending<CallResult>,
  { stored, judged }: { readonly stored: StoredCall; readonly judged: Judged },
): void {
  if (stored.state === 'running') {
    const context = new GateContext(parts, passenger, road, judged)
    const { lease, call, tool } = passenger
    return perform({
      calls: parts.calls,
      lease,
      tool,
      signed: countersign(call),
      context,
      starter: road,
      ending,
    })
  }
  road.leave?.()
  tell(goOn(parts, passenger, road, { stored }), ending)
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
  if (isPromise(proposed)) return onceWritten(proposed, road)
  road.written?.()
  return proposed
}

async function onceWritten(proposed: Promise<StoredCall>, road: Road): Promise<StoredCall> {
  try {
    return await proposed
  } finally {
    road.written?.()
  }
}

/** Walks a stored call on from its state to its end. */
async function goOn(
  parts: GateParts,
  passenger: Passenger,
  road: Road,
  from: { readonly stored: Awaitable<StoredCall>; readonly judged?: Judged },
): Promise<CallResult> {
  let stored = isPromise(from.stored) ? await from.stored : from.stored
  for (;;) {
    switch (stored.state) {
      case 'waiting':
        road.waiting?.()
        stored = await parts.answers.settled(stored.call.id, road.signal)
        break
      case 'approved': {
        road.signal.throwIfAborted()
        const way = { stored, road, judged: from.judged }
        if (road.enter?.() !== true) {
          const step = await road.hold(() => carryOut(parts, passenger, way))
          if (step.kind === 'ended') return step.result
          stored = step.stored
          break
        }
        try {
          const applying = apply(parts, passenger, way)
          const applied = isPromise(applying) ? await applying : applying
          if (applied.kind === 'begun') return await done(parts, passenger, road, applied.by)
          if (applied.kind === 'ended') return applied.result
          stored = applied.stored
        } finally {
          road.leave?.()
        }
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

type Applied =
  | { readonly kind: 'ended'; readonly result: CallResult }
  | { readonly kind: 'again'; readonly stored: StoredCall }

/** `begun`: its row says *running*, and its tool comes next. */
type Applying = Applied | { readonly kind: 'begun'; readonly by: LetRun }

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

/** How an approved call comes to be applied. */
interface Way {
  readonly stored: StoredCall
  readonly road: Road
  /** What was decided when it was proposed, if that was just now. */
  readonly judged: Judged | undefined
}

/** Applies an approved call, and does it if nothing has come between. */
async function carryOut(parts: GateParts, passenger: Passenger, way: Way): Promise<Applied> {
  const applied = await apply(parts, passenger, way)
  return applied.kind === 'begun'
    ? { kind: 'ended', result: await done(parts, passenger, way.road, applied.by) }
    : applied
}

/** Does what has begun. */
function done(parts: GateParts, passenger: Passenger, road: Road, by: LetRun): Promise<CallResult> {
  const { lease, call, tool } = passenger
  const context = new GateContext(parts, passenger, road, by)
  // The place on the road is not its own to leave: whoever took it does.
  const starter: Starter = { mayAct: () => road.mayAct?.() ?? true }
  return promised((ending) =>
    perform({ calls: parts.calls, lease, tool, signed: countersign(call), context, starter, ending }),
  )
}

/** The apply of an approved call: rules, mode and target are those of now, not of when it was proposed. */
function apply(parts: GateParts, passenger: Passenger, way: Way): Awaitable<Applying> {
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
  const stale = begins ? await staleTarget(passenger, way.road.signal) : undefined
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

/** Does a countersigned call, once, and writes down how it ended. */
function perform(work: ToolWork): void {
  if (!isCountersigned(work.signed)) throw new Error('a call that was not countersigned reached the tools')
  runTool(work)
}

interface Changed {
  readonly path: string
  /** What a person would be shown now. */
  readonly found?: CallBody
}

/** Why a call may not run any more: a file is not as it was when it was proposed, or its tool cannot say. */
async function staleTarget(passenger: Passenger, signal: AbortSignal): Promise<CallResult | undefined> {
  if (passenger.call.targets.length === 0) return undefined
  try {
    const changed = await unlessAborted(signal, changedTarget(passenger))
    if (changed === undefined) return undefined
    const { path, found } = changed
    const text = `did not run: \`${path}\` changed after this call was proposed; read it again and propose anew`
    return { state: 'failed', code: 'stale', text, ...(found ? { found } : {}) }
  } catch (cause) {
    signal.throwIfAborted()
    const message = cause instanceof Error ? cause.message : String(cause)
    const text = `did not run: \`${passenger.tool.name}\` could not look at it again: ${message}`
    return { state: 'failed', code: 'tool_error', text }
  }
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
