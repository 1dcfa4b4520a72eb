/** A text with more alternatives of one command is unreadable. */
const MAX_ALTERNATIVES = 64

/** Which of several possible values one reading of a command takes. The same key gets the same choice throughout. */
export class Choice {
  readonly #picked: ReadonlyMap<unknown, number>
  #open: { readonly key: unknown; readonly count: number } | undefined

  constructor(picked: ReadonlyMap<unknown, number> = new Map()) {
    this.#picked = picked
  }

  /** The pending choice, if this reading has encountered one. */
  get open(): { readonly key: unknown; readonly count: number } | undefined {
    return this.#open
  }

  /** How many choices this reading has made: minor ones are not forked on when there are several. */
  get size(): number {
    return this.#picked.size
  }

  has(key: unknown): boolean {
    return this.#picked.has(key)
  }

  pick<T>(key: unknown, options: readonly T[]): T | undefined {
    if (options.length <= 1) return options[0]
    const index = this.#picked.get(key)
    if (index !== undefined) return options[index]
    this.#open ??= { key, count: options.length }
    return options[0]
  }

  with(key: unknown, index: number): Choice {
    return new Choice(new Map([...this.#picked, [key, index]]))
  }
}

/** Computes under every combination of choices. Undefined: too many. */
export function alternatives<T>(compute: (choice: Choice) => T): readonly T[] | undefined {
  const results: T[] = []
  const queue = [new Choice()]
  for (let choice = queue.pop(); choice !== undefined; choice = queue.pop()) {
    const result = compute(choice)
    const { open } = choice
    if (open === undefined) results.push(result)
    else for (let index = open.count - 1; index >= 0; index--) queue.push(choice.with(open.key, index))
    if (results.length + queue.length > MAX_ALTERNATIVES) return undefined
  }
  return results
}
