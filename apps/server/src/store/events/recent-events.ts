import type { ThreadEvent, ThreadId } from '@countersign/protocol'
import type { NumberedEvent } from '../../turns/outbox.ts'

/** Most events of a thread that are remembered, and most threads. */
const MOST_EVENTS = 32
const MOST_THREADS = 500
/** Most characters that an event may have as text; larger ones are read again. */
const LARGEST = 16_000

interface Recent {
  /** The last event of the thread that is known here. */
  highest: number
  /** Without a gap, up to `highest`. */
  events: readonly NumberedEvent[]
}

/**
 * The last events that this process wrote, so that those who follow a thread need not read them back. Whatever is not certainly complete is left to
 * the database: events of other processes, and commits that are heard of in another order.
 */
export class RecentEvents {
  readonly #threads = new Map<ThreadId, Recent>()

  /** Events that were committed, the first of them with this number. `size`: characters of the largest. */
  add(threadId: ThreadId, first: number, events: readonly ThreadEvent[], size: number): void {
    const known = this.#threads.get(threadId)
    const last = first + events.length - 1
    const highest = Math.max(known?.highest ?? 0, last)
    const numbered = events.map((event, index) => ({ threadId, seq: first + index, event }))
    // The one that was used last goes to the end of the map.
    this.#threads.delete(threadId)
    this.#threads.set(threadId, { highest, events: size > LARGEST ? [] : following(known, numbered) })
    if (this.#threads.size <= MOST_THREADS) return
    for (const oldest of this.#threads.keys()) return void this.#threads.delete(oldest)
  }

  /** Another process may have written events. */
  forget(threadId: ThreadId): void {
    const known = this.#threads.get(threadId)
    if (known !== undefined) known.events = []
  }

  /** Events were deleted. */
  forgetAll(): void {
    for (const known of this.#threads.values()) known.events = []
  }

  /** All events after `seq` that this process knows of; undefined: only the database can say. */
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
