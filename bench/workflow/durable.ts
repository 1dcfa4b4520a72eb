// Runs that are written down, on a real server: a durable effect node beside a step of DBOS on the same PostgreSQL, a map of 10,000 reads, runs that
// are parked, and a run that goes on in another process.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { testServer, type TestServer } from '../../apps/server/src/testing/running-server.ts'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { peer } from './peer.ts'

const STEPS = 200
const PARKED = Number(process.env['PARKED'] ?? 10_000)
const ITEMS = Number(process.env['ITEMS'] ?? 10_000)

const Workflow = z.object({ workflow: z.object({ id: z.string(), draft_base: z.number() }) })
const Run = z.object({
  run: z.object({
    id: z.string(),
    state: z.string(),
    started_at: z.number(),
    ended_at: z.number().nullable(),
    error: z.unknown(),
  }),
})

async function ask(server: TestServer, method: string, path: string, body?: unknown): Promise<unknown> {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await server.request(path, { method, ...sent })
  const json: unknown = await answer.json()
  if (!answer.ok) throw new Error(JSON.stringify(json))
  return json
}

async function saved(server: TestServer, graph: object): Promise<string> {
  const { workflow } = Workflow.parse(await ask(server, 'POST', '/api/workflows', { name: 'bench', graph }))
  await ask(server, 'POST', `/api/workflows/${workflow.id}/versions`, {
    message: '',
    base: workflow.draft_base,
  })
  return workflow.id
}

async function started(server: TestServer, id: string, mode = 'acceptEdits'): Promise<string> {
  return Run.parse(await ask(server, 'POST', `/api/workflows/${id}/runs`, { inputs: {}, mode })).run.id
}

async function ended(server: TestServer, id: string): Promise<number> {
  for (;;) {
    const { run } = Run.parse(await ask(server, 'GET', `/api/runs/${id}`))
    if (run.state === 'done') return (run.ended_at ?? 0) - run.started_at
    if (run.state === 'failed' || run.state === 'cancelled') throw new Error(JSON.stringify(run.error))
    await sleep(100)
  }
}

const writes = (count: number) => ({
  version: 1,
  name: 'writes',
  inputs: {},
  outputs: {},
  nodes: Array.from({ length: count }, (_one, at) => ({
    id: `n${at}`,
    type: 'files.write',
    inputs: { path: `out/${at}.txt`, content: 'x\n' },
  })),
  edges: Array.from({ length: count - 1 }, (_one, at) => ({
    from: [`n${at}`, 'text'],
    to: [`n${at + 1}`, '$after'],
  })),
})

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

const sleeps = {
  version: 1,
  name: 'sleeps',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'wait', type: 'time.wait', inputs: { for: '1h' } }],
  edges: [],
}

const server = await testServer()
try {
  await writeFile(join(server.workspace, 'in.txt'), 'in\n')
  const chain = await saved(server, writes(STEPS))
  await ended(server, await started(server, chain))
  const took = await ended(server, await started(server, chain))
  console.log(`a durable node that writes a file, embedded database: ${(took / STEPS).toFixed(2)} ms`)

  const before = process.memoryUsage().rss
  const map = await saved(server, reads(ITEMS))
  const mapTook = await ended(server, await started(server, map))
  const more = (process.memoryUsage().rss - before) / 1e6
  console.log(
    `map of ${ITEMS} durable reads, 8 at once: ${(mapTook / 1000).toFixed(1)} s, ${more.toFixed(0)} MB more`,
  )

  const waits = await saved(server, sleeps)
  for (let at = 0; at < PARKED; at += 1) await started(server, waits)
  await sleep(2000)
  const cpu = process.cpuUsage()
  await sleep(10_000)
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${PARKED} parked runs, idle for 10 s: ${((user + system) / 1e5).toFixed(2)} % of one processor`,
  )
} finally {
  await server.close()
}

if (!process.argv.includes('--alone')) {
  const postgres = await startPostgres()
  const beside = await testServer({ DATABASE_URL: postgres.url })
  try {
    const chain = await saved(beside, writes(STEPS))
    await ended(beside, await started(beside, chain))
    const took = await ended(beside, await started(beside, chain))
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
