import type { ThreadEvent, ThreadId } from '@countersign/protocol'
import type { NumberedEvent } from '../../turns/outbox.ts'

/** Maximum number of cached events per thread, and of threads. */
const MOST_EVENTS = 32
const MOST_THREADS = 500
/** Maximum length of a cached event in characters; larger ones are read from the database. */
const LARGEST = 16_000

interface Recent {
  /** The last event of the thread that this process knows of. */
  highest: number
  /** Consecutive events, up to `highest`. */
  events: readonly NumberedEvent[]
}

/**
 * Caches the last events that this process wrote, so that subscribers of a thread need not read them back. Anything that may be incomplete is read
 * from the database: events of other processes, and commits reported out of order.
 */
export class RecentEvents {
  readonly #threads = new Map<ThreadId, Recent>()

  /** Adds committed events; `first` is the number of the first one, `size` the length of the largest in characters. */
  add(threadId: ThreadId, first: number, events: readonly ThreadEvent[], size: number): void {
    const known = this.#threads.get(threadId)
    const last = first + events.length - 1
    const highest = Math.max(known?.highest ?? 0, last)
    const numbered = events.map((event, index) => ({ threadId, seq: first + index, event }))
    // Moves the thread to the end of the map, as the most recently used.
    this.#threads.delete(threadId)
    this.#threads.set(threadId, { highest, events: size > LARGEST ? [] : following(known, numbered) })
    if (this.#threads.size <= MOST_THREADS) return
    for (const oldest of this.#threads.keys()) return void this.#threads.delete(oldest)
  }

  /** Drops a thread's events, because another process may have written some. */
  forget(threadId: ThreadId): void {
    const known = this.#threads.get(threadId)
    if (known !== undefined) known.events = []
  }

  /** Drops all events, because some were deleted. */
  forgetAll(): void {
    for (const known of this.#threads.values()) known.events = []
  }

  /** All events after `seq` that this process knows of; undefined if the database has to be read. */
  after(threadId: ThreadId, seq: number, limit: number): readonly NumberedEvent[] | undefined {
    const events = this.#threads.get(threadId)?.events ?? []
    const [oldest] = events
    const last = events.at(-1)
    if (oldest === undefined || last === undefined || oldest.seq > seq + 1 || last.seq <= seq)
      return undefined
    return events.filter((event) => event.seq > seq).slice(0, limit)
  }
}

function following(known: Recent | undefined, events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  const first = events[0]?.seq ?? 0
  if (known === undefined || first > known.highest + 1) return events
  return first === known.highest + 1 ? [...known.events, ...events].slice(-MOST_EVENTS) : []
}
