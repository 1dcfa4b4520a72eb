import type { Lease } from '@countersign/agent'
import type { CallId, Instant, TurnId } from '@countersign/protocol'
import type { Head } from '../../audit/chain.ts'
import type { ThreadRow, UnnumberedCall } from './tables.ts'

/** The state of a turn, valid while only its lease writes in its thread. A caller that relies on it has the database check it. */
export interface RememberedTurn {
  readonly thread: ThreadRow
  /** The end of the thread's audit chain. */
  readonly head: Head
  readonly lease: Lease & { readonly owner: string | null }
  /** A new id. */
  readonly freshId: string
  /** The database's clock, and what ours said then. */
  readonly now: Instant
  readonly at: number
}

/** How many turns and calls are remembered; others are read from the database. */
const LIMIT = 500

/** Turns as this process left them. One writer at a time per turn keeps the memory correct. */
export class RememberedTurns {
  readonly #elapsed: () => number
  readonly #turns = new Map<TurnId, RememberedTurn>()
  readonly #begun = new Map<CallId, UnnumberedCall>()
  /** Those who wait until the writer before them is done. */
  readonly #waiting = new Map<TurnId, (() => void)[]>()

  /** `elapsed` counts milliseconds and never goes back. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** The turn as this lease left it. */
  get({ turnId, epoch }: Lease): RememberedTurn | undefined {
    const turn = this.#turns.get(turnId)
    return turn?.lease.epoch === epoch ? turn : undefined
  }

  /** Keeps a call that runs, as it was written down, until it has ended. */
  began(row: UnnumberedCall): void {
    if (row.state !== 'running') return
    const [oldest] = this.#begun.keys()
    if (oldest !== undefined && this.#begun.size >= LIMIT) this.#begun.delete(oldest)
    this.#begun.set(row.id, row)
  }

  begun(id: CallId): UnnumberedCall | undefined {
    return this.#begun.get(id)
  }

  ended(id: CallId): void {
    this.#begun.delete(id)
  }

  /** `now`: a current reading of the database's clock. */
  remember(turn: Omit<RememberedTurn, 'at'>): void {
    const { turnId } = turn.lease
    if (!this.#turns.has(turnId) && this.#turns.size >= LIMIT) this.#turns.clear()
    this.#turns.set(turnId, { ...turn, at: this.#elapsed() })
  }

  forget(id: TurnId): void {
    this.#turns.delete(id)
  }

  /** The turn was released or has ended: forgets it. */
  leave(id: TurnId): void {
    this.forget(id)
    for (const { id: call, turn_id } of this.#begun.values()) if (turn_id === id) this.#begun.delete(call)
  }

  /** The time on the database's clock, or slightly before it. */
  nowOf({ now, at }: RememberedTurn): Instant {
    return Math.floor(now + this.#elapsed() - at)
  }

  /** One after the other for each turn, in the order of asking. */
  async inOrder<T>(id: TurnId, write: () => Promise<T>): Promise<T> {
    const before = this.#waiting.get(id)
    if (before === undefined) this.#waiting.set(id, [])
    else await new Promise<void>((resume) => before.push(resume))
    try {
      return await write()
    } finally {
      const next = this.#waiting.get(id)?.shift()
      if (next === undefined) this.#waiting.delete(id)
      else next()
    }
  }
}
