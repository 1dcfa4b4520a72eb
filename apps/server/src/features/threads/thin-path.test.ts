/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
}, 60_000)

async function newThread(mode?: string): Promise<string> {
  const answer = await client.command({
    type: 'thread_create',
    ...(mode === undefined ? {} : { permission_mode: mode }),
  })
  if (answer.type !== 'ok' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  await client.command({ type: 'subscribe', thread_id: answer.thread_id, after_seq: 0 })
  return answer.thread_id
}

const say = (thread_id: string, text: string) => client.command({ type: 'turn_start', thread_id, text })
const turnDone = (thread: string) =>
  client.event(
    'turn_updated',
    ({ turn }) => turn.thread_id === thread && ['done', 'failed', 'cancelled'].includes(turn.state),
  )
const asked = (thread: string) =>
  client.event('tool_approval_request', ({ approval }) => approval.thread_id === thread)

test('a read runs, and is told step by step', async () => {
  const thread = await newThread()
  await say(thread, 'list the files')
  expect((await turnDone(thread)).turn.state).toBe('done')
  const { call } = await client.event(
    'tool_call_update',
    (event) => event.call.thread_id === thread && event.call.state === 'succeeded',
  )
  expect(call).toMatchObject({ tool: 'files.list', signature: { via: 'mode' } })
})

test('a write shows a card with its content; allow once runs exactly that', async () => {
  const thread = await newThread()
  await say(thread, 'write notes.md: hello')
  const { approval } = await asked(thread)
  const { call } = await client.event('tool_call_update', (event) => event.call.id === approval.tool_call_id)
  expect(call.body).toMatchObject({ kind: 'write', path: 'notes.md', before: null, after: 'hello\n' })
  const answer = {
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_once',
    hash: approval.hash,
  }
  expect(await client.command(answer)).toMatchObject({ type: 'ok' })
  expect((await turnDone(thread)).turn.state).toBe('done')
  expect(await readFile(join(server.workspace, 'notes.md'), 'utf8')).toBe('hello\n')
  // G6: a second answer changes nothing and says so.
  expect(await client.command({ ...answer, decision: 'deny' })).toMatchObject({
    type: 'error',
    error: { code: 'already_settled' },
  })
})

test('deny tells the model the words of the person', async () => {
  const thread = await newThread()
  await say(thread, 'delete notes.md')
  const { approval } = await asked(thread)
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'deny',
    feedback: 'keep it',
    hash: approval.hash,
  })
  await turnDone(thread)
  const { message } = await client.event(
    'message_added',
    (event) => event.message.thread_id === thread && event.message.text.includes('keep it'),
  )
  expect(message.role).toBe('assistant')
  expect(await readFile(join(server.workspace, 'notes.md'), 'utf8')).toBe('hello\n')
})

test('G6 wrong hash, unknown call, and a stop while waiting', async () => {
  const thread = await newThread()
  await say(thread, 'run touch pwned')
  const { approval } = await asked(thread)
  const answer = {
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_once',
  }
  expect(await client.command({ ...answer, hash: 'other' })).toMatchObject({
    error: { code: 'hash_mismatch' },
  })
  expect(await client.command({ ...answer, tool_call_id: 'call_unknown', hash: 'x' })).toMatchObject({
    error: { code: 'not_found' },
  })
  const settle = {
    type: 'call_settle',
    tool_call_id: approval.tool_call_id,
    how: 'again',
    hash: approval.hash,
  }
  expect(await client.command(settle)).toMatchObject({ error: { code: 'already_settled' } })
  expect(await client.command({ ...settle, tool_call_id: 'call_unknown' })).toMatchObject({
    error: { code: 'not_found' },
  })
  expect(await client.command({ type: 'turn_stop', thread_id: thread })).toMatchObject({ type: 'ok' })
  const { approval: closed } = await client.event(
    'approval_settled',
    (event) => event.approval.id === approval.id,
  )
  expect(closed.state).toBe('cancelled')
  expect(await client.command({ ...answer, hash: approval.hash })).toMatchObject({ type: 'error' })
})

test('a message that saw another mode is held', async () => {
  const thread = await newThread()
  const held = { type: 'turn_start', thread_id: thread, text: 'list the files', permission_mode: 'auto' }
  expect(await client.command(held)).toMatchObject({ type: 'error', error: { code: 'mode_changed' } })
})

test('P3 plan blocks an effect, and the model is told to propose', async () => {
  const thread = await newThread('plan')
  await say(thread, 'write x.md: no')
  await turnDone(thread)
  const { call } = await client.event(
    'tool_call_update',
    (event) => event.call.thread_id === thread && event.call.state === 'blocked',
  )
  expect(call.decision?.reason.because).toBe('plan')
})

test('G7 a second client gets the waiting card, and both see the answer', async () => {
  const thread = await newThread()
  await say(thread, 'write two.md: x')
  const { approval } = await asked(thread)
  const second = await server.connect()
  const waiting = await second.until(
    (message) => message.type === 'waiting' && message.approvals.some(({ id }) => id === approval.id),
  )
  expect(waiting.type).toBe('waiting')
  await second.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  await second.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_once',
    hash: approval.hash,
  })
  await client.event('approval_settled', (event) => event.approval.id === approval.id)
  await second.event('approval_settled', (event) => event.approval.id === approval.id)
  second.close()
})

test('G2 allow for this chat keeps a rule of the thread, and the next such call runs', async () => {
  const thread = await newThread()
  await say(thread, 'run touch a.txt')
  const { approval } = await asked(thread)
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_chat',
    rule: 'terminal.exec(touch *)',
    hash: approval.hash,
  })
  await turnDone(thread)
  client.messages.length = 0
  await say(thread, 'run touch b.txt')
  const { call } = await client.event(
    'tool_call_update',
    (event) => event.call.thread_id === thread && event.call.state === 'succeeded',
  )
  expect(call.signature).toMatchObject({ via: 'rule' })
})

test('G9 plan rejects the waiting cards that it blocks, and no other; no mode approves one', async () => {
  const thread = await newThread()
  await say(thread, 'run touch planned.txt')
  const { approval: first } = await asked(thread)
  await client.command({ type: 'mode_set', thread_id: thread, permission_mode: 'auto' })
  const stored: unknown = await (await server.request(`/api/threads/${thread}`)).json()
  expect(stored).toMatchObject({ calls: [{ state: 'waiting' }] })
  await client.command({ type: 'mode_set', thread_id: thread, permission_mode: 'plan' })
  const { approval } = await client.event('approval_settled', (event) => event.approval.id === first.id)
  expect(approval.state).toBe('denied')
  // Reading a secret asks in plan mode too: it has no effect, and its card stays.
  const reading = await newThread('default')
  await say(reading, 'read .env')
  const { approval: second } = await asked(reading)
  await client.command({ type: 'mode_set', thread_id: reading, permission_mode: 'plan' })
  const open: unknown = await (await server.request('/api/waiting')).json()
  expect(open).toMatchObject({ approvals: [{ id: second.id, state: 'pending' }] })
  await client.command({ type: 'turn_stop', thread_id: reading })
})

test('T5 the tools of a chat, over the socket and HTTP, are what the model gets', async () => {
  const thread = await newThread('plan')
  const answer = await client.command({ type: 'list_tools', thread_id: thread })
  if (answer.type !== 'tools') throw new Error(JSON.stringify(answer))
  const byName = new Map(answer.tools.map((tool) => [tool.name, tool]))
  expect(byName.get('files.edit')).toMatchObject({
    group: 'files',
    category: 'write',
    verdict: 'block',
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{path}' },
    on_request: false,
  })
  expect(byName.get('files.delete')).toMatchObject({ destructive: 'by_inspection', verdict: 'block' })
  for (const name of ['run_subtask', 'memory_read', 'list_tool_groups', 'load_tools', 'todo_write'])
    expect(byName.has(name)).toBe(true)
  const listed = (await (await server.request(`/api/tools?thread_id=${thread}`)).json()) as { tools: unknown }
  expect(listed.tools).toEqual(answer.tools)
  expect((await server.request('/api/tools')).status).toBe(200)
  expect((await server.request('/api/tools?thread_id=thr_nothing')).status).toBe(404)
})
