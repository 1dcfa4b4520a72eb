import {
  parseCall,
  pass,
  Toolbelt,
  type CallResult,
  type GateParts,
  type Ids,
  type PolicySource,
  type ToolOutcome,
} from '@countersign/agent'
import { decide, type Place } from '@countersign/policy'
import type { CallId, OutsideAnswer, OutsideEnd, OutsideRequest, TurnId, UserId } from '@countersign/protocol'
import { homedir } from 'node:os'
import type { ModePolicies } from '../../rules/policy-source.ts'
import { FirstYeses } from './first-yeses.ts'
import { HandedCalls } from './handed-calls.ts'
import { claimed, outsideTool } from './outside-tool.ts'
import { OutsideTurns, type OutsideTurn, type OutsideTurnParts } from './outside-turns.ts'

export interface OutsideParts extends OutsideTurnParts {
  readonly policy: ModePolicies
  /** The gate's own folders. */
  readonly own: readonly string[]
  readonly gate: GateParts
  readonly ids: Ids
}

/** The gate for outside agents: each of their calls takes the same path, in a thread of their session. */
export interface OutsideSessions {
  /** Resolves once the call is allowed or refused. Aborting the signal before that withdraws the call. */
  ask(user: UserId, request: OutsideRequest, signal: AbortSignal): Promise<OutsideAnswer>
  /**
   * The same for a hook, which cannot report the end of the call. A person's yes is used only once it was `heard`: the agent may have died
   * while its card waited.
   */
  askForHook(user: UserId, request: OutsideRequest, signal: AbortSignal): Promise<HookVerdict>
  /** For calls that an agent may ask about with a second hook. */
  readonly yeses: FirstYeses
  /** The current policy blocks the call, whatever was answered before. */
  blocks(user: UserId, request: OutsideRequest): Promise<boolean>
  /** The agent is alive and makes the call. False: no such call is open here, and it must not be made. */
  heard(id: CallId): boolean
  /** How an allowed call ended. False: no such call is open here. */
  ended(id: CallId, end: OutsideEnd): boolean
  /** Held by the maker of an allowed call: resolves when it has ended. Disconnecting earlier abandons it. False: as above. */
  hold(id: CallId, gone: AbortSignal): Promise<boolean>
  /** Leaves stopped turns; with `any`, those that are no longer ours. */
  check(stopped: readonly TurnId[] | 'any'): void
  close(): Promise<void>
}

/** `asked`: a person was asked. */
export type HookVerdict = OutsideAnswer & { readonly asked: boolean }

/** Milliseconds that a hook has to confirm a person's yes. */
const HEARD_IN = 5000

export function outsideSessions(parts: OutsideParts): OutsideSessions {
  const turns = new OutsideTurns(parts)
  const handed = new HandedCalls()

  /** How an allowed call continues. */
  type HandOver = (id: CallId, cut: AbortSignal, asked: boolean) => Promise<ToolOutcome>

  async function askFor(
    user: UserId,
    request: OutsideRequest,
    signal: AbortSignal,
    handOver: HandOver,
  ): Promise<HookVerdict> {
    const session = await turns.enter({ ...request.place, user })
    const id = parts.ids.call()
    const both = AbortSignal.any([signal, session.abort.signal])
    const allowed = Promise.withResolvers<HookVerdict>()
    let asked = false
    const ended = walk(parts, session, request, {
      id,
      signal: both,
      waiting: () => {
        asked = true
      },
      handOver: (cut) => {
        const outcome = handOver(id, cut, asked)
        allowed.resolve({ verdict: 'allow', call_id: id, reason: 'allowed', asked })
        return outcome
      },
    }).finally(() => turns.leaveLater(session))
    // Once it is allowed nobody waits for this promise any more.
    ended.catch((cause: unknown) => {
      if (!both.aborted) parts.failed('a call from outside', cause)
    })
    return Promise.race([
      allowed.promise,
      ended.then(({ text }): HookVerdict => ({ verdict: 'deny', call_id: id, reason: text, asked })),
    ])
  }

  return {
    async ask(user, request, signal) {
      const { verdict, call_id, reason } = await askFor(user, request, signal, (id, cut) =>
        request.reports ? handed.hand(id, cut) : Promise.resolve(handedTo(request)),
      )
      return { verdict, call_id, reason }
    },
    askForHook: (user, request, signal) =>
      askFor(user, request, signal, (id, cut, asked) =>
        asked ? handed.handIfHeard(id, cut, HEARD_IN) : Promise.resolve(handedTo(request)),
      ),
    yeses: new FirstYeses(() => parts.gate.clock.now()),
    async blocks(user, request) {
      const session = await turns.enter({ ...request.place, user })
      try {
        const { place, parsed } = await read(parts, session, request, {
          id: parts.ids.call(),
          handOver: NEVER,
        })
        if (!parsed.ok) return true
        const { facts, specifier } = parsed.call
        const policy = await gateFor(parts, request).policy.snapshot(session.threadId)
        return decide({ tool: facts, specifier, place }, policy).verdict === 'block'
      } finally {
        turns.leaveLater(session)
      }
    },
    heard: (id) => handed.ended(id, { ok: true, text: 'Handed over to its agent.' }),
    ended: (id, end) => handed.ended(id, end),
    hold: (id, gone) => handed.hold(id, gone),
    check: (stopped) => turns.check(stopped),
    close: () => turns.close(),
  }
}

function handedTo({ place }: OutsideRequest): ToolOutcome {
  return { ok: true, text: `Handed over to ${place.agent}.` }
}

interface Asked {
  readonly id: CallId
  handOver(signal: AbortSignal): Promise<ToolOutcome>
}

/** Reads what an agent asks for as a call of its session. */
async function read(
  parts: OutsideParts,
  session: OutsideTurn,
  { place: from, call }: OutsideRequest,
  { id, handOver }: Asked,
) {
  const cwd = call.cwd ?? from.cwd
  const asked = claimed(call, cwd)
  const tool = outsideTool(asked, (_id, signal) => handOver(signal))
  const place: Place = { workspace: workspaceOf(from), cwd, home: homedir(), own: parts.own }
  const { threadId, lease } = session
  const origin = { id, threadId, turnId: lease.turnId, parentId: null, depth: 0, place }
  const sent = { id, providerId: id, name: asked.tool.name, input: JSON.stringify(asked.args ?? {}) }
  return { tool, place, parsed: await parseCall(new Toolbelt([tool]), sent, origin) }
}

/** Takes the call through the gate. A call that nobody waits for any more is withdrawn. */
async function walk(
  parts: OutsideParts,
  session: OutsideTurn,
  request: OutsideRequest,
  way: Asked & {
    readonly signal: AbortSignal
    /** A person is asked. */
    waiting(): void
  },
): Promise<CallResult> {
  const { place: from } = request
  const { tool, place, parsed } = await read(parts, session, request, way)
  if (!parsed.ok) return parsed.result
  try {
    return await pass(
      gateFor(parts, request),
      {
        lease: session.lease,
        call: parsed.call,
        tool,
        place,
        parents: [],
        signal: way.signal,
        isNew: true,
      },
      { waiting: () => way.waiting() },
    )
  } catch (cause) {
    if (!way.signal.aborted) throw cause
    const result: CallResult = {
      state: 'cancelled',
      code: 'cancelled',
      text: `Did not run: ${from.agent} is no longer waiting for an answer.`,
    }
    const signature = { via: 'stop', by: from.agent, at: parts.gate.clock.now() } as const
    await parts.gate.calls.refuse(session.lease, way.id, result, signature)
    return result
  }
}

function gateFor({ gate, policy }: OutsideParts, { place }: OutsideRequest): GateParts {
  return place.planning ? { ...gate, policy: planning(policy) } : gate
}

/** For a call that is only judged. */
const NEVER = (): Promise<ToolOutcome> => Promise.reject(new Error('a call that is only judged does not run'))

/** An agent in its own plan mode is held to it, whatever the mode of its thread. */
function planning(policy: ModePolicies): PolicySource {
  return { snapshot: (threadId) => policy.inMode(threadId, 'plan') }
}

/** No folder contains everything: if an agent names one that does, nothing is inside its workspace. */
function workspaceOf({ workspace }: OutsideRequest['place']): string {
  const home = homedir()
  return workspace === '/' || home === workspace || home.startsWith(`${workspace}/`) ? NOWHERE : workspace
}

const NOWHERE = '/nowhere'
