/** @module-tag slow */
import { ThreadSnapshot, type ThreadId } from '@countersign/protocol'
import { rm } from 'node:fs/promises'
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
  // Of the server before the restart.
  await rm(join(server.home, '..'), { recursive: true, force: true })
})

async function newChat(): Promise<ThreadId> {
  const created = await client.command({ type: 'thread_create', model: 'demo' })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  return created.thread_id
}

async function overHttp(body: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = await server.request('/api/commands', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.status
}

/** What a person has said in a chat, and how many turns there were. */
async function said(id: ThreadId): Promise<{ texts: readonly string[]; turns: number }> {
  const answer = await server.request(`/api/threads/${id}`)
  const { messages } = ThreadSnapshot.parse(await answer.json())
  const mine = messages.filter(({ role }) => role === 'user')
  return { texts: mine.map(({ text }) => text), turns: new Set(mine.map(({ turn_id }) => turn_id)).size }
}

const start = (thread_id: ThreadId, text: string, client_message_id?: string) => ({
  type: 'turn_start',
  thread_id,
  text,
  ...(client_message_id === undefined ? {} : { client_message_id }),
})

test('a message that is sent again, over the socket and over HTTP, all at once, is one message', async () => {
  const id = await newChat()
  const other = await server.connect()
  const message = start(id, 'hello', 'm-1')
  const answers = await Promise.all([
    client.command(message),
    other.command(message),
    client.command(message),
    overHttp(message),
    overHttp(message),
  ])
  other.close()
  expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.type))).toEqual([
    'ok',
    'ok',
    'ok',
    200,
    200,
  ])
  expect(await said(id)).toEqual({ texts: ['hello'], turns: 1 })
})

test('another text under the same id is refused in words; the same text under another id is another message', async () => {
  const id = await newChat()
  await client.command(start(id, 'hello', 'm-1'))
  const answer = await client.command(start(id, 'good bye', 'm-1'))
  expect(answer).toMatchObject({ type: 'error', error: { code: 'bad_message' } })
  expect(JSON.stringify(answer)).toContain('another message')
  expect(await overHttp(start(id, 'good bye', 'm-1'))).toBe(400)
  await client.command(start(id, 'hello', 'm-2'))
  expect(await said(id)).toEqual({ texts: ['hello', 'hello'], turns: 2 })
})

test('in another chat an id is free; without an id every message is one of its own', async () => {
  const [one, two] = [await newChat(), await newChat()]
  await client.command(start(one, 'hello', 'm-1'))
  await client.command(start(two, 'good bye', 'm-1'))
  await client.command(start(two, 'again'))
  await client.command(start(two, 'again'))
  expect(await said(one)).toEqual({ texts: ['hello'], turns: 1 })
  expect(await said(two)).toEqual({ texts: ['good bye', 'again', 'again'], turns: 3 })
})

test('a message that arrived counts as sent, whatever mode the chat is in by now', async () => {
  const id = await newChat()
  const message = { ...start(id, 'hello', 'm-1'), permission_mode: 'default' }
  await client.command(message)
  await client.command({ type: 'mode_set', thread_id: id, permission_mode: 'plan' })
  expect(await client.command(message)).toMatchObject({ type: 'ok' })
  expect(await said(id)).toEqual({ texts: ['hello'], turns: 1 })
})

test('after a restart it is still the same message', async () => {
  const id = await newChat()
  await client.command(start(id, 'hello', 'm-1'))
  client.close()
  const old = server
  await old.stop()
  server = await testServer({}, { beside: old })
  client = await server.connect()
  expect(await client.command(start(id, 'hello', 'm-1'))).toMatchObject({ type: 'ok' })
  expect(await said(id)).toEqual({ texts: ['hello'], turns: 1 })
})
