/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

let model: ScriptedModel
let server: TestServer
let client: TestClient
const me = new WorkflowUser(() => server)
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  client = await server.connect()
}, 180_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 180_000)

/** Writes a name with a mark into a file of that name. */
const inner = (mark: string) => ({
  version: 1,
  name: 'Inner',
  inputs: { name: { schema: { type: 'string' } } },
  outputs: { said: ['say', 'text'] },
  nodes: [
    { id: 'say', type: 'text.template', inputs: { template: `{{who}}${mark}` } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.txt'] },
  ],
  edges: [
    { from: ['$input', 'name'], to: ['say', 'who'] },
    { from: ['$input', 'name'], to: ['save', 'path'] },
    { from: ['say', 'text'], to: ['save', 'content'] },
  ],
})
/** Runs that version for each name. */
const outer = (hash: string, items: readonly string[]) => ({
  ...oneNode(
    'each',
    'map',
    { items, parallel: 1 },
    {
      body: {
        inputs: {},
        outputs: { result: ['sub', 'said'] },
        nodes: [{ id: 'sub', type: 'workflow', inputs: { workflow: hash } }],
        edges: [{ from: ['$input', 'item'], to: ['sub', 'name'] }],
      },
    },
  ),
  outputs: { all: ['each', 'items'] },
})

test('a version runs inside another: its effects are calls with their own place, card and bounds', async () => {
  const first = await me.saved(inner('!'))
  const { id } = await me.saved(outer(first.hash, ['a.txt', 'b.txt']))
  const view = await me.workflow(id)
  expect(view.manifest?.effects).toMatchObject([
    { node: 'each/sub/save', tool: 'files.write', reach: 'bounds', specifiers: ['*.txt'], repeats: true },
  ])
  const run = await me.start(id)
  await me.answer(client)
  await me.answer(client)
  const { outputs, nodes } = await me.until(run, 'done')
  expect(outputs).toEqual({ all: ['a.txt!', 'b.txt!'] })
  expect(await readFile(join(server.workspace, 'b.txt'), 'utf8')).toBe('b.txt!')
  const saved = nodes.filter(({ node }) => node === 'each/sub/save')
  expect(saved.map(({ item, state }) => [item, state])).toEqual([
    ['0/0', 'done'],
    ['1/0', 'done'],
  ])
  // A newer version of the inner workflow has another hash; this one keeps running the version that it names.
  await me.saveAgain(first.id, inner('?'))
  const again = await me.start(id, { grant: 'run' })
  expect((await me.until(again, 'done')).outputs).toEqual({ all: ['a.txt!', 'b.txt!'] })
}, 180_000)

test('what leaves the bounds of a node inside fails, and names node and item', async () => {
  const { hash } = await me.saved(inner('!'))
  const { id } = await me.saved(outer(hash, ['c.txt', 'c.md']))
  const run = await me.start(id, { grant: 'run' })
  expect((await me.until(run, 'failed')).error).toMatchObject({
    code: 'out_of_bounds',
    node: 'each/sub/save',
    item: '1/0',
  })
}, 180_000)

test('replay: a version over the record of a run shows what would be new, gone and other, and what asks', async () => {
  const graph = (nodes: readonly object[]) => ({
    version: 1,
    name: 'R',
    inputs: {},
    outputs: {},
    nodes: [
      { id: 'read', type: 'files.read', inputs: { path: 'a.txt' } },
      {
        id: 'turn',
        type: 'code.javascript',
        ports: { inputs: { said: {} }, outputs: { text: { type: 'string' } } },
        inputs: { source: 'return { text: String(inputs.said).length > 0 ? "x" : "y" }' },
      },
      ...nodes,
    ],
    edges: [
      { from: ['read', 'text'], to: ['turn', 'said'] },
      { from: ['turn', 'text'], to: ['save', 'content'] },
    ],
  })
  const save = (path: string) => ({ id: 'save', type: 'files.write', inputs: { path } })
  const list = { id: 'list', type: 'files.list', inputs: { path: '.' } }
  const before = await me.saved(graph([save('old.txt'), list]))
  await me.until(await me.start(before.id, { grant: 'version' }), 'done')
  const replay = async (hash?: string) => {
    const reply = await me.ask(
      'POST',
      `/api/workflows/${before.id}/replay`,
      hash === undefined ? {} : { hash },
    )
    expect(reply.status).toBe(200)
    return workflowRoutes.replay.reply.parse(reply.json)
  }
  expect((await replay()).runs).toMatchObject([{ effects: [], same: 3, open: false, more: false }])
  const newer = await me.saveAgain(
    before.id,
    graph([save('new.txt'), { id: 'add', type: 'files.write', inputs: { path: 'more.txt', content: 'x' } }]),
  )
  const { hash, runs } = await replay()
  expect(hash).toBe(newer)
  const [only] = runs
  expect(runs).toHaveLength(1)
  const rows = only?.effects.map(({ kind, node, specifier, before: was, verdict }) => [
    kind,
    node,
    specifier,
    was,
    verdict,
  ])
  expect(rows?.toSorted((a, b) => String(a[1]).localeCompare(String(b[1])))).toEqual([
    ['new', 'add', 'more.txt', null, 'ask'],
    ['gone', 'list', '.', null, null],
    ['other', 'save', 'new.txt', 'old.txt', 'ask'],
  ])
  expect(only).toMatchObject({ same: 1, open: true })
  // The version that ran, with its grant, is as it was.
  expect((await replay(before.hash)).runs).toMatchObject([{ effects: [], same: 3 }])
  expect((await me.ask('POST', `/api/workflows/${before.id}/replay`, { runs: 99 })).status).toBe(400)
}, 180_000)

test('replay shows the texts of calls as every list does: without the secrets in them', async () => {
  // In two pieces, so that no scanner takes the test for a leak.
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')
  const workflow = await me.saved({
    version: 1,
    name: 'S',
    inputs: { token: { schema: { type: 'string' } } },
    outputs: {},
    nodes: [
      { id: 'say', type: 'text.template', inputs: { template: 'touch {{token}}' } },
      { id: 'run', type: 'terminal.exec', inputs: {} },
    ],
    edges: [
      { from: ['$input', 'token'], to: ['say', 'token'] },
      { from: ['say', 'text'], to: ['run', 'command'] },
    ],
  })
  await me.until(await me.start(workflow.id, { inputs: { token: secret }, mode: 'auto' }), 'done')
  const replay = await me.ask('POST', `/api/workflows/${workflow.id}/replay`, {})
  const [only] = workflowRoutes.replay.reply.parse(replay.json).runs
  expect(only?.effects).toMatchObject([
    { node: 'run', specifier: expect.stringContaining('touch') as string },
  ])
  expect(JSON.stringify(replay.json)).not.toContain(secret)
  const plan = await me.ask('POST', `/api/workflows/${workflow.id}/plan`, { inputs: { token: secret } })
  expect(plan.status).toBe(200)
  expect(JSON.stringify(plan.json)).not.toContain(secret)
}, 180_000)
