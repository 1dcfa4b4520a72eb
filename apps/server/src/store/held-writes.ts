import type { TurnId } from '@countersign/protocol'

/** Something that goes along with the next transaction about its turn, before everything else in it. */
export interface HeldWrite<Work> {
  /** It was tried before, and may have been written: it asks the database first. */
  readonly asks: boolean
  /** Leaves what is to be written with the transaction. */
  write(work: Work): Promise<void>
  /** The transaction was committed. */
  committed(): void
}

/** Milliseconds after which what is held goes alone, at the earliest: what comes before a call is proposed is looked up and takes no longer. */
const PATIENCE = 50

/** What waits for the next transaction of each turn. It stays until one is committed. */
export class HeldWrites<Work> {
  readonly #held = new Map<TurnId, readonly HeldWrite<Work>[]>()
  /** How often each was seen to wait. */
  readonly #looks = new WeakMap<HeldWrite<Work>, number>()
  #timer: NodeJS.Timeout | undefined

  /** `alone` is called when nothing came along for a while: it makes a transaction. */
  hold(id: TurnId, write: HeldWrite<Work>, alone: (id: TurnId) => void): void {
    this.#held.set(id, [...(this.#held.get(id) ?? []), write])
    this.#watch(alone)
  }

  has(id: TurnId): boolean {
    return this.#held.has(id)
  }

  /** Runs a transaction with what is held for its turn. */
  async along<T>(id: TurnId, transaction: (held: readonly HeldWrite<Work>[]) => Promise<T>): Promise<T> {
    const held = this.#held.get(id) ?? NONE
    const done = await transaction(held)
    if (held.length === 0) return done
    const since = this.#held.get(id)?.slice(held.length) ?? NONE
    if (since.length === 0) this.#held.delete(id)
    else this.#held.set(id, since)
    for (const { committed } of held) committed()
    return done
  }

  /** One timer for all, and none that is set and cleared in every step. */
  #watch(alone: (id: TurnId) => void): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      for (const [id, held] of this.#held) {
        const looks = held.map((write) => (this.#looks.get(write) ?? 0) + 1)
        for (const [index, write] of held.entries()) this.#looks.set(write, looks[index] ?? 0)
        // Once: where it does not help, the database is busy or away, and whatever is written next has it.
        if (looks.includes(2)) alone(id)
      }
      if (this.#held.size > 0) this.#watch(alone)
    }, PATIENCE)
    this.#timer.unref()
  }
}

const NONE: readonly never[] = []
