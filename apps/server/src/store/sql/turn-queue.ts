import type { TurnId } from '@countersign/protocol'

/** Lets the writers of one turn in this process go one after the other, so that they do not hold connections while they wait for its thread. */
export class TurnQueue {
  /** Those who wait until the writer before them is done. */
  readonly #waiting = new Map<TurnId, (() => void)[]>()

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
