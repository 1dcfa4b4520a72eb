/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WIRE_FORMATS } from '../providers/testing/wire-formats.ts'
import { wireServer, type WireServer } from '../providers/testing/wire-server.ts'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

// The list of a chat, held against what its model was sent by the provider.

const format = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) })
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

async function newChat(capabilities: object): Promise<string> {
  const made = await client.command({
    type: 'thread_create',
    model: 'anthropic/claude-sonnet-5-5',
    capabilities,
  })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
  return made.thread_id
}

/** The names that the model was sent for a message, and those that the list says it is sent. */
async function bothLists(thread_id: string, more: object = {}) {
  const listed = await client.command({ type: 'list_tools', thread_id, ...more })
  if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'hello', ...more })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
  const given = Sent.parse(wire.bodies.at(-1)).tools.map(({ name }) => name)
  const seen = listed.tools.filter((tool) => tool.on_request !== true)
  return { listed: listed.tools, given: given.toSorted(), seen: seen.map(sentName).toSorted() }
}

const sentName = ({ name }: { readonly name: string }) => name.replaceAll('.', '_')

test.each([
  ['as it comes', {}],
  ['without the network and sub-agents', { network: false, subagent: false }],
  ['that may only look', { workspace_write: false, network: false, subagent: false, knowledge: false }],
])('T5 the list of a chat %s is exactly what its model is given', async (_what, capabilities) => {
  const { given, seen } = await bothLists(await newChat(capabilities))
  expect(given).toEqual(seen)
})

test('T5 long-term memory and the tools of clients are in the one list, by group and source', async () => {
  await server.request('/api/memory', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enabled: true }),
  })
  const tool = (name: string, effect: string) => ({ name, description: 'x', kind: 'agentTool', effect })
  const tools = [tool('board.list', 'none'), tool('board.move', 'write')]
  expect(await client.command({ type: 'manifest', tools })).toMatchObject({ type: 'ok' })

  const thread_id = await newChat({})
  const { listed, given, seen } = await bothLists(thread_id, { chat_context: { kind: 'editor' } })
  expect(given).toEqual(seen)
  expect(given).toEqual(expect.arrayContaining(['remember', 'forget', 'memory_write', 'run_subtask']))
  const shown = listed.map((one) => [one.name, one.group, one.source, one.on_request])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['remember', 'core', 'built in', false],
      ['forget', 'core', 'built in', false],
      ['files.read', 'files', 'built in', false],
      ['board.list', 'board', 'client', true],
      ['board.move', 'board', 'client', true],
    ]),
  )
  // What is held back is named to the model by its group.
  expect(JSON.stringify(wire.bodies.at(-1))).toContain('with `load_tools`: agent (1), board (2)')

  // Over HTTP it is the same list, for a message that is not about what the client has open.
  const answer = await server.request(`/api/tools?thread_id=${thread_id}`)
  const { tools: overHttp } = Listed.parse(await answer.json())
  const without = listed.filter(({ capability }) => capability !== 'editor_mutate')
  expect(overHttp.map(({ name }) => name)).toEqual(without.map(({ name }) => name))
})
