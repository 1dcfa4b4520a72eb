import type { TurnId } from '@countersign/protocol'

/** Serialises the writers of one turn in this process, so that they do not hold connections while they wait for its thread. */
export class TurnQueue {
  /** Writers that wait for the previous one. */
  readonly #waiting = new Map<TurnId, (() => void)[]>()

  /** Runs the writers of a turn one after the other, in order of arrival. */
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
