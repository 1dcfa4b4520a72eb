/** The order in which calls of a step are written down: by number, as the model made them. */
export interface Places {
  /** Everyone before has left. */
  isNext(place: number): boolean
  /** Resolves once everyone before has left. */
  before(place: number): Promise<void>
  /** Later calls need not wait for this one anymore. */
  leave(place: number): void
}

/** For a call without siblings. */
export const ALONE: Places = { isNext: () => true, before: () => Promise.resolve(), leave: () => {} }

/** Keeps the order of calls where they are written down: a person reads cards in the order in which the model thought of them. */
export class Order implements Places {
  /** The first who has not left. */
  #first = 0
  /** Both only where someone was not in turn. */
  #left: Set<number> | undefined
  #waiting: Map<number, () => void> | undefined

  isNext(place: number): boolean {
    return place <= this.#first
  }

  before(place: number): Promise<void> {
    if (this.isNext(place)) return Promise.resolve()
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
    // More than one may wait: a call can leave its place and still wait for earlier ones.
    for (const [waiting, resume] of this.#waiting ?? []) {
      if (waiting > this.#first) continue
      this.#waiting?.delete(waiting)
      resume()
    }
  }
}
