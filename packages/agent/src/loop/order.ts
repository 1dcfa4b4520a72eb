/** The order in which the calls of a step are stored: by number, as the model made them. */
export interface Places {
  /** Whether every earlier call has left. */
  isNext(place: number): boolean
  /** Resolves once every earlier call has left. */
  before(place: number): Promise<void>
  /** Later calls need not wait for this one anymore. */
  leave(place: number): void
}

/** For a call without siblings. */
export const ALONE: Places = { isNext: () => true, before: () => Promise.resolve(), leave: () => {} }

/** Stores calls in the model's order, so that a person reads the cards in the order in which the model thought of them. */
export class Order implements Places {
  /** The first call that has not left. */
  #first = 0
  /** Both exist only after a call came out of order. */
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
