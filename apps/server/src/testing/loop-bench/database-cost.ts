import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import type { Store } from '../../store/open-store.ts'

/** The database's cumulative work at a moment. */
export interface DatabaseCost {
  /** Transactions that wrote something. */
  readonly commits: number
  /** CPU milliseconds of all its processes; undefined if the system does not report it. */
  readonly cpu: number | undefined
}

export async function databaseCost({ db }: Store): Promise<DatabaseCost> {
  const { rows } = await sql<{ commits: number; pids: readonly number[] }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as commits,
      (select array_agg(pid) from pg_stat_activity) as pids`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('the database said nothing')
  const times = await Promise.all(found.pids.map(ticksOf))
  const known = times.filter((ticks) => ticks !== undefined)
  const cpu = known.length === 0 ? undefined : known.reduce((sum, ticks) => sum + ticks, 0) * TICK
  return { commits: found.commits, cpu }
}

/** Milliseconds per tick on current Linux systems. */
const TICK = 10

/** CPU ticks of a process, user and kernel. Undefined: it ended, or there is no such file. */
async function ticksOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The state, the third field, follows the name, which may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : Number(fields[11]) + Number(fields[12])
}
