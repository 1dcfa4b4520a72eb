// A run of 1,000 nodes whose process is killed: how soon it continues after another process took over. On PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { RunServer } from '../../apps/server/src/testing/crash/run-server.ts'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { ended, saved, started, writes, type Ask } from './stored-runs.ts'

const NODES = 1000
/** Nodes that complete before the kill. */
const BEFORE = Number(process.env['BEFORE'] ?? 500)

const postgres = await startPostgres()
const home = await mkdtemp(join(tmpdir(), 'countersign-killed-'))
const db = new Client({ connectionString: postgres.url })
await db.connect()

async function look(): Promise<{ readonly epoch: number; readonly done: number }> {
  const { rows } = await db.query<{ epoch: string; done: string }>(
    `select (select max(epoch) from turns) as epoch, (select count(*) from calls where state = 'succeeded') as done`,
  )
  return { epoch: Number(rows[0]?.epoch), done: Number(rows[0]?.done) }
}

async function until(fits: (now: { epoch: number; done: number }) => boolean) {
  for (;;) {
    const now = await look()
    if (fits(now)) return now
    await sleep(5)
  }
}

const asking =
  (server: RunServer): Ask =>
  (method, path, body) =>
    server.request(method, path, body)

try {
  const first = await RunServer.start(home, postgres.url)
  const run = await started(asking(first), await saved(asking(first), writes(NODES)))
  const { epoch } = await until(({ done }) => done >= BEFORE)
  await first.kill()
  const killed = performance.now()
  const second = await RunServer.start(home, postgres.url)
  const taken = await until((now) => now.epoch > epoch)
  const at = performance.now()
  await until(({ done }) => done > taken.done)
  const on = performance.now()
  console.log(
    `a killed run of ${NODES} nodes, ${taken.done} of them done: goes on ${(on - at).toFixed(0)} ms after it was taken over, ` +
      `${((on - killed) / 1000).toFixed(1)} s after the kill`,
  )
  await ended(asking(second), run)
  await second.close()
} finally {
  await db.end()
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}
