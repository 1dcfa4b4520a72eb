import type { TurnId } from '@countersign/protocol'

/** Something that goes along with the next transaction about its turn, before everything else in it. */
export interface HeldWrite<Work> {
  /** Leaves what is to be written with the transaction. */
  write(work: Work): Promise<void>
  /** The transaction was committed. */
  committed(): void
}

/** What waits for the next transaction of each turn. It stays until one is committed. */
export class HeldWrites<Work> {
  readonly #held = new Map<TurnId, readonly HeldWrite<Work>[]>()

  hold(id: TurnId, write: HeldWrite<Work>): void {
    this.#held.set(id, [...(this.#held.get(id) ?? []), write])
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
}

const NONE: readonly never[] = []
