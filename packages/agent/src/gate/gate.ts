import type { Decision } from '@countersign/policy'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { CallResult, StoredCall } from '../call.ts'
import { promised, tell, tellFailure, type Ending } from '../ending.ts'
import type { CallStore } from '../ports.ts'
import { apply, type Applied, type Way } from './apply.ts'
import { countersign, isCountersigned } from './countersign.ts'
import { extraOf, judge, NO_OFFERS, outOfReach, refusedUnasked, type Judged } from './judge.ts'
import type { GateParts, Passenger, Road } from './parts.ts'
import { GateContext, type LetRun } from './run-context.ts'
import { runTool, type Starter, type ToolWork } from './run-tool.ts'
import { verify } from './verify.ts'
import { endedText, unfinished } from './words.ts'

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

/** Does a countersigned call, once, and writes down how it ended. */
function perform(work: ToolWork): void {
  if (!isCountersigned(work.signed)) throw new Error('a call that was not countersigned reached the tools')
  runTool(work)
}
