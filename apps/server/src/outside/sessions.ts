import {
  parseCall,
  pass,
  Toolbelt,
  type CallResult,
  type GateParts,
  type Ids,
  type Lease,
  type PolicySource,
  type ToolOutcome,
} from '@countersign/agent'
import type { Place } from '@countersign/policy'
import {
  ThreadId,
  type CallId,
  type OutsideAnswer,
  type OutsideEnd,
  type OutsideRequest,
  type TurnId,
  type UserId,
} from '@countersign/protocol'
import { homedir } from 'node:os'
import type { ModePolicies } from '../rules/policy-source.ts'
import type { Threads, Turns } from '../turns/ports.ts'
import { FirstYeses } from './first-yeses.ts'
import { HandedCalls } from './handed-calls.ts'
import { claimed, outsideTool } from './outside-tool.ts'

/** The model of chats whose agent lives elsewhere. */
export const OUTSIDE_MODEL = 'outside'

export interface OutsideParts {
  readonly user: UserId
  readonly processId: string
  readonly threads: Pick<Threads, 'create' | 'get'>
  readonly policy: ModePolicies
  /** Folders of the gate itself. */
  readonly own: readonly string[]
  readonly turns: Pick<Turns, 'open' | 'renew' | 'finish'>
  readonly gate: GateParts
  readonly ids: Ids
  /** Mode of new sessions. */
  mode(): Promise<string>
  /** Which chat a session has, kept over restarts. */
  readonly memory: { get(name: string): Promise<unknown>; set(name: string, value: unknown): Promise<void> }
  failed(what: string, cause: unknown): void
}

/** The gate for agents that live elsewhere: each of their calls walks the one road, in a chat of their session. */
export interface OutsideSessions {
  /** Resolves once the call may be made or may not. Aborting the signal before that withdraws the call. */
  ask(request: OutsideRequest, signal: AbortSignal): Promise<OutsideAnswer>
  /**
   * The same for a hook, which cannot report how the call ended. What a person allowed counts as handed over only once it was `heard`:
   * the agent may have died while its card waited.
   */
  askForHook(request: OutsideRequest, signal: AbortSignal): Promise<HookVerdict>
  /** Of calls that an agent may ask about by a second hook. */
  readonly yeses: FirstYeses
  /** The agent lives and makes the call. False: no such call is open here, and it must not be made. */
  heard(id: CallId): boolean
  /** How an allowed call ended. False: no such call is open here. */
  ended(id: CallId, end: OutsideEnd): boolean
  /** Held by whoever makes an allowed call: resolves when it has ended. Who goes before that has gone away. False: as above. */
  hold(id: CallId, gone: AbortSignal): Promise<boolean>
  /** Leaves the turns that were stopped; with `any`, those that are not ours any more. */
  check(stopped: readonly TurnId[] | 'any'): void
  close(): Promise<void>
}

/** `asked`: a person was. */
export type HookVerdict = OutsideAnswer & { readonly asked: boolean }

interface Session {
  readonly threadId: ThreadId
  readonly lease: Lease
  readonly abort: AbortController
  readonly renewal: NodeJS.Timeout
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** Milliseconds without a call after which the turn of a session ends; the next call opens another. */
const IDLE = 3000
/** Milliseconds that a hook has to say that it heard a person's yes. */
const HEARD_IN = 5000
const MOST_CHATS = 1000
/** Milliseconds between two renewals of a lease. */
const RENEWAL = 5000

export function outsideSessions(parts: OutsideParts): OutsideSessions {
  const sessions = new Map<string, Promise<Session>>()
  const handed = new HandedCalls()
  /** The last chat of each session that was seen lately: most calls come a while after the one before, and need not look it up. */
  const chats = new Map<string, ThreadId>()

  async function chatOf(place: OutsideRequest['place']): Promise<ThreadId> {
    return chats.get(keyOf(place)) ?? threadOf(parts, place)
  }

  function keepChat(key: string, threadId: ThreadId): void {
    chats.delete(key)
    chats.set(key, threadId)
    if (chats.size > MOST_CHATS) chats.delete(chats.keys().next().value ?? '')
  }
  const finishing = new Set<Promise<unknown>>()

  async function open(place: OutsideRequest['place']): Promise<Session> {
    const opened =
      (await openTurn(parts, place, await chatOf(place))) ??
      // Its chat is busy elsewhere, or gone: the session goes on in a new one.
      (await openTurn(parts, place, await newThread(parts, place)))
    if (opened === undefined) throw new Error('no turn could be opened for a session outside')
    keepChat(keyOf(place), opened.threadId)
    const abort = new AbortController()
    const session: Session = {
      ...opened,
      abort,
      renewal: setInterval(() => void keep(session), RENEWAL),
      calls: 0,
      idle: undefined,
    }
    return session
  }

  async function keep(session: Session): Promise<void> {
    try {
      if (!(await parts.turns.renew(session.lease))) leave(session)
    } catch (cause) {
      parts.failed('renewing the lease of a session outside', cause)
    }
  }

  /** Forgets a session; what it still runs is told so. */
  function leave(session: Session): void {
    clearInterval(session.renewal)
    clearTimeout(session.idle)
    session.abort.abort()
    for (const [key, known] of sessions) {
      known.then(
        (one) => {
          if (one === session && sessions.get(key) === known) sessions.delete(key)
        },
        // One that could not be opened is told to whoever asked for it.
        () => undefined,
      )
    }
  }

  async function finish(session: Session): Promise<void> {
    leave(session)
    const usage = { inputTokens: 0, outputTokens: 0 }
    await parts.turns
      .finish(session.lease, { kind: 'answered', text: '', usage })
      .catch((cause: unknown) => parts.failed('ending the turn of a session outside', cause))
  }

  function finishLater(session: Session): void {
    session.calls -= 1
    if (session.calls > 0 || session.abort.signal.aborted) return
    session.idle = setTimeout(() => {
      const done = finish(session).finally(() => finishing.delete(done))
      finishing.add(done)
    }, IDLE)
  }

  async function enter(place: OutsideRequest['place']): Promise<Session> {
    const key = keyOf(place)
    for (;;) {
      const known = sessions.get(key) ?? open(place)
      sessions.set(key, known)
      const session = await known.catch((cause: unknown) => {
        if (sessions.get(key) === known) sessions.delete(key)
        throw cause
      })
      if (!session.abort.signal.aborted) {
        session.calls += 1
        clearTimeout(session.idle)
        return session
      }
      if (sessions.get(key) === known) sessions.delete(key)
    }
  }

  /** How a call that was allowed goes on. */
  type HandOver = (id: CallId, cut: AbortSignal, asked: boolean) => Promise<ToolOutcome>

  async function askFor(
    request: OutsideRequest,
    signal: AbortSignal,
    handOver: HandOver,
  ): Promise<HookVerdict> {
    const session = await enter(request.place)
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
    }).finally(() => finishLater(session))
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
    async ask(request, signal) {
      const { verdict, call_id, reason } = await askFor(request, signal, (id, cut) =>
        request.reports ? handed.hand(id, cut) : Promise.resolve(handedTo(request)),
      )
      return { verdict, call_id, reason }
    },
    askForHook: (request, signal) =>
      askFor(request, signal, (id, cut, asked) =>
        asked ? handed.handIfHeard(id, cut, HEARD_IN) : Promise.resolve(handedTo(request)),
      ),
    yeses: new FirstYeses(() => parts.gate.clock.now()),
    heard: (id) => handed.ended(id, { ok: true, text: 'Handed over to its agent.' }),
    ended: (id, end) => handed.ended(id, end),
    hold: (id, gone) => handed.hold(id, gone),
    check(stopped) {
      for (const known of sessions.values()) {
        void known.then(
          async (session) => {
            if (stopped === 'any') await keep(session)
            else if (stopped.includes(session.lease.turnId)) leave(session)
          },
          () => {},
        )
      }
    },
    async close() {
      const open = await Promise.allSettled(sessions.values())
      await Promise.all(open.flatMap((one) => (one.status === 'fulfilled' ? [finish(one.value)] : [])))
      await Promise.all(finishing)
    },
  }
}

function handedTo({ place }: OutsideRequest): ToolOutcome {
  return { ok: true, text: `Handed over to ${place.agent}.` }
}

/** Walks the road. What nobody waits for any more is taken back. */
async function walk(
  parts: OutsideParts,
  session: Session,
  request: OutsideRequest,
  way: {
    readonly id: CallId
    readonly signal: AbortSignal
    /** A person is asked. */
    waiting(): void
    handOver(signal: AbortSignal): Promise<ToolOutcome>
  },
): Promise<CallResult> {
  const { place: from } = request
  const asked = claimed(request.call, from.cwd)
  const tool = outsideTool(asked, (_id, signal) => way.handOver(signal))
  const place: Place = { workspace: workspaceOf(from), cwd: from.cwd, home: homedir(), own: parts.own }
  const origin = {
    id: way.id,
    threadId: session.threadId,
    turnId: session.lease.turnId,
    parentId: null,
    depth: 0,
    place,
  }
  const sent = {
    id: way.id,
    providerId: way.id,
    name: asked.tool.name,
    input: JSON.stringify(asked.args ?? {}),
  }
  const parsed = await parseCall(new Toolbelt([tool]), sent, origin)
  if (!parsed.ok) return parsed.result
  try {
    return await pass(
      from.planning ? { ...parts.gate, policy: planning(parts.policy) } : parts.gate,
      { lease: session.lease, call: parsed.call, tool, place, parents: [], isNew: true },
      // Nothing is in the way of a call that is made elsewhere.
      { hold: (work) => work(), enter: () => true, signal: way.signal, waiting: () => way.waiting() },
    )
  } catch (cause) {
    if (!way.signal.aborted) throw cause
    const result: CallResult = {
      state: 'cancelled',
      code: 'cancelled',
      text: `Did not run: ${from.agent} no longer waits for an answer.`,
    }
    const signature = { via: 'stop', by: from.agent, at: parts.gate.clock.now() } as const
    await parts.gate.calls.refuse(session.lease, way.id, result, signature)
    return result
  }
}

/** An agent that plans is held to it, whatever the mode of its chat. */
function planning(policy: ModePolicies): PolicySource {
  return { snapshot: (threadId) => policy.inMode(threadId, 'plan') }
}

async function openTurn(
  parts: OutsideParts,
  place: OutsideRequest['place'],
  threadId: ThreadId,
): Promise<Pick<Session, 'threadId' | 'lease'> | undefined> {
  const text = `Calls of ${place.agent}, session ${place.session}`
  const lease = await parts.turns.open(parts.user, threadId, { text }, parts.processId)
  return lease === undefined ? undefined : { threadId, lease }
}

function keyOf({ agent, session, workspace }: OutsideRequest['place']): string {
  return `${agent}:${session}:${workspace}`
}

/** No folder holds everything: where an agent names one that does, nothing is inside of its workspace. */
function workspaceOf({ workspace }: OutsideRequest['place']): string {
  const home = homedir()
  return workspace === '/' || home === workspace || home.startsWith(`${workspace}/`) ? NOWHERE : workspace
}

const NOWHERE = '/nowhere'

async function threadOf(parts: OutsideParts, place: OutsideRequest['place']): Promise<ThreadId> {
  const kept = ThreadId.safeParse(await parts.memory.get(`outside:${keyOf(place)}`))
  if (kept.success && (await parts.threads.get(parts.user, kept.data)) !== undefined) return kept.data
  return newThread(parts, place)
}

async function newThread(parts: OutsideParts, place: OutsideRequest['place']): Promise<ThreadId> {
  const folder = place.workspace.split('/').at(-1) ?? ''
  const { id } = await parts.threads.create(parts.user, {
    title: `${place.agent} in ${folder === '' ? '/' : folder}`,
    mode: await parts.mode(),
    model: OUTSIDE_MODEL,
    workspace: place.workspace,
  })
  await parts.memory.set(`outside:${keyOf(place)}`, id)
  return id
}
