import type { ThreadEvent, ThreadId } from '@countersign/protocol'
import type { NumberedEvent } from '../../turns/outbox.ts'

/** Maximum number of cached events per thread, and of threads. */
const MOST_EVENTS = 32
const MOST_THREADS = 500
/** Maximum length of the cached events of a thread in characters, so that all threads together stay below some dozen megabytes. */
const MOST_TEXT = 64_000
/** Maximum length of what is added at once; more is read from the database. */
const LARGEST = 16_000

/** Consecutive events that were written together. */
interface Group {
  readonly events: readonly NumberedEvent[]
  /** Length in characters. */
  readonly size: number
}

interface Recent {
  /** The last event of the thread that this process knows of. */
  highest: number
  /** Consecutive, up to `highest`. */
  groups: readonly Group[]
}

/**
 * Caches the last events that this process wrote, so that subscribers of a thread need not read them back. Anything that may be incomplete is read
 * from the database: events of other processes, and commits reported out of order.
 */
export class RecentEvents {
  readonly #threads = new Map<ThreadId, Recent>()

  /** Adds committed events; `first` is the number of the first one, `size` their length in characters. */
  add(threadId: ThreadId, first: number, events: readonly ThreadEvent[], size: number): void {
    const known = this.#threads.get(threadId)
    const last = first + events.length - 1
    const highest = Math.max(known?.highest ?? 0, last)
    const numbered = events.map((event, index) => ({ threadId, seq: first + index, event }))
    // Moves the thread to the end of the map, as the most recently used.
    this.#threads.delete(threadId)
    const groups = size > LARGEST ? [] : following(known, first, { events: numbered, size })
    this.#threads.set(threadId, { highest, groups })
    if (this.#threads.size <= MOST_THREADS) return
    for (const oldest of this.#threads.keys()) return void this.#threads.delete(oldest)
  }

  /** Drops a thread's events, because another process may have written some. */
  forget(threadId: ThreadId): void {
    const known = this.#threads.get(threadId)
    if (known !== undefined) known.groups = []
  }

  /** Drops all events, because some were deleted. */
  forgetAll(): void {
    for (const known of this.#threads.values()) known.groups = []
  }

  /** All events after `seq` that this process knows of; undefined if the database has to be read. */
  after(threadId: ThreadId, seq: number, limit: number): readonly NumberedEvent[] | undefined {
    const groups = this.#threads.get(threadId)?.groups ?? []
    const oldest = groups[0]?.events[0]
    const last = groups.at(-1)?.events.at(-1)
    if (oldest === undefined || last === undefined || oldest.seq > seq + 1 || last.seq <= seq)
      return undefined
    return groups
      .flatMap(({ events }) => events)
      .filter((event) => event.seq > seq)
      .slice(0, limit)
  }
}

function following(known: Recent | undefined, first: number, group: Group): readonly Group[] {
  if (known === undefined || first > known.highest + 1) return [group]
  return first === known.highest + 1 ? within([...known.groups, group]) : []
}

/** Leaves out the oldest groups above the limit. */
function within(groups: readonly Group[]): readonly Group[] {
  let [events, text, from] = [0, 0, groups.length]
  for (const group of groups.toReversed()) {
    events += group.events.length
    text += group.size
    if (events > MOST_EVENTS || text > MOST_TEXT) break
    from -= 1
  }
  return groups.slice(from)
}
