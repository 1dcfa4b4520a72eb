// Stored runs on a real server: a durable effect node compared with a step of DBOS on the same PostgreSQL, and a map of 10,000 reads.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServer } from '../../apps/server/src/testing/running-server.ts'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { peer } from './peer.ts'
import { asking, ended, saved, started, writes } from './stored-runs.ts'

const STEPS = 200
const ITEMS = Number(process.env['ITEMS'] ?? 10_000)

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

const server = await testServer()
const ask = asking(server)
try {
  await writeFile(join(server.workspace, 'in.txt'), 'in\n')
  const chain = await saved(ask, writes(STEPS))
  await ended(ask, await started(ask, chain))
  const took = await ended(ask, await started(ask, chain))
  console.log(`a durable node that writes a file, embedded database: ${(took / STEPS).toFixed(2)} ms`)

  const before = process.memoryUsage().rss
  const map = await saved(ask, reads(ITEMS))
  const mapTook = await ended(ask, await started(ask, map))
  const more = (process.memoryUsage().rss - before) / 1e6
  console.log(
    `map of ${ITEMS} durable reads, 8 at once: ${(mapTook / 1000).toFixed(1)} s, ${more.toFixed(0)} MB more`,
  )
} finally {
  await server.close()
}

if (!process.argv.includes('--alone')) {
  const postgres = await startPostgres()
  const beside = await testServer({ DATABASE_URL: postgres.url })
  const askBeside = asking(beside)
  try {
    const chain = await saved(askBeside, writes(STEPS))
    await ended(askBeside, await started(askBeside, chain))
    const took = await ended(askBeside, await started(askBeside, chain))
    const folder = await mkdtemp(join(tmpdir(), 'countersign-dbos-'))
    const url = new URL(postgres.url)
    url.pathname = '/dbos_bench'
    const theirs = await peer('dbos.mjs', String(STEPS), url.href, folder)
    console.log(
      `the same on PostgreSQL: ${(took / STEPS).toFixed(2)} ms; a step of DBOS on it: ${theirs.toFixed(2)} ms`,
    )
  } finally {
    await beside.close()
    await postgres.stop()
  }
}
