/** A place in an order: waits for those before, lets those behind go on. */
export interface Place {
  /** Does it once everyone before has left, and leaves. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** Whoever is behind need not wait for this one any more. */
  leave(): void
}

/** Of a call that has no others beside it. */
export const ALONE: Place = { take: (work) => work(), leave: () => {} }

/** Keeps the order of calls where they are written down: a person reads cards in the order in which the model thought of them. */
export class Order {
  #last: Promise<void> | undefined

  enter(): Place {
    const before = this.#last
    let leave = () => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    this.#last = before === undefined ? left : before.then(() => left)
    return {
      leave,
      async take(work) {
        if (before !== undefined) await before
        try {
          return await work()
        } finally {
          leave()
        }
      },
    }
  }
}
