import { Client } from 'pg'

/** How often the database was waited for: statements that are sent together count once. */
export interface RoundTrips {
  readonly count: number
  stop(): void
}

/** Counts from now on, over all connections of this process. A connection that has nothing more to wait for says so. */
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
