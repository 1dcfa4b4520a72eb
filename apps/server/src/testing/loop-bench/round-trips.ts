import { Client } from 'pg'

/** The number of database round trips: statements that are sent together are one. */
export interface RoundTrips {
  readonly count: number
  stop(): void
}

/** Counts from now on, over all connections of this process. A connection emits an event when it has nothing more to wait for. */
export function countRoundTrips(): RoundTrips {
  const known = Client.prototype.emit
  let count = 0
  Client.prototype.emit = function emit(this: Client, ...args: Parameters<typeof known>) {
    if (args[0] === 'drain') count += 1
    return known.apply(this, args)
  }
  return {
    get count() {
      return count
    },
    stop() {
      Client.prototype.emit = known
    },
  }
}
