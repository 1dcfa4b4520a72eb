import type { CallResult } from '../call.ts'

/** How the calls of a step ended, by their place: all of them, or why one could not be brought to an end. */
export class Results {
  readonly all: Promise<readonly CallResult[]>
  readonly #ended: CallResult[] = []
  readonly #settle: (results: readonly CallResult[]) => void
  readonly #reject: (cause: unknown) => void
  #open: number

  constructor(count: number) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly CallResult[]>()
    this.all = promise
    this.#settle = resolve
    this.#reject = reject
    this.#open = count
  }

  put(place: number, result: CallResult): void {
    this.#ended[place] = result
    this.#open -= 1
    if (this.#open === 0) this.#settle(this.#ended)
  }

  /** The others go on; nobody waits for them. */
  fail(cause: unknown): void {
    this.#reject(cause)
  }
}
