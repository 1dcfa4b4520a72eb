import { afterAll, beforeAll, expect, test } from 'vitest'
import { ThreadId } from '@countersign/protocol'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { threadCapabilities } from './capabilities.ts'
import { WORKSPACE_SCOPE } from './ports.ts'
import { memorySettings } from './testing/memory-settings.ts'

const THREAD = ThreadId.parse('thr_a')

test('P12 a choice that cannot be read leaves nothing', async () => {
  const store = memorySettings()
  await store.set(THREAD, 'capabilities', { granted: 'all' })
  await store.set(WORKSPACE_SCOPE, 'capabilities', { granted: ['secrets'], withheld: [] })
  const chats = threadCapabilities(store, {})
  expect(await chats.of(THREAD)).toEqual(new Set())
})

test.each<[string, unknown, string, readonly string[] | undefined]>([
  ['nothing was chosen', undefined, '1', ['safe']],
  ['something was given', { granted: ['secrets'], withheld: [] }, '1', ['safe', 'secrets']],
  ['something was taken', { granted: [], withheld: ['safe'] }, '1', []],
  ['what was chosen cannot be read', { granted: 'all' }, '1', []],
  ['none was written', null, '1', []],
  ['the policy is another since', { granted: ['secrets'], withheld: [] }, '2', undefined],
])('P12 what a chat had a moment ago, when %s', (_when, capabilities, version, has) => {
  const last = () => ({ version: '1', ...(capabilities === undefined ? {} : { capabilities }) })
  const chats = threadCapabilities(memorySettings(), {
    allows: ['safe', 'secrets'],
    last,
  })
  expect(chats.recent?.(THREAD, version)).toEqual(has && new Set(has))
})

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_CAPABILITIES: 'safe,knowledge,network,workspace_write,secrets' })
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
})

async function chat(capabilities?: Record<string, boolean | null>): Promise<string> {
  const made = await client.command({
    type: 'thread_create',
    permission_mode: 'auto',
    ...(capabilities === undefined ? {} : { capabilities }),
  })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
  return made.thread_id
}

async function names(thread_id: string): Promise<readonly string[]> {
  const listed = await client.command({ type: 'list_tools', thread_id })
  return listed.type === 'tools' ? listed.tools.map(({ name }) => name) : []
}

test('P12 T5 what the list shows is what the chat has, and never more than the server allows', async () => {
  const id = await chat()
  expect(await names(id)).toEqual(expect.arrayContaining(['files.write', 'web.fetch', 'todo_write']))
  expect(await names(id)).not.toContain('run_subtask')
  const set = { type: 'capabilities_set', thread_id: id }
  await client.command({ ...set, capabilities: { network: false, subagent: true, secrets: true } })
  expect(await names(id)).not.toContain('web.fetch')
  expect(await names(id)).not.toContain('run_subtask')
  const seen = await server.request(`/api/threads/${id}/capabilities`)
  expect(await seen.json()).toEqual({
    has: ['safe', 'knowledge', 'workspace_write', 'secrets'],
    granted: ['subagent', 'secrets'],
    withheld: ['network'],
  })
  await client.command({ ...set, capabilities: { network: null } })
  expect(await names(id)).toContain('web.fetch')
  const audit = await server.request('/api/audit')
  expect(await audit.text()).toContain('capabilities_set')
})

test('P12 a model that calls what the chat lacks is refused in auto too, and the file is not there', async () => {
  const thread_id = await chat({ workspace_write: false })
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'write notes.md: hello' })
  const { call } = await client.event(
    'tool_call_update',
    ({ call: { tool, state } }) => tool === 'files.write' && state === 'failed',
  )
  expect(call.error_code).toBe('no_capability')
  await client.event('turn_updated', ({ turn }) => turn.state === 'done')
})

test.each([
  [{ type: 'capabilities_set', thread_id: 'thr_none', capabilities: {} }, 'not_found'],
  [{ type: 'capabilities_set', thread_id: 'thr_none', capabilities: { root: true } }, 'bad_message'],
])('P12 %j is refused', async (command, code) => {
  client.messages.length = 0
  client.socket.send(JSON.stringify({ ...command, request_id: 'odd' }))
  expect(await client.until(({ type }) => type === 'error')).toMatchObject({ error: { code } })
})
