import type { Lease } from '@countersign/agent'
import { ThreadId, type OutsideRequest, type TurnId, type UserId } from '@countersign/protocol'
import { OUTSIDE_MODEL } from '../../turns/outside-model.ts'
import type { Threads, Turns } from '../../turns/ports.ts'

/** Prefix of the settings that map an agent at a place to its thread. */
export const OUTSIDE_THREAD = 'outside:'

export interface OutsideTurnParts {
  readonly processId: string
  readonly threads: Pick<Threads, 'create' | 'get'>
  readonly turns: Pick<Turns, 'open' | 'renew' | 'finish'>
  /** Mode of new sessions. */
  mode(user: UserId): Promise<string>
  /** Maps sessions to threads, across restarts. */
  readonly memory: {
    get(user: UserId, name: string): Promise<unknown>
    set(user: UserId, name: string, value: unknown): Promise<void>
  }
  /** A session's thread was created: nobody watches it. */
  unattended(thread: ThreadId): Promise<void>
  failed(what: string, cause: unknown): void
}

/** A session of an agent, and its owner. */
type Asker = OutsideRequest['place'] & { readonly user: UserId }

/** The open turn of a session, which owns its calls. */
export interface OutsideTurn {
  readonly threadId: ThreadId
  readonly lease: Lease
  /** Aborted when the turn is no longer ours. */
  readonly abort: AbortController
  readonly renewal: NodeJS.Timeout
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** Milliseconds without a call after which the turn of a session ends; the next call opens another. */
const IDLE = 3000
const MOST_THREADS = 1000
/** Milliseconds between two renewals of a lease. */
const RENEWAL = 5000

/** The turns of outside agents: one for each session, for as long as it makes calls. */
export class OutsideTurns {
  readonly #parts: OutsideTurnParts
  readonly #turns = new Map<string, Promise<OutsideTurn>>()
  /** The latest thread of each recent session: most calls come a while after the previous one, and need not look it up. */
  readonly #threads = new Map<string, ThreadId>()
  readonly #finishing = new Set<Promise<unknown>>()

  constructor(parts: OutsideTurnParts) {
    this.#parts = parts
  }

  /** The turn of a session, for one more call. */
  async enter(place: Asker): Promise<OutsideTurn> {
    const key = ownKey(place)
    for (;;) {
      const known = this.#turns.get(key) ?? this.#open(place)
      this.#turns.set(key, known)
      const turn = await known.catch((cause: unknown) => {
        if (this.#turns.get(key) === known) this.#turns.delete(key)
        throw cause
      })
      if (!turn.abort.signal.aborted) {
        turn.calls += 1
        clearTimeout(turn.idle)
        return turn
      }
      if (this.#turns.get(key) === known) this.#turns.delete(key)
    }
  }

  /** A call of the turn has ended: without another one, the turn ends soon. */
  leaveLater(turn: OutsideTurn): void {
    turn.calls -= 1
    if (turn.calls > 0 || turn.abort.signal.aborted) return
    turn.idle = setTimeout(() => {
      const done = this.#finish(turn).finally(() => this.#finishing.delete(done))
      this.#finishing.add(done)
    }, IDLE)
  }

  /** Leaves stopped turns; with `any`, those that are no longer ours. */
  check(stopped: readonly TurnId[] | 'any'): void {
    for (const known of this.#turns.values()) {
      void known.then(
        async (turn) => {
          if (stopped === 'any') await this.#keep(turn)
          else if (stopped.includes(turn.lease.turnId)) this.#leave(turn)
        },
        () => {},
      )
    }
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#turns.values())
    await Promise.all(open.flatMap((one) => (one.status === 'fulfilled' ? [this.#finish(one.value)] : [])))
    await Promise.all(this.#finishing)
  }

  async #open(place: Asker): Promise<OutsideTurn> {
    const known = this.#threads.get(ownKey(place)) ?? (await threadOf(this.#parts, place))
    const opened =
      (await openTurn(this.#parts, place, known)) ??
      // Its thread is busy elsewhere, or gone: the session continues in a new one.
      (await openTurn(this.#parts, place, await newThread(this.#parts, place)))
    if (opened === undefined) throw new Error('no turn could be opened for a session outside')
    this.#remember(ownKey(place), opened.threadId)
    const turn: OutsideTurn = {
      ...opened,
      abort: new AbortController(),
      renewal: setInterval(() => void this.#keep(turn), RENEWAL),
      calls: 0,
      idle: undefined,
    }
    return turn
  }

  #remember(key: string, threadId: ThreadId): void {
    this.#threads.delete(key)
    this.#threads.set(key, threadId)
    if (this.#threads.size > MOST_THREADS) this.#threads.delete(this.#threads.keys().next().value ?? '')
  }

  async #keep(turn: OutsideTurn): Promise<void> {
    try {
      if (!(await this.#parts.turns.renew(turn.lease))) this.#leave(turn)
    } catch (cause) {
      this.#parts.failed('renewing the lease of a session outside', cause)
    }
  }

  /** Forgets a turn, and aborts the calls that it still runs. */
  #leave(turn: OutsideTurn): void {
    clearInterval(turn.renewal)
    clearTimeout(turn.idle)
    turn.abort.abort()
    for (const [key, known] of this.#turns) {
      known.then(
        (one) => {
          if (one === turn && this.#turns.get(key) === known) this.#turns.delete(key)
        },
        // The caller of a turn that could not be opened gets the error.
        () => undefined,
      )
    }
  }

  async #finish(turn: OutsideTurn): Promise<void> {
    this.#leave(turn)
    const usage = { inputTokens: 0, outputTokens: 0 }
    await this.#parts.turns
      .finish(turn.lease, { kind: 'answered', text: '', usage })
      .catch((cause: unknown) => this.#parts.failed('ending the turn of a session outside', cause))
  }
}

async function openTurn(
  parts: OutsideTurnParts,
  place: Asker,
  threadId: ThreadId,
): Promise<Pick<OutsideTurn, 'threadId' | 'lease'> | undefined> {
  const text = `Calls of ${place.agent}, session ${place.session}`
  const lease = await parts.turns.open(place.user, threadId, { text }, parts.processId)
  return lease === undefined ? undefined : { threadId, lease }
}

function ownKey(place: Asker): string {
  return `${place.user}:${keyOf(place)}`
}

function keyOf({ agent, session, workspace }: Asker): string {
  return `${agent}:${session}:${workspace}`
}

async function threadOf(parts: OutsideTurnParts, place: Asker): Promise<ThreadId> {
  const kept = ThreadId.safeParse(await parts.memory.get(place.user, `${OUTSIDE_THREAD}${keyOf(place)}`))
  if (kept.success && (await parts.threads.get(place.user, kept.data)) !== undefined) return kept.data
  return newThread(parts, place)
}

async function newThread(parts: OutsideTurnParts, place: Asker): Promise<ThreadId> {
  const folder = place.workspace.split('/').at(-1) ?? ''
  const { id } = await parts.threads.create(place.user, {
    title: `${place.agent} in ${folder === '' ? '/' : folder}`,
    mode: await parts.mode(place.user),
    model: OUTSIDE_MODEL,
    workspace: place.workspace,
  })
  await parts.unattended(id)
  await parts.memory.set(place.user, `${OUTSIDE_THREAD}${keyOf(place)}`, id)
  return id
}
