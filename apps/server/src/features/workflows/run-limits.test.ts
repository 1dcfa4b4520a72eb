/** @module-tag slow */
import type { CallId } from '@countersign/protocol'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

let model: ScriptedModel
let server: TestServer
let client: TestClient
const me = new WorkflowUser(() => server)
beforeAll(async () => {
  model = await scriptedModel(() => ({ text: 'said' }))
  server = await testServer({
    ...model.env,
    COUNTERSIGN_MODEL: SCRIPTED,
    COUNTERSIGN_RUN_CALLS: '3',
    COUNTERSIGN_RUN_MODEL_CALLS: '1',
  })
  client = await server.connect()
  await writeFile(join(server.workspace, 'in.txt'), 'hello')
}, 180_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 180_000)

/** One node for each number, one after the other. */
const times = (count: number, type: string, inputs: object) =>
  oneNode(
    'each',
    'map',
    { items: Array.from({ length: count }, (_one, at) => at), parallel: 1 },
    {
      body: {
        inputs: {},
        outputs: { result: ['act', 'text'] },
        nodes: [{ id: 'act', type, inputs, retry: { times: 3 } }],
        edges: [{ from: ['$input', 'index'], to: ['act', '$after'] }],
      },
    },
  )

/** The only question that waits: its id names the budget. */
async function card(): Promise<CallId> {
  await expect.poll(async () => (await me.waiting()).length, { timeout: 30_000 }).toBe(1)
  const [only] = await me.waiting()
  if (only === undefined) throw new Error('no card')
  return only.tool_call_id
}

const read = { path: 'in.txt' }

test('calls: a run that fits does not ask; one that passes the limit asks once, and a yes lets it end', async () => {
  await me.until(await me.start((await me.saved(times(3, 'files.read', read))).id), 'done')
  expect(await me.waiting()).toEqual([])
  const run = await me.start((await me.saved(times(5, 'files.read', read))).id)
  const asked = await card()
  expect(asked).toMatch(/toolcalls4$/)
  // The question is the run's, although no node asks it.
  await me.until(run, 'waiting')
  // The list of nodes is written in batches, a moment later.
  await expect
    .poll(async () =>
      (await me.run(run)).nodes.filter(({ node, state }) => node === 'each/act' && state === 'done'),
    )
    .toHaveLength(3)
  await me.answer(client, {}, asked)
  const { nodes: after } = await me.until(run, 'done')
  expect(after.filter(({ node, state }) => node === 'each/act' && state === 'done')).toHaveLength(5)
}, 180_000)

test('calls: a no ends the run with what it did', async () => {
  const run = await me.start((await me.saved(times(5, 'files.read', read))).id)
  await me.answer(client, { decision: 'deny' }, await card())
  const { nodes } = await me.until(run, 'cancelled')
  expect(nodes.filter(({ node, state: how }) => node === 'each/act' && how === 'done')).toHaveLength(3)
  expect(await me.waiting()).toEqual([])
}, 180_000)

test('model calls: a run that fits does not ask; past the limit a card asks before the model is', async () => {
  const ask = { prompt: 'Say something.' }
  await me.until(await me.start((await me.saved(times(1, 'llm.generate', ask))).id), 'done')
  expect(await me.waiting()).toEqual([])
  const before = model.requests.length
  const run = await me.start((await me.saved(times(6, 'llm.generate', ask))).id)
  const asked = await card()
  expect(asked).toMatch(/llmcalls3$/)
  // The closing step of the run leaves room for one more.
  expect(model.requests.length - before).toBe(2)
  await me.answer(client, { decision: 'deny' }, asked)
  await me.until(run, 'cancelled')
  // It is final: no retry of the node asks the model again.
  expect(model.requests.length - before).toBe(2)
}, 180_000)

test('work: a run that has worked for longer than it may asks before its next call', async () => {
  const short = await testServer({ ...model.env, COUNTERSIGN_RUN_WORK: '0.001' })
  const other = new WorkflowUser(() => short)
  try {
    await writeFile(join(short.workspace, 'in.txt'), 'hello')
    const run = await other.start((await other.saved(times(3, 'files.read', read))).id)
    await expect.poll(async () => (await other.waiting()).length, { timeout: 30_000 }).toBe(1)
    expect((await other.waiting())[0]?.tool_call_id).toMatch(/wallclock1$/)
    await other.until(run, 'waiting')
  } finally {
    await short.close()
  }
}, 180_000)

test.each([
  ['COUNTERSIGN_RUN_CALLS', '0'],
  ['COUNTERSIGN_RUN_CALLS', 'many'],
  ['COUNTERSIGN_RUN_MODEL_CALLS', '1.5'],
  ['COUNTERSIGN_RUN_WORK', '-1'],
])('%s=%s is refused at the start', (name, value) => {
  expect(readConfig({ [name]: value }, {})).toMatchObject({
    ok: false,
    message: expect.stringContaining(name) as string,
  })
})

test('as shipped: 10,000 calls below the run, 200 model calls, an hour', () => {
  expect(readConfig({}, {})).toMatchObject({
    ok: true,
    config: { runLimits: { toolCalls: 10_001, modelCalls: 202, wallClock: 3_600_000 } },
  })
})
