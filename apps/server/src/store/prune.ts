import { sql } from 'kysely'
import type { StoreParts } from './work.ts'

/**
 * Forgets streamed pieces of text and output of turns that ended an hour ago (message and result have it) and processes that have not been seen for a
 * day. Nothing that anyone decided or did is ever pruned. The first time all is looked through; from then on, as it is done every few
 * minutes, what is older than some days was seen before, and the rest of a long history costs nothing.
 */
export function pruner({ db }: Pick<StoreParts, 'db'>): () => Promise<void> {
  let sawAll = false
  return async () => {
    const recent = sawAll ? RECENT : ALL
    // By its first characters: the database's own look into JSON refuses some characters that a text may hold.
    await sql`
      delete from outbox using threads
      where threads.id = outbox.thread_id and (outbox.event::text like '{"type":"chunk",%' or outbox.event::text like '{"type":"tool_output",%')
        and outbox.at < now() - interval '1 hour' and ${recent}
        and not exists (select 1 from turns where turns.thread_id = threads.id
                        and (turns.ended_at is null or turns.ended_at > now() - interval '1 hour'))`.execute(
      db,
    )
    await sql`delete from processes where seen_at < now() - interval '1 day'`.execute(db)
    sawAll = true
  }
}

const ALL = sql`true`
const RECENT = sql`outbox.at > now() - interval '7 days'`
