/** A place in an order: waits for those before, lets those behind go on. */
export interface Place {
  /** Resolves once everyone before has left; undefined: they have. */
  before(): Promise<void> | undefined
  /** Whoever is behind need not wait for this one any more. */
  leave(): void
}

/** Of a call that has no others beside it. */
export const ALONE: Place = { before: () => undefined, leave: () => {} }

/** Keeps the order of calls where they are written down: a person reads cards in the order in which the model thought of them. */
export class Order {
  #entered = 0
  /** The first who has not left. */
  #first = 0
  /** Both only where someone was not in turn. */
  #left: Set<number> | undefined
  #waiting: Map<number, () => void> | undefined

  enter(): Place {
    const index = this.#entered
    this.#entered += 1
    return new PlaceInOrder(this, index)
  }

  /** Resolves once everyone before has left; undefined: they have. */
  before(index: number): Promise<void> | undefined {
    if (index <= this.#first) return undefined
    return new Promise((resume) => {
      this.#waiting ??= new Map()
      this.#waiting.set(index, resume)
    })
  }

  leave(index: number): void {
    if (index < this.#first) return
    if (index > this.#first) {
      this.#left ??= new Set()
      this.#left.add(index)
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

class PlaceInOrder implements Place {
  readonly #order: Order
  readonly #index: number

  constructor(order: Order, index: number) {
    this.#order = order
    this.#index = index
  }

  before(): Promise<void> | undefined {
    return this.#order.before(this.#index)
  }

  leave(): void {
    this.#order.leave(this.#index)
  }
}
