import { sql } from 'kysely'
import type { StoreParts } from './work.ts'

/**
 * Forgets streamed pieces of text and output of turns that ended an hour ago (message and result have it) and processes that have not been seen for a
 * day. Nothing that anyone decided or did is ever pruned.
 */
export async function prune({ db }: StoreParts): Promise<void> {
  // By its first characters: the database's own look into JSON refuses some characters that a text may hold.
  await sql`
    delete from outbox using threads
    where threads.id = outbox.thread_id and (outbox.event::text like '{"type":"chunk",%' or outbox.event::text like '{"type":"tool_output",%')
      and outbox.at < now() - interval '1 hour'
      and not exists (select 1 from turns where turns.thread_id = threads.id
                      and (turns.ended_at is null or turns.ended_at > now() - interval '1 hour'))`.execute(db)
  await sql`delete from processes where seen_at < now() - interval '1 day'`.execute(db)
}
