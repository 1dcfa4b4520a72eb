/** @module-tag slow */
import { workflowRoutes, type RunSummary, type WorkflowView } from '@countersign/protocol'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

const JOIN = (inputs: object = {}) => ({
  version: 1,
  name: 'Join',
  inputs,
  outputs: { text: ['say', 'text'] },
  nodes: [{ id: 'say', type: 'text.template', inputs: { template: 'hello' } }],
  edges: [],
})
const FAILING = { ...JOIN(), outputs: {}, nodes: [{ id: 'no', type: 'fail', inputs: { message: 'no' } }] }

function signedHook(body: string, key: string) {
  const time = String(Math.floor(Date.now() / 1000))
  const signature = `sha256=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
  return { 'x-countersign-time': time, 'x-countersign-signature': signature }
}

describe.each(['embedded', 'external'])('triggers on an %s database', (kind) => {
  let server: TestServer
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    environment = { ...database, COUNTERSIGN_PUBLIC_URL: 'https://cs.example.com' }
    server = await testServer(environment)
  }, 60_000)
  afterAll(() => server.close(), 60_000)

  const ask = async (method: string, path: string, body?: unknown, headers: object = {}) => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/json', ...headers },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    })
    return { status: answer.status, json: (await answer.json()) as unknown }
  }
  const saved = async (graph: object) => {
    const made = await ask('POST', '/api/workflows', { name: 'W', graph })
    const { workflow } = made.json as { workflow: WorkflowView } // our own route
    const version = await ask('POST', `/api/workflows/${workflow.id}/versions`, { message: '', base: 0 })
    return { id: workflow.id, hash: workflowRoutes.saveVersion.reply.parse(version.json).version.hash }
  }
  const added = async (of: { id: string; hash: string }, when: object, more: object = {}) => {
    const answer = await ask('POST', '/api/triggers', { workflow_id: of.id, hash: of.hash, when, ...more })
    return workflowRoutes.addTrigger.reply.parse(answer.json)
  }
  const runsOf = async (id: string): Promise<readonly RunSummary[]> =>
    workflowRoutes.runs.reply.parse((await ask('GET', `/api/runs?workflow_id=${id}`)).json).runs
  const triggerOf = async (id: string) => {
    const { triggers } = workflowRoutes.triggers.reply.parse((await ask('GET', '/api/triggers')).json)
    return triggers.find((one) => one.id === id)
  }

  test('a schedule starts runs of its version; three failures pause it', async () => {
    const workflow = await saved(FAILING)
    const { trigger } = await added(workflow, { kind: 'schedule', cron: '* * * * * *' })
    await expect.poll(async () => (await triggerOf(trigger.id))?.paused, { timeout: 30_000 }).toBe(true)
    expect(await triggerOf(trigger.id)).toMatchObject({
      failures: 3,
      why_paused: expect.stringContaining('failed in a row') as string,
    })
    expect(await runsOf(workflow.id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'failed', started_by: 'schedule', hash: workflow.hash })),
    )
  }, 60_000)

  test('runs that fail at the same moment are all counted', async () => {
    const workflow = await saved(FAILING)
    const { trigger, secret } = await added(workflow, { kind: 'webhook' }, { overlap: 'parallel' })
    const bodies = Array.from({ length: 12 }, (_, at) => JSON.stringify({ at }))
    const replies = await Promise.all(
      bodies.map(async (body) => ask('POST', `/hooks/${trigger.id}`, body, signedHook(body, secret ?? ''))),
    )
    // Those that come after the third failure are refused.
    const begun = replies.filter(({ status }) => status === 202).length
    expect(begun).toBeGreaterThanOrEqual(3)
    const failed = async () => (await runsOf(workflow.id)).filter(({ state }) => state === 'failed').length
    await expect.poll(failed, { timeout: 30_000 }).toBe(begun)
    await expect.poll(async () => (await triggerOf(trigger.id))?.failures, { timeout: 5000 }).toBe(begun)
  }, 60_000)

  test('a run that ended starts another', async () => {
    const [first, second] = [await saved(JOIN()), await saved(JOIN())]
    await added(second, { kind: 'other_run', workflow_id: first.id, after: 'done' })
    await ask('POST', `/api/workflows/${first.id}/runs`, { inputs: {} })
    await expect
      .poll(async () => (await runsOf(second.id)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['done'])
  }, 60_000)

  test('a run that failed starts what waits for that, and nothing that waits for a success', async () => {
    const [first, failed, done] = [await saved(FAILING), await saved(JOIN()), await saved(JOIN())]
    await added(failed, { kind: 'other_run', workflow_id: first.id, after: 'failed' })
    await added(done, { kind: 'other_run', workflow_id: first.id, after: 'done' })
    await ask('POST', `/api/workflows/${first.id}/runs`, { inputs: {} })
    await expect
      .poll(async () => (await runsOf(failed.id)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['done'])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await runsOf(done.id)).toEqual([])
  }, 60_000)

  test('a run that writes what its trigger watches does not start another', async () => {
    const folder = join(server.workspace, 'watched')
    await mkdir(folder)
    const graph = {
      ...JOIN({ paths: { schema: { type: 'array' }, default: [] } }),
      nodes: [
        { id: 'one', type: 'files.write', inputs: { path: 'log.md', content: 'seen' } },
        { id: 'two', type: 'files.write', inputs: { path: 'also.md', content: 'seen' } },
      ],
      outputs: {},
    }
    const workflow = await saved(graph)
    const when = { kind: 'file_change', folder, globs: ['*.md'] }
    const { trigger } = await added(workflow, when, { mode: 'acceptEdits' })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    for (const [name, count] of [
      ['first.md', 1],
      ['second.md', 2],
    ] as const) {
      await writeFile(join(folder, name), 'x')
      await expect
        .poll(async () => (await runsOf(workflow.id)).map(({ state }) => state), { timeout: 20_000 })
        .toEqual(Array.from({ length: count }, () => 'done'))
      // Longer than the trigger waits for quiet.
      await new Promise((resolve) => setTimeout(resolve, 3000))
      expect(await runsOf(workflow.id)).toHaveLength(count)
    }
    expect(await readFile(join(folder, 'log.md'), 'utf8')).toBe('seen')
    expect((await triggerOf(trigger.id))?.paused).toBe(false)
  }, 60_000)

  test('webhooks: forged, repeated and unfit ones are refused', async () => {
    const workflow = await saved(JOIN({ who: { schema: { type: 'string' } } }))
    const { trigger, secret } = await added(workflow, { kind: 'webhook' })
    expect(trigger.address).toBe(`https://cs.example.com/hooks/${trigger.id}`)
    const call = (body: string, key = secret ?? '') => signedHook(body, key)
    const path = `/hooks/${trigger.id}`
    const body = JSON.stringify({ who: 'you' })
    expect((await ask('POST', path, body, call(body, 'guess'))).status).toBe(401)
    expect((await ask('POST', path, body)).status).toBe(401)
    const unfit = JSON.stringify({ who: 7 })
    expect((await ask('POST', path, unfit, call(unfit))).status).toBe(400)
    const signed = call(body)
    const first = await ask('POST', path, body, signed)
    expect([first.status, first.json]).toEqual([202, { run_id: expect.stringContaining('run_') as string }])
    await expect
      .poll(async () => (await runsOf(workflow.id)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['done'])
    expect((await ask('POST', path, body, signed)).status).toBe(409)
    expect(await runsOf(workflow.id)).toHaveLength(1)
  }, 60_000)

  test('a file that changes starts a run; pausing everything keeps all from starting', async () => {
    const workflow = await saved(JOIN({ paths: { schema: { type: 'array' }, default: [] } }))
    const { trigger } = await added(workflow, {
      kind: 'file_change',
      folder: server.workspace,
      globs: ['*.md'],
    })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await writeFile(join(server.workspace, 'other.txt'), 'x')
    await writeFile(join(server.workspace, 'new.md'), 'x')
    await expect.poll(async () => (await runsOf(workflow.id)).length, { timeout: 20_000 }).toBe(1)
    expect(await runsOf(workflow.id)).toMatchObject([{ started_by: 'file_change', trigger_id: trigger.id }])
    expect((await ask('PUT', '/api/triggers/paused', { paused: true })).json).toEqual({ all_paused: true })
    await writeFile(join(server.workspace, 'newer.md'), 'x')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await runsOf(workflow.id)).toHaveLength(1)
    await ask('PUT', '/api/triggers/paused', { paused: false })
  }, 60_000)

  test('two server processes that watch the same folder start one run for a change', async () => {
    const workflow = await saved(JOIN({ paths: { schema: { type: 'array' }, default: [] } }))
    const when = { kind: 'file_change', folder: server.workspace, globs: ['both-*'] }
    await added(workflow, when, { overlap: 'parallel' })
    const second = await testServer(environment, { beside: server })
    try {
      await delay(2500)
      await writeFile(join(server.workspace, 'both-one.md'), 'x')
      await expect.poll(async () => (await runsOf(workflow.id)).length, { timeout: 20_000 }).toBe(1)
      await delay(1500)
      expect(await runsOf(workflow.id)).toHaveLength(1)
    } finally {
      await second.close()
    }
  }, 60_000)
})
