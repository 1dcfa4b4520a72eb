/** Where calls of a step stand when they are written down: by number, in the model's order. */
export interface Places {
  /** Resolves once everyone before has left; undefined: they have. */
  before(place: number): Promise<void> | undefined
  /** Whoever is behind need not wait for this one any more. */
  leave(place: number): void
}

/** Of a call that has no others beside it. */
export const ALONE: Places = { before: () => undefined, leave: () => {} }

/** Keeps the order of calls where they are written down: a person reads cards in the order in which the model thought of them. */
export class Order implements Places {
  /** The first who has not left. */
  #first = 0
  /** Both only where someone was not in turn. */
  #left: Set<number> | undefined
  #waiting: Map<number, () => void> | undefined

  before(place: number): Promise<void> | undefined {
    if (place <= this.#first) return undefined
    return new Promise((resume) => {
      this.#waiting ??= new Map()
      this.#waiting.set(place, resume)
    })
  }

  leave(place: number): void {
    if (place < this.#first) return
    if (place > this.#first) {
      this.#left ??= new Set()
      this.#left.add(place)
      return
    }
    do this.#first += 1
    while (this.#left?.delete(this.#first) === true)
    const resume = this.#waiting?.get(this.#first)
    if (resume === undefined) return
    this.#waiting?.delete(this.#first)
    resume()
  }
}
