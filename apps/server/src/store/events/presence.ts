import type { Instant } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../sql/database.ts'

/** First key of the advisory lock that each process holds on its own connection; the second is its row's `lock_key`. */
export const PRESENCE_CLASS = 4_712_002

/** A process that was not seen for this long is gone, whatever its lock says: the length of a lease. */
export const SEEN = 15_000

/** After the database started, processes need a moment to reconnect; until then a free lock means nothing. In milliseconds. */
const COMING_BACK = 1000

/**
 * SQL that is true when the process of a joined `processes` row is gone: no row, not seen for the length of a lease, or its presence lock
 * is free. The lock is a fast hint, which ends with the socket; a suspended process keeps it, so leases remain the truth.
 */
export function isAbsent(): RawBuilder<boolean> {
  return sql<boolean>`(
    processes.id is null
    or processes.seen_at < clock_timestamp() - ${SEEN} * interval '1 millisecond'
    or (processes.presence
        and pg_postmaster_start_time() < clock_timestamp() - ${COMING_BACK} * interval '1 millisecond'
        and not exists (
          select 1 from pg_locks
          where pg_locks.locktype = 'advisory' and pg_locks.granted and pg_locks.objsubid = 2
            and pg_locks.classid = ${PRESENCE_CLASS}::oid and pg_locks.objid = processes.lock_key::oid
            and pg_locks.database = (select oid from pg_database where datname = current_database()))))`
}

/**
 * SQL for the ids of the processes that are not gone. For queries over many rows: the locks of the whole database are read once for each process,
 * not once for each row.
 */
export function presentProcesses(): RawBuilder<unknown> {
  return sql`select processes.id from processes where not ${isAbsent()}`
}

/** Records that a process is alive. */
export async function setSeen(db: Db, id: string): Promise<void> {
  await db
    .updateTable('processes')
    .set({ seen_at: sql<Instant>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
