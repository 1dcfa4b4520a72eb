// Stored runs on a real server: a durable effect node compared with a step of DBOS on the same PostgreSQL, the processor time of a node in runs
// of several sizes, and a map of 10,000 reads. A step of DBOS has no effect here, so it is compared with a node whose effect is only counted; a
// node that writes a file also reads, keeps and syncs files.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { FEATURES } from '../../apps/server/src/features.ts'
import { testServer } from '../../apps/server/src/testing/running-server.ts'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { counter, counts } from './counter.ts'
import { databaseTime } from './database-time.ts'
import { peer } from './peer.ts'
import { asking, ended, saved, started, writes, type Ask } from './stored-runs.ts'

const STEPS = 200
const ITEMS = Number(process.env['ITEMS'] ?? 10_000)
/** Nodes of a chain, and items of a map. */
const CHAINS = [100, 1000]
const MAPS = [100, 1000, ITEMS]

const reads = (count: number) => ({
  version: 1,
  name: 'reads',
  inputs: {},
  outputs: { items: ['each', 'items'] },
  nodes: [
    { id: 'range', type: 'list.range', inputs: { end: count } },
    {
      id: 'each',
      type: 'map',
      inputs: { parallel: 8 },
      body: {
        inputs: { item: { schema: true } },
        outputs: { result: ['read', 'text'] },
        nodes: [{ id: 'read', type: 'files.read', inputs: { path: 'in.txt' } }],
        edges: [{ from: ['$input', 'item'], to: ['read', '$after'] }],
      },
    },
  ],
  edges: [{ from: ['range', 'items'], to: ['each', 'items'] }],
})

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

/** Runs a graph once; times in milliseconds. */
async function measured(ask: Ask, graph: object, inDatabase: () => number) {
  const workflow = await saved(ask, graph)
  const memory = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  const before = inDatabase()
  const took = await ended(ask, await started(ask, workflow), workflow)
  const { user, system } = process.cpuUsage(cpu)
  return {
    took,
    server: (user + system) / 1000,
    database: inDatabase() - before,
    memory: (process.memoryUsage().rss - memory) / 1e6,
  }
}

async function sizes(
  ask: Ask,
  what: string,
  graphs: readonly (readonly [number, object])[],
  inDatabase: () => number,
): Promise<void> {
  for (const [count, graph] of graphs) {
    const { took, server, database, memory } = await measured(ask, graph, inDatabase)
    const each = (ms: number) => `${(ms / count).toFixed(2)} ms`
    console.log(
      `${what} of ${count}: ${each(took)} a node, processor ${each(server)} in the server and ${each(database)} in the database; ` +
        `${(took / 1000).toFixed(1)} s, ${memory.toFixed(0)} MB more, ${load()}`,
    )
  }
}

/** Milliseconds of a node, for an effect that is only counted and for one that writes a file; each chain runs once before it is measured. */
async function nodes(ask: Ask, database: string): Promise<void> {
  for (const [what, graph] of [
    ['whose effect is counted', counts(STEPS)],
    ['that writes a file', writes(STEPS)],
  ] as const) {
    const chain = await saved(ask, graph)
    await ended(ask, await started(ask, chain), chain)
    const took = await ended(ask, await started(ask, chain), chain)
    console.log(`a durable node ${what}, ${database}: ${(took / STEPS).toFixed(2)} ms, ${load()}`)
  }
}

const features = [...FEATURES, counter]
const server = await testServer({}, { features })
try {
  await nodes(asking(server), 'embedded database')
} finally {
  await server.close()
}

const postgres = await startPostgres()
const beside = await testServer({ DATABASE_URL: postgres.url }, { features })
const askBeside = asking(beside)
const db = new Client({ connectionString: postgres.url })
await db.connect()
try {
  await writeFile(join(beside.workspace, 'in.txt'), 'in\n')
  const inDatabase = await databaseTime(db)
  await nodes(askBeside, 'PostgreSQL')
  if (!process.argv.includes('--alone')) {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-dbos-'))
    const url = new URL(postgres.url)
    url.pathname = '/dbos_bench'
    const theirs = await peer('dbos.mjs', String(STEPS), url.href, folder)
    console.log(`a step of DBOS on it: ${theirs.toFixed(2)} ms`)
  }
  await sizes(
    askBeside,
    'a chain of writes',
    CHAINS.map((count) => [count, writes(count)] as const),
    inDatabase,
  )
  await sizes(
    askBeside,
    'a map of reads, 8 at once,',
    MAPS.map((count) => [count, reads(count)] as const),
    inDatabase,
  )
} finally {
  await db.end()
  await beside.close()
  await postgres.stop()
}
