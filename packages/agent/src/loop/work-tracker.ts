import type { Clock } from '../ports.ts'

/**
 * Knows, over all levels of a turn, whether anything is being done or everything waits for a person. Time is measured only while something
 * is done: a person may think for two days.
 */
export class WorkTracker {
  readonly #clock: Clock
  readonly #allWaiting: () => void
  #working = 0
  #waiting = 0
  #workedBefore: number
  #since: number | undefined
  #looking: ReturnType<typeof setTimeout> | undefined

  constructor(clock: Clock, workedBefore: number, allWaiting: () => void) {
    this.#clock = clock
    this.#workedBefore = workedBefore
    this.#allWaiting = allWaiting
  }

  /** Milliseconds of work so far. */
  worked(): number {
    return this.#workedBefore + (this.#since === undefined ? 0 : this.#clock.now() - this.#since)
  }

  /** Inside a piece of work: waits for a person. */
  async wait<T>(waiting: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    this.end()
    try {
      return await waiting()
    } finally {
      this.#waiting -= 1
      this.begin()
    }
  }

  /** A piece of work begins; the caller must call `end`. A level uses the piece that it was called in. */
  begin(): void {
    this.#working += 1
    this.#since ??= this.#clock.now()
  }

  end(): void {
    this.#working -= 1
    if (this.#working > 0) return
    this.#workedBefore = this.worked()
    this.#since = undefined
    if (this.#waiting === 0) this.#lookAway()
    // Nothing runs for a moment between two pieces of work, so check again once things have settled.
    else this.#looking ??= setTimeout(() => this.#look(), 0)
  }

  /** Drops the pending check, so that it does not keep an ended turn in memory. */
  #lookAway(): void {
    if (this.#looking === undefined) return
    clearTimeout(this.#looking)
    this.#looking = undefined
  }

  #look(): void {
    this.#looking = undefined
    if (this.#working === 0 && this.#waiting > 0) this.#allWaiting()
  }
}
