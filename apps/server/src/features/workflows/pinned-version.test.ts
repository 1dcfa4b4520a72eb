import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { newChat, WorkflowUser } from './testing/wire.ts'

// A run keeps the version that its card showed, whatever is saved while it waits.

let model: ScriptedModel
let env: Readonly<Record<string, string>>
let first: TestServer
let server: TestServer
const user = new WorkflowUser(() => server)
beforeAll(async () => {
  model = await scriptedModel(obedient)
  env = { ...model.env, COUNTERSIGN_MODEL: 'compatible/any' }
  first = await testServer(env)
  server = first
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
  await rm(dirname(first.home), { recursive: true, force: true })
}, 60_000)

const writing = (content: string) => ({
  version: 1,
  name: 'Slow',
  inputs: {},
  outputs: {},
  nodes: [
    { id: 'nap', type: 'time.wait', inputs: { for: '3s' } },
    { id: 'save', type: 'files.write', inputs: { path: 'which.txt', content } },
  ],
  edges: [{ from: ['nap', 'time'], to: ['save', '$after'] }],
})

test('a version that is saved while the card waits, or before a restart, is not what runs', async () => {
  const { id, hash } = await user.saved(writing('the one that was shown'))
  let client = await server.connect()
  const thread_id = await newChat(client)
  const calls = [{ name: 'run_workflow', args: { workflow_id: id } }]
  await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
  await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
  const second = await user.saveAgain(id, writing('saved while the card waited'))
  await user.answer(client)
  await expect
    .poll(async () => (await user.runs(id)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['sleeping'])
  const third = await user.saveAgain(id, writing('saved before the restart'))
  expect(new Set([hash, second, third]).size).toBe(3)
  client.close()
  await first.stop()
  server = await testServer(env, { beside: first })
  client = await server.connect()
  await user.answer(client)
  const [run] = await user.runs(id)
  expect((await user.until(run?.id ?? '', 'done')).hash).toBe(hash)
  expect(await readFile(join(server.workspace, 'which.txt'), 'utf8')).toBe('the one that was shown')
  client.close()
}, 90_000)
