import type { Lease } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import type { Pool } from 'pg'
import { sendOnce } from './one-connection.ts'
import { piece, toStatement, type Piece } from './piece.ts'

/** An event of a turn, as JSON. It is added if the lease is valid. */
export interface LiveEvent {
  readonly lease: Lease
  readonly text: string
}

/** The thread of an added event and its number there; a null thread: the lease is no longer valid. */
export interface Added {
  readonly thread: ThreadId | null
  readonly seq: number
}

/** Adds several events; undefined where someone else holds the thread right now. */
type AddMany = (events: readonly LiveEvent[]) => Promise<readonly (Added | undefined)[]>

type Waiting = LiveEvent & PromiseWithResolvers<Added>

/**
 * Events of several turns that come at the same moment are one statement: where many turns stream, statements are most of the work. No turn waits for
 * the thread of another one. At most one event of a turn is on its way, so their order is that of the callers.
 */
export class EventBatches {
  readonly #many: AddMany
  readonly #one: (event: LiveEvent) => Promise<Added>
  #waiting: Waiting[] = []

  constructor(many: AddMany, one: (event: LiveEvent) => Promise<Added>) {
    this.#many = many
    this.#one = one
  }

  add(event: LiveEvent): Promise<Added> {
    // After all timers that are due now, because turns gather their text until the same moments.
    if (this.#waiting.length === 0) setImmediate(() => void this.#send())
    const waiting = { ...event, ...Promise.withResolvers<Added>() }
    this.#waiting.push(waiting)
    return waiting.promise
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 1) return this.#alone(waiting)
    try {
      const added = await this.#many(waiting)
      const left = waiting.filter(({ resolve }, index) => {
        const one = added[index]
        if (one !== undefined) resolve(one)
        return one === undefined
      })
      this.#alone(left)
    } catch (cause) {
      for (const { reject } of waiting) reject(cause)
    }
  }

  #alone(waiting: readonly Waiting[]): void {
    for (const one of waiting) this.#one(one).then(one.resolve, one.reject)
  }
}

/** In the database. */
export function eventBatches(pool: Pool): EventBatches {
  return new EventBatches(
    async (events) => {
      const rows = await sendOnce<Added & { readonly place: number }>(pool, toStatement(many(events)))
      const byPlace = new Map(rows.map(({ place, thread, seq }) => [place, { thread, seq }]))
      return events.map((_, index) => byPlace.get(index + 1))
    },
    async ({ lease, text }) => {
      const [added] = await sendOnce<Added>(
        pool,
        toStatement(
          piece`select told_thread as thread, told_seq as seq from tell_under(${lease.turnId}, ${lease.epoch}::integer, ${text}::json)`,
        ),
      )
      if (added === undefined) throw new Error('the database did not say whether an event was added')
      return added
    },
  )
}

/**
 * Locks the threads that nobody else holds, in one order everywhere, and adds events only to these. The function is called for rows of a materialised query, so
 * that it cannot be called for a row that the lock left out.
 */
function many(events: readonly LiveEvent[]): Piece {
  const turns = events.map(({ lease }) => lease.turnId)
  const epochs = events.map(({ lease }) => lease.epoch)
  const texts = events.map(({ text }) => text)
  return piece`
    with asked as materialized (
      select asked.*, turns.thread_id
      from unnest(${turns}::text[], ${epochs}::integer[], ${texts}::text[]) with ordinality as asked (turn_id, epoch, told, place)
        join turns on turns.id = asked.turn_id),
    free as materialized (
      select id from threads where id in (select thread_id from asked) order by id for no key update skip locked),
    ours as materialized (select asked.* from asked join free on free.id = asked.thread_id)
    select ours.place::integer as place, told.told_thread as thread, told.told_seq as seq
    from ours cross join lateral tell_under(ours.turn_id, ours.epoch, ours.told::json) as told`
}
