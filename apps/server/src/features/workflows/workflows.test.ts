/** @module-tag slow */
import { workflowRoutes, type CallId, type RunView, type WorkflowView } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

/** Reads a file, makes a text of it, writes that. */
const REPORT = {
  version: 1,
  name: 'Report',
  inputs: { name: { schema: { type: 'string' }, default: 'world' } },
  outputs: { text: ['greet', 'text'] },
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'in.txt' } },
    { id: 'greet', type: 'text.template', inputs: { template: '{{said}}, {{name}}' } },
    { id: 'save', type: 'files.write', inputs: { path: 'out.txt' } },
  ],
  edges: [
    { from: ['read', 'text'], to: ['greet', 'said'] },
    { from: ['$input', 'name'], to: ['greet', 'name'] },
    { from: ['greet', 'text'], to: ['save', 'content'] },
  ],
}

describe.each(['embedded', 'external'])('workflows on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
    await writeFile(join(server.workspace, 'in.txt'), 'hello')
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: unknown }> => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: await answer.json() }
  }
  const saved = async (graph: object): Promise<{ id: string; hash: string }> => {
    const made = await ask('POST', '/api/workflows', { name: 'Report', graph })
    const { workflow } = made.json as { workflow: WorkflowView } // our own route
    expect(workflow.problems).toEqual([])
    const version = await ask('POST', `/api/workflows/${workflow.id}/versions`, { message: 'first', base: 0 })
    expect(version.status).toBe(200)
    return { id: workflow.id, hash: workflowRoutes.saveVersion.reply.parse(version.json).version.hash }
  }
  const runOf = async (id: string): Promise<RunView> =>
    workflowRoutes.run.reply.parse((await ask('GET', `/api/runs/${id}`)).json).run
  const until = (id: string, state: string) =>
    expect.poll(async () => (await runOf(id)).state, { timeout: 20_000 }).toBe(state)
  const waiting = async () => {
    const { approvals } = (await ask('GET', '/api/waiting')).json as {
      approvals: { tool_call_id: CallId; hash: string }[]
    } // our own route
    return approvals
  }
  const answer = async (more: object) => {
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const [card] = await waiting()
    const sent = { type: 'tool_approval_response', decision: 'allow_once', ...card, ...more }
    const { tool_call_id, hash, type, decision } = sent
    const reply = await client.command({ type, decision, tool_call_id, hash, ...more })
    expect(reply).toMatchObject({ type: 'ok' })
  }

  test('a run on its own asks for the write alone, and gives its outputs', async () => {
    const { id, hash } = await saved(REPORT)
    const started = await ask('POST', `/api/workflows/${id}/runs`, { inputs: {} })
    expect(started.json).toMatchObject({ run: { hash } })
    const { run } = workflowRoutes.start.reply.parse(started.json)
    await until(run.id, 'waiting')
    await answer({})
    await until(run.id, 'done')
    expect(await readFile(join(server.workspace, 'out.txt'), 'utf8')).toContain('hello')
    const after = await runOf(run.id)
    expect(after.outputs).toEqual({ text: expect.stringContaining('world') as string })
    expect(after.nodes.map(({ node, state }) => [node, state])).toEqual([
      ['greet', 'done'],
      ['read', 'done'],
      ['save', 'done'],
    ])
  }, 60_000)
})
