/** @module-tag slow */
import { ThreadSnapshot } from '@countersign/protocol'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { WIRE_FORMATS } from './testing/wire-formats.ts'
import { wireServer, type Play, type WireServer } from './testing/wire-server.ts'

const KEY = 'sk-ant-live-turn-0123456789abcdef'
const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const COMMAND = 'echo once >> effects.txt; env'

/** The model asks for one command, is busy, is cut off, and then answers. */
const PLAYS: readonly Play[] = [
  {
    kind: 'stream',
    events: anthropic
      .answer({
        reasoning: 'Let me see.',
        text: ['I will.'],
        calls: [{ id: 't1', pieces: [JSON.stringify({ command: COMMAND })] }],
      })
      .map((event) => event.toString().replace('files_list', 'terminal_exec')),
  },
  { kind: 'refuse', status: 429, headers: { 'retry-after-ms': '1' } },
  { kind: 'refuse', status: 503, headers: { 'retry-after-ms': '1' } },
  { kind: 'cut', events: anthropic.answer({ text: ['Half an ans'], calls: [] }).slice(0, -3) },
  { kind: 'stream', events: anthropic.answer({ reasoning: 'It ran.', text: ['Done.'], calls: [] }) },
]

let wire: WireServer
let server: TestServer
let client: TestClient
beforeAll(async () => {
  wire = await wireServer(PLAYS)
  server = await testServer({ ANTHROPIC_BASE_URL: wire.address })
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
  await wire.close()
})

test('a call that was proposed runs once, however often the model is asked again; its key stays here', async () => {
  await server.request('/api/settings/keys/anthropic', {
    method: 'PUT',
    body: JSON.stringify({ key: KEY }),
    headers: { 'content-type': 'application/json' },
  })
  const created = await client.command({ type: 'thread_create', model: 'anthropic/claude-sonnet-5' })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'do it' })
  const { approval } = await client.event('tool_approval_request')
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_once',
    hash: approval.hash,
  })
  const { turn } = await client.event(
    'turn_updated',
    ({ turn: { state } }) => state === 'done' || state === 'failed',
  )
  expect(turn.state).toBe('done')
  expect(await readFile(join(server.workspace, 'effects.txt'), 'utf8')).toBe('once\n')
  expect(wire.bodies).toHaveLength(5)
  // The same question, however often it was asked.
  for (const again of [2, 3, 4]) expect(wire.bodies[again]).toEqual(wire.bodies[1])

  const { message } = await client.event('message_added', (event) => event.message.text === 'Done.')
  expect(message.role).toBe('assistant')
  const snapshot = ThreadSnapshot.parse(await (await server.request(`/api/threads/${thread_id}`)).json())
  expect(snapshot.messages.flatMap(({ text, thought }) => (thought ? [[text, thought.text]] : []))).toEqual([
    ['I will.', 'Let me see.'],
    ['Done.', 'It ran.'],
  ])
  // Two answers of 11 tokens in and 7 out, at 2 and 10 dollars a million; the last one filled 18 tokens of the window.
  const cost = await client.event('cost_summary')
  expect(cost).toMatchObject({ input_tokens: 22, output_tokens: 14 })
  expect(cost.cost_usd).toBeCloseTo(0.000184, 9)
  expect(turn.usage).toEqual({
    input_tokens: 22,
    output_tokens: 14,
    context_tokens: 18,
    cost_usd: cost.cost_usd,
  })

  expect(wire.headers.map((headers) => headers['x-api-key'])).toEqual(Array(5).fill(KEY))
  // The command printed its environment, and that went to the model and to the page.
  expect(JSON.stringify(wire.bodies[1])).toContain('PATH=')
  expect(JSON.stringify(wire.bodies)).not.toContain(KEY)
  expect(JSON.stringify(client.messages)).not.toContain(KEY)
})
