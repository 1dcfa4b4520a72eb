import { sql } from 'kysely'
import type { Db } from '../sql/database.ts'
import type { Schema } from '../sql/schema.ts'

/**
 * Deletes streamed text and output of turns that ended an hour ago (message and result contain it), and rows that their tables declare
 * expired. Decisions and effects are never pruned. The first run scans everything; later runs, every few minutes, skip rows older than a
 * week, so that a long history costs nothing.
 */
export function pruner(db: Db, schemas: readonly Schema[]): () => Promise<void> {
  let sawAll = false
  return async () => {
    const recent = sawAll ? RECENT : ALL
    // The first characters of an event show its type: the database's own JSON functions reject some characters that a text may contain.
    await sql`
      delete from outbox using threads
      where threads.id = outbox.thread_id and (outbox.event::text like '{"type":"chunk",%' or outbox.event::text like '{"type":"tool_output",%')
        and outbox.at < now() - interval '1 hour' and ${recent}
        and not exists (select 1 from turns where turns.thread_id = threads.id
                        and (turns.ended_at is null or turns.ended_at > now() - interval '1 hour'))`.execute(
      db,
    )
    for (const { name, prune } of schemas.flatMap(({ tables }) => tables))
      if (prune !== undefined) await sql`delete from ${sql.table(name)} where ${sql.raw(prune)}`.execute(db)
    sawAll = true
  }
}

const ALL = sql`true`
const RECENT = sql`outbox.at > now() - interval '7 days'`
