import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { newChat, oneNode, WorkflowUser } from './testing/wire.ts'

// A run has at most the capabilities of who started it.

let model: ScriptedModel
let server: TestServer
let client: TestClient
let web: Server
let requests = 0
let workflow: string
const user = new WorkflowUser(() => server)
beforeAll(async () => {
  web = createServer((_request, response) => {
    requests += 1
    response.end('hello')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo // a TCP server that listens has one
  model = await scriptedModel(obedient)
  server = await testServer({ ...model.env, COUNTERSIGN_MODEL: 'compatible/any' })
  client = await server.connect()
  await user.ask('POST', '/api/rules', { list: 'allow', text: `http.request(http://127.0.0.1:${port}/**)` })
  const graph = oneNode('call', 'http.request', { url: `http://127.0.0.1:${port}/` })
  workflow = (await user.saved(graph)).id
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
  web.close()
}, 60_000)

/** The last run after a chat asked for one. */
async function asked(wait: boolean, withheld: boolean) {
  const thread_id = await newChat(client, 'auto')
  if (withheld)
    await client.command({ type: 'capabilities_set', thread_id, capabilities: { network: false } })
  const calls = [{ name: 'run_workflow', args: { workflow_id: workflow, wait } }]
  await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
  const [run] = await user.runs(workflow)
  const id = run?.id ?? ''
  await expect.poll(async () => (await user.run(id)).ended_at !== null, { timeout: 30_000 }).toBe(true)
  return user.run(id)
}

test.each([
  ['in the chat', true],
  ['on its own', false],
])(
  'a run %s cannot do what the chat that starts it cannot',
  async (_where, wait) => {
    const before = requests
    expect(await asked(wait, false)).toMatchObject({ state: 'done' })
    expect(requests).toBe(before + 1)
    expect(await asked(wait, true)).toMatchObject({
      state: 'failed',
      error: { code: 'no_capability', node: 'call' },
    })
    expect(requests).toBe(before + 1)
  },
  60_000,
)
