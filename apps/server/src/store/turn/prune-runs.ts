import type { ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import { runTransaction, type Trx } from '../sql/database.ts'
import type { StoreParts } from '../sql/work.ts'

/** Threads that one transaction prunes. */
const AT_ONCE = 100

/**
 * Removes the contents of threads of kind `run` whose last turn ended so many days ago: turns, calls, questions, events. A thread with a
 * call that waits, runs or was interrupted is skipped. The row of the thread stays, marked as deleted, and so do its audit rows. `also`
 * changes rows of a feature in the same transaction. Returns how many were pruned.
 */
export async function pruneRuns(
  { db }: Pick<StoreParts, 'db'>,
  days: number,
  also: (trx: Trx, threads: readonly ThreadId[]) => Promise<void>,
): Promise<number> {
  for (let count = 0; ;) {
    const pruned = await runTransaction(db, (trx) => pruneSome(trx, days, also))
    count += pruned
    if (pruned < AT_ONCE) return count
  }
}

async function pruneSome(trx: Trx, days: number, also: Parameters<typeof pruneRuns>[2]): Promise<number> {
  const { rows } = await sql<{ id: ThreadId }>`
    select id from threads
    where kind = 'run' and deleted_at is null and created_at < now() - make_interval(days => ${days})
      and not exists (select 1 from turns where turns.thread_id = threads.id
        and (turns.ended_at is null or turns.ended_at > now() - make_interval(days => ${days})))
      and not exists (select 1 from calls where calls.thread_id = threads.id
        and calls.state in ('waiting', 'running', 'interrupted'))
    order by id limit ${AT_ONCE} for update skip locked`.execute(trx)
  const threads = rows.map(({ id }) => id)
  if (threads.length === 0) return 0
  await also(trx, threads)
  const turns = sql`(select id from turns where thread_id = any(${threads}))`
  await sql`delete from wakeups where turn_id in ${turns}`.execute(trx)
  await sql`update rules set created_from = null
    where created_from in (select id from approvals where thread_id = any(${threads}))`.execute(trx)
  await sql`delete from approvals where thread_id = any(${threads})`.execute(trx)
  await sql`delete from calls where thread_id = any(${threads})`.execute(trx)
  await sql`delete from steps where turn_id in ${turns}`.execute(trx)
  await sql`delete from messages where thread_id = any(${threads})`.execute(trx)
  await sql`delete from turns where thread_id = any(${threads})`.execute(trx)
  await sql`delete from outbox where thread_id = any(${threads})`.execute(trx)
  await sql`update threads set leaf_id = null, deleted_at = clock_timestamp() where id = any(${threads})`.execute(
    trx,
  )
  return threads.length
}
