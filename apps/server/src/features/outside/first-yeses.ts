/**
 * Approvals of calls that their agent may ask about again, with another of its hooks. Each answers one further question, only about exactly
 * the same call, and expires.
 */
export class FirstYeses {
  readonly #kept = new Map<string, number[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  keep(key: string): void {
    this.#forget()
    this.#kept.set(key, [...(this.#kept.get(key) ?? []), this.#now()])
  }

  /** True: there was a yes, which is now used up. */
  take(key: string): boolean {
    this.#forget()
    const [first, ...others] = this.#kept.get(key) ?? []
    if (others.length === 0) this.#kept.delete(key)
    else this.#kept.set(key, others)
    return first !== undefined
  }

  #forget(): void {
    const oldest = this.#now() - KEPT_FOR
    for (const [key, times] of this.#kept) {
      const young = times.filter((time) => time >= oldest)
      if (young.length === 0) this.#kept.delete(key)
      else this.#kept.set(key, young)
    }
    while (this.#kept.size >= MOST) this.#kept.delete(this.#kept.keys().next().value ?? '')
  }
}

/** Milliseconds: a command that failed in the agent's sandbox is asked about again when it has ended. */
const KEPT_FOR = 600_000
const MOST = 1000
