import type { TurnId } from '@countersign/protocol'

/** A write that goes into the next transaction of its turn, before everything else in it. */
export interface DeferredWrite<Work> {
  /** Adds its writes to the transaction. */
  write(work: Work): Promise<void>
  /** The transaction was committed. */
  committed(): void
}

/**
 * Milliseconds between two checks of waiting writes. One that still waits at the second check is written alone: by then a proposed call
 * would have taken it along.
 */
const PATIENCE = 50

/** Writes that wait for the next transaction of their turn. Each stays until a transaction with it is committed. */
export class DeferredWrites<Work> {
  readonly #waiting = new Map<TurnId, readonly DeferredWrite<Work>[]>()
  /** How often each was found waiting. */
  readonly #looks = new WeakMap<DeferredWrite<Work>, number>()
  #timer: NodeJS.Timeout | undefined

  /** Defers a write. `flush` is called when the turn made no transaction for a while: it makes one. */
  defer(id: TurnId, write: DeferredWrite<Work>, flush: (id: TurnId) => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), write])
    this.#watch(flush)
  }

  has(id: TurnId): boolean {
    return this.#waiting.has(id)
  }

  /** Runs a transaction of a turn together with its deferred writes. */
  async flushWith<T>(
    id: TurnId,
    transaction: (deferred: readonly DeferredWrite<Work>[]) => Promise<T>,
  ): Promise<T> {
    const written = this.#waiting.get(id) ?? NONE
    const done = await transaction(written)
    if (written.length === 0) return done
    const since = this.#waiting.get(id)?.slice(written.length) ?? NONE
    if (since.length === 0) this.#waiting.delete(id)
    else this.#waiting.set(id, since)
    for (const { committed } of written) committed()
    return done
  }

  /** One timer for all turns, so that a step neither sets nor clears one. */
  #watch(flush: (id: TurnId) => void): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      for (const [id, writes] of this.#waiting) {
        const looks = writes.map((write) => (this.#looks.get(write) ?? 0) + 1)
        for (const [index, write] of writes.entries()) this.#looks.set(write, looks[index] ?? 0)
        // Only once: if it does not help, the database is busy or away, and the next write includes it.
        if (looks.includes(2)) flush(id)
      }
      if (this.#waiting.size > 0) this.#watch(flush)
    }, PATIENCE)
    this.#timer.unref()
  }
}

const NONE: readonly never[] = []
