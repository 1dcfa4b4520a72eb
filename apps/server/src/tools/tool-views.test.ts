import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WIRE_FORMATS } from '../providers/testing/wire-formats.ts'
import { wireServer, type WireServer } from '../providers/testing/wire-server.ts'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

const format = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const Sent = z.object({ tools: z.array(z.object({ name: z.string() })) })

let wire: WireServer
let server: TestServer
let client: TestClient
beforeAll(async () => {
  wire = await wireServer([{ kind: 'stream', events: format.answer({ text: ['Hello.'], calls: [] }) }])
  server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k' })
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
  await wire.close()
})

test.each([
  ['as it comes', {}],
  ['without the network and sub-agents', { network: false, subagent: false }],
  ['that may only look', { workspace_write: false, network: false, subagent: false, knowledge: false }],
])('T5 the list of a chat %s is exactly what its model is given', async (_what, capabilities) => {
  const made = await client.command({
    type: 'thread_create',
    model: 'anthropic/claude-sonnet-5-5',
    capabilities,
  })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
  const { thread_id } = made
  const listed = await client.command({ type: 'list_tools', thread_id })
  if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'hello' })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
  const given = Sent.parse(wire.bodies.at(-1)).tools.map(({ name }) => name)
  const shown = listed.tools.filter((tool) => tool.on_request !== true).map(({ name }) => name)
  expect(given.toSorted()).toEqual(shown.map((name) => name.replaceAll('.', '_')).toSorted())
})
