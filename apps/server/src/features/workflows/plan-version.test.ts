/** @module-tag slow */
import { workflowRoutes, type PlannedNode } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { newChat, oneNode, WorkflowUser } from './testing/wire.ts'

let model: ScriptedModel
let server: TestServer
let client: TestClient
const me = new WorkflowUser(() => server)
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  client = await server.connect()
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

async function plan(id: string, more: object = {}): Promise<readonly PlannedNode[]> {
  const reply = await me.ask('POST', `/api/workflows/${id}/plan`, { inputs: {}, ...more })
  expect(reply.status).toBe(200)
  return workflowRoutes.plan.reply.parse(reply.json).nodes
}

/** Reads each of these files. */
const each = (items: readonly string[], more: object = {}) =>
  oneNode(
    'each',
    'map',
    { items },
    {
      body: {
        inputs: {},
        outputs: { result: ['read', 'text'] },
        nodes: [{ id: 'read', type: 'files.read', inputs: {}, ...more }],
        edges: [{ from: ['$input', 'item'], to: ['read', 'path'] }],
      },
    },
  )

test('the strictest of all items is shown, wherever in the list it is', async () => {
  const many = Array.from({ length: 30 }, (_one, at) => `f${at}.md`)
  for (const items of [
    ['/etc/x', 'ok.md'],
    ['ok.md', '/etc/x'],
    [...many, '/etc/x', 'ok.md'],
  ]) {
    const { id } = await me.saved(each(items))
    expect(await plan(id)).toMatchObject([
      {
        node: 'each/read',
        verdict: 'ask',
        specifier: '/etc/x',
        items: items.length,
        why: expect.stringContaining(`the strictest of ${items.length} items: `) as string,
      },
    ])
  }
  const { id } = await me.saved(each(many))
  expect(await plan(id)).toMatchObject([{ verdict: 'run', items: 30 }])
})

test('of a list that is too long to look at, what is left is not known', async () => {
  const { id } = await me.saved(each(Array.from({ length: 1500 }, (_one, at) => `f${at}.md`)))
  expect(await plan(id)).toMatchObject([{ verdict: 'unknown', items: 1000 }])
})

test('later passes, and items that wait for a call, are not passed over', async () => {
  const loop = oneNode(
    'again',
    'loop',
    { initial: 'ok.md', max: 3 },
    {
      body: {
        inputs: {},
        outputs: { value: ['read', 'text'], done: ['empty', 'result'] },
        nodes: [
          { id: 'read', type: 'files.read', inputs: {} },
          { id: 'empty', type: 'logic.compare', inputs: { operator: 'is_empty' } },
        ],
        edges: [
          { from: ['$input', 'value'], to: ['read', 'path'] },
          { from: ['read', 'text'], to: ['empty', 'left'] },
        ],
      },
    },
  )
  const { id } = await me.saved(loop)
  expect(await plan(id)).toMatchObject([{ node: 'again/read', verdict: 'unknown', items: 1 }])
})

test('a call outside of the bounds of its node is blocked in the plan, as in the run', async () => {
  const { id } = await me.saved(each(['in/a.md', 'out/b.md'], { bounds: ['in/**'] }))
  expect(await plan(id)).toMatchObject([
    { verdict: 'block', specifier: 'out/b.md', why: expect.stringContaining('outside the bounds') as string },
  ])
})

test('what a person granted to the version runs in the plan, until they revoke it', async () => {
  const { id } = await me.saved(oneNode('save', 'files.write', { path: 'granted.txt', content: 'x' }))
  expect(await plan(id)).toMatchObject([{ verdict: 'ask' }])
  await me.until(await me.start(id, { grant: 'version' }), 'done')
  expect(await plan(id)).toMatchObject([{ verdict: 'run' }])
  const thread = await newChat(client)
  const text = JSON.stringify({ calls: [{ name: 'plan_workflow', args: { workflow_id: id } }] })
  await client.command({ type: 'turn_start', thread_id: thread, text })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread && turn.state === 'done')
  expect(JSON.stringify(client.messages)).toContain(String.raw`\"verdict\": \"run\"`)
  const { grants } = workflowRoutes.grants.reply.parse(
    (await me.ask('GET', `/api/workflow-grants?workflow_id=${id}`)).json,
  )
  expect((await me.ask('DELETE', `/api/workflow-grants/${grants[0]?.id}`)).status).toBe(200)
  expect(await plan(id)).toMatchObject([{ verdict: 'ask' }])
})
