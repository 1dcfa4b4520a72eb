// Many runs that wait for a time: their cost while nothing happens, and how late the due ones continue. On PostgreSQL.
import { setTimeout as sleep } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { Client } from 'pg'
import { testServer } from '../../apps/server/src/testing/running-server.ts'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { databaseTime } from './database-time.ts'
import { asking, ended, saved, started } from './stored-runs.ts'

const PARKED = Number(process.env['PARKED'] ?? 10_000)
/** Runs that are started and parked by the server itself; the rest are copies of their rows. */
const REAL = 50
const DUE = 20
/** Milliseconds until the runs are due. */
const SOON = Number(process.env['SOON'] ?? 20_000)
const AT_ONCE = 8
const IDLE_MS = 20_000

const waits = (how: object) => ({
  version: 1,
  name: 'waits',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'wait', type: 'time.wait', inputs: how }],
  edges: [],
})

/** Tables whose rows a parked run has, and the columns that name something of the run. */
const ROWS = [
  ['threads', ['id', 'leaf_id']],
  ['turns', ['id', 'thread_id']],
  ['messages', ['id', 'thread_id', 'turn_id']],
  ['steps', ['turn_id']],
  ['calls', ['id', 'thread_id', 'turn_id', 'parent_id', 'idem_key']],
  ['wakeups', ['call_id', 'turn_id']],
  ['audit_heads', ['chain']],
  ['workflow_runs', ['id', 'thread_id', 'turn_id', 'call_id']],
  ['workflow_node_values', ['run_id', 'call_id']],
] as const

const postgres = await startPostgres()
const server = await testServer({ DATABASE_URL: postgres.url })
const ask = asking(server)
const db = new Client({ connectionString: postgres.url })
await db.connect()

const parkedRuns = async (): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from turns where status = 'waiting'`,
  )
  return rows[0]?.count ?? 0
}

/** Copies every row of the parked runs, with other ids. Their audit rows are not copied, only the heads. */
async function copies(times: number): Promise<void> {
  await db.query('begin; set constraints all deferred; set session_replication_role = replica')
  for (const [table, ids] of ROWS) {
    const { rows } = await db.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' and coalesce(column_default, '') not like 'nextval%'`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const values = columns.map((name) =>
      ids.some((id) => id === name) ? `one.${name} || 'x' || copy` : `one.${name}`,
    )
    await db.query(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} one, generate_series(1, $1::int) copy
       ${table === 'audit_heads' ? `where chain in (select id from threads where kind = 'run' and id not like '%x%')` : ''}`,
      [times],
    )
  }
  await db.query('commit; set session_replication_role = origin; analyze')
}

const inDatabase = await databaseTime(db)
/** Shares of one processor while nothing happens. */
async function idle(what: string): Promise<void> {
  // Until what was written is anchored and old connections have closed.
  await sleep(12_000)
  const cpu = process.cpuUsage()
  const before = inDatabase()
  await sleep(IDLE_MS)
  const { user, system } = process.cpuUsage(cpu)
  const share = (ms: number) => `${((ms / IDLE_MS) * 100).toFixed(2)} %`
  console.log(
    `${what}, idle for ${IDLE_MS / 1000} s at load ${loadavg()[0]?.toFixed(1)}: ${share((user + system) / 1000)} of one processor, database ${share(inDatabase() - before)}`,
  )
}

try {
  await idle('no parked runs')
  const long = await saved(ask, waits({ for: '24h' }))
  let left = REAL
  const starting = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await started(ask, long)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, starting))
  while ((await parkedRuns()) < REAL) await sleep(200)
  await copies(PARKED / REAL - 1)
  await idle(`${await parkedRuns()} parked runs`)

  const at = Date.now() + SOON
  const soon = await saved(ask, waits({ until: new Date(at).toISOString() }))
  const due = await Promise.all(Array.from({ length: DUE }, () => started(ask, soon)))
  while ((await parkedRuns()) < PARKED + DUE && Date.now() < at) await sleep(200)
  if (Date.now() >= at) console.log('not all runs were parked before they were due; try a longer SOON')
  await Promise.all(due.map((id) => ended(ask, id)))
  const { rows } = await db.query<{ fired: number; ended: number }>(
    `select extract(epoch from max(fired_at)) * 1000 as fired, extract(epoch from max(runs.ended_at)) * 1000 as ended
     from workflow_runs runs join calls on calls.parent_id = runs.call_id join wakeups on wakeups.call_id = calls.id
     where runs.id = any($1)`,
    [due],
  )
  const late = (time: number | undefined) => `${((time ?? Number.NaN) - at).toFixed(0)} ms`
  console.log(
    `${DUE} of them are due at load ${loadavg()[0]?.toFixed(1)}: the last was woken ${late(rows[0]?.fired)} and had ended ${late(rows[0]?.ended)} after its time`,
  )
} finally {
  await db.end()
  await server.close()
  await postgres.stop()
}
