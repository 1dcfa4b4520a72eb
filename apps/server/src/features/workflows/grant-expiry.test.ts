/** @module-tag slow */
import { workflowRoutes, type GrantView } from '@countersign/protocol'
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

const DAY = 86_400
const save = (path: string) => oneNode('save', 'files.write', { path, content: 'x' })

async function grantOf(id: string): Promise<GrantView | undefined> {
  const reply = await me.ask('GET', `/api/workflow-grants?workflow_id=${id}`)
  return workflowRoutes.grants.reply.parse(reply.json).grants[0]
}

/** Seconds from a grant to its end. */
const lasts = (grant: GrantView | undefined) =>
  grant === undefined || grant.expires_at === null ? null : (grant.expires_at - grant.at) / 1000

test('a grant at the start of a run ends when the person said', async () => {
  const { id } = await me.saved(save('a.txt'))
  await me.until(await me.start(id, { grant: 'version', grant_seconds: DAY }), 'done')
  expect(lasts(await grantOf(id))).toBeCloseTo(DAY, -1)
  // It still applies to the next run.
  await me.until(await me.start(id), 'done')
  const { id: other } = await me.saved(save('b.txt'))
  await me.until(await me.start(other, { grant: 'version' }), 'done')
  expect(lasts(await grantOf(other))).toBeNull()
})

test('a grant on a card ends when the person said', async () => {
  const { id } = await me.saved(save('c.txt'))
  const thread = await newChat(client)
  const text = JSON.stringify({ calls: [{ name: 'run_workflow', args: { workflow_id: id } }] })
  await client.command({ type: 'turn_start', thread_id: thread, text })
  await me.answer(client, { grant: 'version', grant_seconds: DAY })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread && turn.state === 'done')
  expect(lasts(await grantOf(id))).toBeCloseTo(DAY, -1)
})

test('an end without a grant, and one that is too near, are refused', async () => {
  const { id } = await me.saved(save('d.txt'))
  for (const body of [{ grant_seconds: DAY }, { grant: 'run', grant_seconds: 1 }])
    expect((await me.ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, ...body })).status).toBe(400)
})
