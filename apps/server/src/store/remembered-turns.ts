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
  /** Calls that this process began and that have not ended. */
  readonly begun: Map<CallId, UnnumberedCall>
}

/** Most turns that are remembered; a turn that is not is asked of the database. */
const LIMIT = 500

/** Turns as this process left them, and one writer at a time for each: what is remembered is then what is. */
export class RememberedTurns {
  readonly #elapsed: () => number
  readonly #turns = new Map<TurnId, RememberedTurn>()
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

  /** Keeps a call that runs, as it is written down. */
  began(lease: Lease, row: UnnumberedCall): void {
    if (row.state === 'running') this.get(lease)?.begun.set(row.id, row)
  }

  hasBegun(lease: Lease, id: CallId): boolean {
    return this.get(lease)?.begun.has(id) === true
  }

  ended(lease: Lease, id: CallId): void {
    this.get(lease)?.begun.delete(id)
  }

  /** `now`: what the database's clock said just now. */
  remember(turn: Omit<RememberedTurn, 'at' | 'begun'>): void {
    const { turnId } = turn.lease
    const before = this.#turns.get(turnId)
    const begun = before?.lease.epoch === turn.lease.epoch ? before.begun : new Map<CallId, UnnumberedCall>()
    if (before === undefined && this.#turns.size >= LIMIT) this.#turns.clear()
    this.#turns.set(turnId, { ...turn, at: this.#elapsed(), begun })
  }

  forget(id: TurnId): void {
    this.#turns.delete(id)
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
