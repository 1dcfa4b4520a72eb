import type { Lease } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import type { Pool } from 'pg'
import { sendOnce } from './one-connection.ts'
import { piece, toStatement, type Piece } from './piece.ts'

/** An event of a turn, as JSON, that is told if the lease is valid. */
export interface Telling {
  readonly lease: Lease
  readonly text: string
}

/** The thread of a told event and its number there; a null thread: the lease is no longer valid. */
export interface Told {
  readonly thread: ThreadId | null
  readonly seq: number
}

/** Tells several events; undefined where someone else holds the thread right now. */
type TellMany = (tellings: readonly Telling[]) => Promise<readonly (Told | undefined)[]>

type Waiting = Telling & PromiseWithResolvers<Told>

/**
 * Events of several turns that come at the same moment are one statement: where many turns stream, statements are most of the work. No turn waits for
 * the thread of another one. At most one event of a turn is on its way, so their order is that of the callers.
 */
export class ToldTogether {
  readonly #many: TellMany
  readonly #one: (telling: Telling) => Promise<Told>
  #waiting: Waiting[] = []

  constructor(many: TellMany, one: (telling: Telling) => Promise<Told>) {
    this.#many = many
    this.#one = one
  }

  tell(telling: Telling): Promise<Told> {
    // After all timers that are due now, because turns gather their text until the same moments.
    if (this.#waiting.length === 0) setImmediate(() => void this.#send())
    const waiting = { ...telling, ...Promise.withResolvers<Told>() }
    this.#waiting.push(waiting)
    return waiting.promise
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 1) return this.#alone(waiting)
    try {
      const told = await this.#many(waiting)
      const left = waiting.filter(({ resolve }, index) => {
        const one = told[index]
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
export function toldTogether(pool: Pool): ToldTogether {
  return new ToldTogether(
    async (tellings) => {
      const rows = await sendOnce<Told & { readonly place: number }>(pool, toStatement(many(tellings)))
      const byPlace = new Map(rows.map(({ place, thread, seq }) => [place, { thread, seq }]))
      return tellings.map((_, index) => byPlace.get(index + 1))
    },
    async ({ lease, text }) => {
      const [told] = await sendOnce<Told>(
        pool,
        toStatement(
          piece`select told_thread as thread, told_seq as seq from tell_under(${lease.turnId}, ${lease.epoch}::integer, ${text}::json)`,
        ),
      )
      if (told === undefined) throw new Error('the database did not say whether an event was told')
      return told
    },
  )
}

/**
 * Locks the threads that nobody else holds, in one order everywhere, and tells only in these. The function is called for rows of a materialised query, so
 * that it cannot be called for a row that the lock left out.
 */
function many(tellings: readonly Telling[]): Piece {
  const turns = tellings.map(({ lease }) => lease.turnId)
  const epochs = tellings.map(({ lease }) => lease.epoch)
  const texts = tellings.map(({ text }) => text)
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
