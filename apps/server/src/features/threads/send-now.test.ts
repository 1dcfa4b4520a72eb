/** @module-tag slow */
import { ThreadId, ThreadSnapshot, type TurnId } from '@countersign/protocol'
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

/** A chat whose turn waits for an answer. */
async function waitingChat(file: string): Promise<{ id: ThreadId; turn: TurnId | null }> {
  const made = await client.command({ type: 'thread_create', permission_mode: 'default', model: 'demo' })
  const id = ThreadId.parse('thread_id' in made ? made.thread_id : '')
  await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id: id, text: `write ${file}: x` })
  const asked = await client.event(
    'tool_call_update',
    ({ call }) => call.thread_id === id && call.state === 'waiting',
  )
  return { id, turn: asked.call.turn_id }
}

async function snapshot(id: ThreadId): Promise<ThreadSnapshot> {
  return ThreadSnapshot.parse(await (await server.request(`/api/threads/${id}`)).json())
}

const ended = (id: ThreadId, turn: TurnId | null | undefined) =>
  client.event(
    'turn_updated',
    (event) => event.turn.thread_id === id && event.turn.id === turn && event.turn.state === 'done',
  )

test('a message with `now` stops the turn and its cards, and is answered at once', async () => {
  const { id, turn } = await waitingChat('one.md')
  expect(await client.command({ type: 'turn_start', thread_id: id, text: 'help', now: true })).toMatchObject({
    type: 'ok',
  })
  const { messages } = await snapshot(id)
  const said = messages.find(({ text }) => text === 'help')
  await ended(id, said?.turn_id)
  const after = await snapshot(id)
  expect(after.ended?.map(({ id: one, state }) => [one, state])).toEqual([
    [turn, 'cancelled'],
    [said?.turn_id, 'done'],
  ])
  expect(after.calls.map(({ state }) => state)).toEqual(['cancelled'])
})

test('a queued message is sent with `turn_now`; without it, it waits and nothing is stopped', async () => {
  const { id, turn } = await waitingChat('two.md')
  await client.command({ type: 'turn_start', thread_id: id, text: 'help' })
  const before = await snapshot(id)
  expect(before.turn).toMatchObject({ id: turn, state: 'waiting' })
  const [queued] = before.queued ?? []
  expect(queued?.state).toBe('queued')
  const now = { type: 'turn_now', thread_id: id, turn_id: queued?.id }
  expect(await client.command(now)).toMatchObject({ type: 'ok' })
  await ended(id, queued?.id)
  const after = await snapshot(id)
  expect(after.queued).toEqual([])
  expect(after.ended?.map(({ state }) => state)).toEqual(['cancelled', 'done'])
  expect(await client.command(now)).toMatchObject({ type: 'error', error: { code: 'not_found' } })
})
