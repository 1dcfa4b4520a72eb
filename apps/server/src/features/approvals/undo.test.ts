/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
})

/** The call of a turn in auto mode, once it succeeded. */
async function done(text: string) {
  const answer = await client.command({ type: 'thread_create', permission_mode: 'auto' })
  if (answer.type !== 'ok' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  const thread = answer.thread_id
  await client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id: thread, text })
  const { call } = await client.event(
    'tool_call_update',
    (event) => event.call.thread_id === thread && event.call.state === 'succeeded',
  )
  await client.event(
    'turn_updated',
    ({ turn }) => turn.thread_id === thread && ['done', 'failed'].includes(turn.state),
  )
  return call
}

const file = () => join(server.workspace, 'notes.md')

test('a call that changed a file says so, is taken back once, and everyone is told', async () => {
  await writeFile(file(), 'before\n')
  const call = await done('write notes.md: after')
  expect(call).toMatchObject({ undo: 'possible' })
  expect(await client.command({ type: 'call_undo', tool_call_id: call.id, dry_run: true })).toMatchObject({
    type: 'undone',
    undo: { done: false, restored: ['notes.md'], conflicts: [] },
  })
  expect(await readFile(file(), 'utf8')).toBe('after\n')
  expect(await client.command({ type: 'call_undo', tool_call_id: call.id })).toMatchObject({
    type: 'undone',
    undo: { done: true, restored: ['notes.md'], conflicts: [] },
  })
  expect(await readFile(file(), 'utf8')).toBe('before\n')
  await client.event(
    'tool_call_update',
    ({ call: now }) => now.id === call.id && now.state === 'succeeded' && now.undo === 'done',
  )
  expect(await client.command({ type: 'call_undo', tool_call_id: call.id })).toMatchObject({
    type: 'error',
    error: { code: 'already_settled' },
  })
  const audit = (await (await server.request(`/api/audit?call=${call.id}`)).json()) as {
    rows: { kind: string }[]
  }
  expect(audit.rows.map((row) => row.kind)).toContain('call_undone')
})

test('what a command changed is taken back from its card like the work of a tool', async () => {
  await writeFile(file(), 'before\n')
  const call = await done('run echo after > notes.md; mkdir made; echo new > made/new.txt')
  expect(call).toMatchObject({ tool: 'terminal.exec', undo: 'possible' })
  expect(await client.command({ type: 'call_undo', tool_call_id: call.id })).toMatchObject({
    type: 'undone',
    undo: { done: true, restored: ['made/new.txt', 'made', 'notes.md'], conflicts: [] },
  })
  expect(await readFile(file(), 'utf8')).toBe('before\n')
})

test('a whole turn, over HTTP, with a conflict that is left as it is', async () => {
  await writeFile(file(), 'before\n')
  const call = await done('write notes.md: after')
  await writeFile(file(), 'mine\n')
  const undo = (body: object) =>
    server.request(`/api/turns/${call.turn_id}/undo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect(await (await undo({})).json()).toEqual({
    undo: { done: false, restored: [], conflicts: [{ path: 'notes.md', why: 'it has changed since' }] },
  })
  await undo({ skip_conflicts: true })
  expect(await readFile(file(), 'utf8')).toBe('mine\n')
})

test.each([
  ['/api/calls/call_nothing/undo', 404],
  ['/api/calls/nonsense/undo', 404],
  ['/api/turns/trn_nothing/undo', 404],
])('%s is %i', async (path, status) => {
  expect((await server.request(path, { method: 'POST' })).status).toBe(status)
})

test('a call without changes has nothing to take back', async () => {
  const call = await done('list the files')
  expect(call).not.toHaveProperty('undo')
  expect(await client.command({ type: 'call_undo', tool_call_id: call.id })).toMatchObject({
    type: 'error',
    error: { code: 'not_found' },
  })
})
