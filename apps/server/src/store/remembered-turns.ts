import type { Lease } from '@countersign/agent'
import type { CallId, Instant, TurnId } from '@countersign/protocol'
import type { Head } from '../audit/chain.ts'
import type { ThreadRow, UnnumberedCall } from './tables.ts'

/** What is true of a turn as long as nobody but its lease writes in its thread: whoever relies on it has the database check it. */
export interface RememberedTurn {
  readonly thread: ThreadRow
  /** The end of the thread's audit chain. */
  readonly head: Head
  readonly lease: Lease & { readonly owner: string | null }
  /** An id that nobody has. */
  readonly freshId: string
  /** The database's clock, and what ours said then. */
  readonly now: Instant
  readonly at: number
}

/** Most turns and most calls that are remembered; what is not is asked of the database. */
const LIMIT = 500

/** Turns as this process left them, and one writer at a time for each: what is remembered is then what is. */
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

  /** `now`: what the database's clock said just now. */
  remember(turn: Omit<RememberedTurn, 'at'>): void {
    const { turnId } = turn.lease
    if (!this.#turns.has(turnId) && this.#turns.size >= LIMIT) this.#turns.clear()
    this.#turns.set(turnId, { ...turn, at: this.#elapsed() })
  }

  forget(id: TurnId): void {
    this.#turns.delete(id)
  }

  /** The turn was laid down or has ended: nothing of it is needed any more. */
  leave(id: TurnId): void {
    this.forget(id)
    for (const { id: call, turn_id } of this.#begun.values()) if (turn_id === id) this.#begun.delete(call)
  }

  /** What the database's clock says now, or a little less. */
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
