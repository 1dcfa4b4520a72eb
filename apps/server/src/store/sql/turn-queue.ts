import type { TurnId } from '@countersign/protocol'

/** A writer that waits for the previous one. `jobs`: it does these, and takes more until its turn comes. */
interface Waiting<Job> {
  resume(): void
  readonly jobs: Job[] | undefined
}

/** Maximum number of jobs that are done together. */
const MOST_JOBS = 20

/** Serialises the writers of one turn in this process, so that they do not hold connections while they wait for its thread. */
export class TurnQueue<Job = never> {
  readonly #waiting = new Map<TurnId, Waiting<Job>[]>()

  /** Runs the writers of a turn one after the other, in order of arrival. */
  inOrder<T>(id: TurnId, write: () => Promise<T>): Promise<T> {
    return this.#inTurn(id, write, undefined)
  }

  /**
   * The same for a job that can be done together with others: those that come one after the other while another writer works are one write. It gets
   * them in order of arrival, and tells each how it ended.
   */
  async together(id: TurnId, job: Job, write: (jobs: readonly Job[]) => Promise<void>): Promise<void> {
    const last = this.#waiting.get(id)?.at(-1)?.jobs
    if (last !== undefined && last.length < MOST_JOBS) last.push(job)
    else {
      const jobs = [job]
      await this.#inTurn(id, () => write(jobs), jobs)
    }
  }

  async #inTurn<T>(id: TurnId, write: () => Promise<T>, jobs: Job[] | undefined): Promise<T> {
    const before = this.#waiting.get(id)
    if (before === undefined) this.#waiting.set(id, [])
    else await new Promise<void>((resume) => before.push({ resume, jobs }))
    try {
      return await write()
    } finally {
      const next = this.#waiting.get(id)?.shift()
      if (next === undefined) this.#waiting.delete(id)
      else next.resume()
    }
  }
}
