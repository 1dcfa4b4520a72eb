/** Runs work under limits, in order of arrival: at most `parallel` at once, and never two that hold the same name. */
export class Locks {
  /** The maps have entries only for names that someone holds or waits for. */
  #tails: Map<string, Promise<unknown>> | undefined
  #queue: (() => void)[] | undefined
  #free: number

  constructor(parallel: number) {
    this.#free = parallel
  }

  /** Waits for every name, then for a free place, so that a call that waits for a lock occupies no place. */
  async run<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    if (names.length === 0) return this.#inPlace(work)
    const before = Promise.all(names.map((name) => this.#tails?.get(name) ?? Promise.resolve()))
    const release = this.#queueFor(names)
    try {
      await before
      return await this.#inPlace(work)
    } finally {
      release()
    }
  }

  /** Takes the names now, until the returned function is called. Undefined: someone holds or waits for one of them. */
  take(names: readonly string[]): (() => void) | undefined {
    return names.some((name) => this.#tails?.has(name)) ? undefined : this.#queueFor(names)
  }

  #queueFor(names: readonly string[]): () => void {
    const tails = (this.#tails ??= new Map<string, Promise<unknown>>())
    const { promise: held, resolve } = Promise.withResolvers<void>()
    for (const name of names) tails.set(name, held)
    return () => {
      resolve()
      for (const name of names) if (tails.get(name) === held) tails.delete(name)
    }
  }

  /** Takes a free place until `leave`; false: none is free. */
  enter(): boolean {
    if (this.#free <= 0) return false
    this.#free -= 1
    return true
  }

  async #inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (!this.enter()) await new Promise<void>((enter) => (this.#queue ??= []).push(enter))
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  leave(): void {
    const next = this.#queue?.shift()
    if (next) next()
    else this.#free += 1
  }
}
