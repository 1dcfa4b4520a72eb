import { TraceEntry, type Instant, type ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Migration } from '../../../store/migrations/migrations.ts'
import type { Store } from '../../../store/open-store.ts'
import type { TableSpec } from '../../../store/sql/schema.ts'

/** The agent's actions in its browser, without secrets or anything that people typed. */
export const TRACE_TABLES: {
  readonly migrations: readonly Migration[]
  readonly tables: readonly TableSpec[]
} = {
  migrations: [
    {
      version: 1,
      name: 'trace',
      sql: `create table browser_trace (
  id integer generated always as identity primary key,
  thread_id text not null,
  at timestamptz not null,
  entry jsonb not null
);
create index browser_trace_thread on browser_trace (thread_id, id)`,
    },
  ],
  tables: [{ name: 'browser_trace', order: 'id', prune: `at < now() - interval '30 days'` }],
}

/** Maximum number of entries in one response. */
const MOST = 500

const Entry = TraceEntry.omit({ id: true, at: true })
export type Traced = z.infer<typeof Entry>

export interface Trace {
  add(thread: ThreadId, at: number, entry: Traced): Promise<void>
  list(thread: ThreadId): Promise<readonly TraceEntry[]>
}

export function storedTrace(db: Store['db']): Trace {
  return {
    async add(thread, at, entry) {
      await sql`insert into browser_trace (thread_id, at, entry)
        values (${thread}, to_timestamp(${at / 1000}), ${JSON.stringify(entry)}::jsonb)`.execute(db)
    },
    async list(thread) {
      const { rows } = await sql<{ id: number; at: Instant; entry: unknown }>`
        select id, at, entry from browser_trace where thread_id = ${thread} order by id desc limit ${MOST}`.execute(
        db,
      )
      return rows.toReversed().map(({ id, at, entry }) => ({ id, at, ...Entry.parse(entry) }))
    },
  }
}
