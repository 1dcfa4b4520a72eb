/** @module-tag slow */
import { workflowRoutes, type CallId, type RunView, type WorkflowView } from '@countersign/protocol'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { GALLERY } from './gallery.ts'

const GRAPH = {
  version: 1,
  name: 'Long',
  inputs: {},
  outputs: { time: ['nap', 'time'] },
  nodes: [
    { id: 'early', type: 'time.wait', inputs: { for: '300ms' } },
    { id: 'nap', type: 'time.wait', inputs: { for: '4s' } },
    { id: 'save', type: 'files.write', inputs: { path: 'kept.txt', content: 'kept' } },
  ],
  edges: [],
}

describe.each(['embedded', 'external'])('after a restart, on an %s database', (kind) => {
  let env: Readonly<Record<string, string>> = {}
  let first: TestServer
  let server: TestServer
  beforeAll(async () => {
    env = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    first = await testServer(env)
    server = first
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await rm(dirname(first.home), { recursive: true, force: true })
  }, 60_000)

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const runOf = async (id: string): Promise<RunView> =>
    workflowRoutes.run.reply.parse(await ask('GET', `/api/runs/${id}`)).run

  test('a run that waits for a time and for a card goes on elsewhere', async () => {
    const { workflow } = (await ask('POST', '/api/workflows', { name: 'Long', graph: GRAPH })) as {
      workflow: WorkflowView
    } // our own route
    const started = await ask('POST', `/api/workflows/${workflow.id}/runs`, { inputs: {}, version: 'draft' })
    const { run } = workflowRoutes.start.reply.parse(started)
    const nodeOf = async (name: string) => (await runOf(run.id)).nodes.find(({ node }) => node === name)
    await expect.poll(async () => (await nodeOf('early'))?.state, { timeout: 20_000 }).toBe('done')
    await expect.poll(async () => (await runOf(run.id)).state, { timeout: 20_000 }).toBe('waiting')
    const early = await nodeOf('early')
    expect(early?.ms).toBeGreaterThan(250)
    await first.stop()
    server = await testServer(env, { beside: first })
    expect((await runOf(run.id)).state).toBe('waiting')
    const { approvals } = (await ask('GET', '/api/waiting')) as {
      approvals: { tool_call_id: CallId; hash: string }[]
    } // our own route
    const [card] = approvals
    const client = await server.connect()
    const answer = {
      type: 'tool_approval_response',
      decision: 'allow_once',
      tool_call_id: card?.tool_call_id,
      hash: card?.hash,
    }
    expect(await client.command(answer)).toMatchObject({ type: 'ok' })
    client.close()
    await expect.poll(async () => (await runOf(run.id)).state, { timeout: 20_000 }).toBe('done')
    expect(await readFile(join(server.workspace, 'kept.txt'), 'utf8')).toBe('kept')
    // A node that ended before the restart keeps its times, and one that waited over it took all of that time.
    expect(await nodeOf('early')).toEqual(early)
    expect((await nodeOf('nap'))?.ms).toBeGreaterThan(3500)
    expect((await nodeOf('save'))?.ms).toBeGreaterThan(0)
  }, 90_000)

  test('what ships in the gallery compiles, and one of it runs', async () => {
    expect(GALLERY.length).toBeGreaterThanOrEqual(6)
    for (const { graph, name } of GALLERY) {
      const checked = workflowRoutes.check.reply.parse(await ask('POST', '/api/workflows/check', { graph }))
      expect([name, checked.problems]).toEqual([name, []])
    }
    const daily = GALLERY.find(({ name }) => name === 'daily-note')
    const { workflow } = (await ask('POST', '/api/workflows', { name: 'Daily', graph: daily?.graph })) as {
      workflow: WorkflowView
    } // our own route
    const started = await ask('POST', `/api/workflows/${workflow.id}/runs`, {
      inputs: {},
      version: 'draft',
      grant: 'run',
    })
    const { run } = workflowRoutes.start.reply.parse(started)
    await expect.poll(async () => (await runOf(run.id)).state, { timeout: 20_000 }).toBe('done')
    expect(await readFile(join(server.workspace, 'notes/today.md'), 'utf8')).toContain('Good morning.')
  }, 60_000)
})
