import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import type { Store } from '../../store/open-store.ts'

/** What the database did up to a moment. */
export interface DatabaseCost {
  /** Transactions that wrote something. */
  readonly commits: number
  /** Milliseconds of processor time of all its processes; undefined where the system does not say. */
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

/** Milliseconds of a tick, on every Linux of today. */
const TICK = 10

/** Ticks that a process ran, for itself and in the kernel. Undefined: it is over, or there is no such file. */
async function ticksOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // After the name, which may hold anything, comes the state as the third field.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : Number(fields[11]) + Number(fields[12])
}
