/** @module-tag slow */
import { CallView, MessageView, ThreadSnapshot, type ThreadId } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  SCRIPTED,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
} from '../../testing/scripted-model.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

const ROUNDS = 2
const SIZE = 2_000_000
/** Most bytes of a snapshot of a chat that wrote a file of 2 MB twice, and of one message of its socket. */
const MOST = 200_000

let model: ScriptedModel
let server: TestServer
let client: TestClient
/** What the model says next; then it says `done`. */
const script: ScriptedAnswer[] = []
/** Bytes of the longest message of the socket. */
let longest = 0
beforeAll(async () => {
  model = await scriptedModel(() => script.shift() ?? { text: 'done' })
  // An answer may hold the largest write, and the model sees all of them.
  const limits = { COUNTERSIGN_MAX_ANSWER: '5000000', COUNTERSIGN_MAX_HISTORY: '10000000' }
  server = await testServer({ ...model.env, ...limits })
  client = await server.connect()
  client.socket.on('message', (data: Buffer) => {
    longest = Math.max(longest, data.length)
  })
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

/** A text of exactly so many bytes, every line another. */
function longText(size: number, word: string): string {
  let text = ''
  for (let line = 1; text.length < size; line += 1) text += `${word} ${line}: the quick brown fox\n`
  return text.slice(0, size)
}

async function begin(answers: readonly ScriptedAnswer[], mode = 'default'): Promise<ThreadId> {
  const created = await client.command({ type: 'thread_create', model: SCRIPTED, permission_mode: mode })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  script.push(...answers)
  await client.command({ type: 'turn_start', thread_id, text: 'go on' })
  return thread_id
}

async function snapshotOf(id: ThreadId): Promise<{ snapshot: ThreadSnapshot; bytes: number }> {
  const text = await (await server.request(`/api/threads/${id}`)).text()
  return { snapshot: ThreadSnapshot.parse(JSON.parse(text)), bytes: Buffer.byteLength(text) }
}

/** The next card of a chat, as its snapshot has it. */
async function nextCard(id: ThreadId, after?: CallView): Promise<CallView> {
  const asked = await client.event(
    'tool_approval_request',
    ({ approval }) =>
      approval.thread_id === id &&
      approval.asked_at > (after?.proposed_at ?? 0) &&
      approval.tool_call_id !== after?.id,
  )
  const { calls } = (await snapshotOf(id)).snapshot
  const card = calls.find((call) => call.id === asked.approval.tool_call_id)
  if (card === undefined) throw new Error('the card is not in the snapshot')
  return card
}

async function wholeCall(id: string): Promise<CallView> {
  const answer = await server.request(`/api/calls/${id}`)
  expect(answer.status).toBe(200)
  return z.object({ call: CallView }).parse(await answer.json()).call
}

const allow = (call: CallView) =>
  client.command({
    type: 'tool_approval_response',
    tool_call_id: call.id,
    decision: 'allow_once',
    hash: call.hash,
  })

const over = (id: ThreadId) =>
  client.event('turn_updated', ({ turn }) => turn.thread_id === id && turn.state === 'done')

function writeBody({ body }: CallView) {
  if (body.kind !== 'write') throw new Error(`a body of another kind: ${body.kind}`)
  return body
}

test('writes of a file of 2 MB: snapshot and events are small, and what is read by its id is what is written', async () => {
  const text = (index: number) => longText(SIZE, `round ${index}`)
  const rounds = Array.from({ length: ROUNDS }, (_, index) => ({
    calls: [{ name: 'files.write', args: { path: 'long.txt', content: text(index) } }],
  }))
  const id = await begin(rounds)
  let card: CallView | undefined
  for (let index = 0; index < ROUNDS; index += 1) {
    card = await nextCard(id, card)
    expect(card.shortened).toContainEqual({ at: 'body.after', bytes: SIZE })
    const { after } = writeBody(card)
    expect(text(index).startsWith(after)).toBe(true)
    expect(after.length).toBeGreaterThan(4000)
    const whole = await wholeCall(card.id)
    expect(whole).toMatchObject({ id: card.id, hash: card.hash, state: 'waiting' })
    expect(whole.shortened).toBeUndefined()
    expect(writeBody(whole).before === (index === 0 ? null : text(index - 1))).toBe(true)
    expect(writeBody(whole).after === text(index)).toBe(true)
    expect(await allow(card)).toMatchObject({ type: 'ok' })
    const { call } = await client.event(
      'tool_call_update',
      ({ call: told }) => told.id === card?.id && told.ended_at !== null,
    )
    expect(call).toMatchObject({ state: 'succeeded', body: card.body })
    expect((await readFile(join(server.workspace, 'long.txt'), 'utf8')) === text(index)).toBe(true)
  }
  await over(id)
  const { snapshot, bytes } = await snapshotOf(id)
  expect(snapshot.calls.map(({ state }) => state)).toEqual(Array(ROUNDS).fill('succeeded'))
  const past = await (await server.request(`/api/calls?thread=${id}`)).text()
  expect(Math.max(bytes, past.length, longest)).toBeLessThan(MOST)
}, 240_000)

test('an edit of a long file shows its change, wherever that stands', async () => {
  const before = longText(SIZE, 'line')
  await writeFile(join(server.workspace, 'edited.txt'), before)
  const old_text = 'line 40000: the quick brown fox'
  const args = { path: 'edited.txt', edits: [{ old_text, new_text: 'another line' }] }
  const id = await begin([{ calls: [{ name: 'files.edit', args }] }])
  const card = await nextCard(id)
  const shown = writeBody(card)
  expect(shown.before).toMatch(/line 40000: the quick brown fox\n/)
  expect(shown.after).toMatch(/\nanother line\n/)
  expect(shown.after).toBe(shown.before?.replace(old_text, 'another line'))
  expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(20_000)
  expect(card.shortened).toContainEqual({ at: 'body.before', bytes: SIZE, lines_above: 39_996 })
  const whole = writeBody(await wholeCall(card.id))
  expect(whole.before === before && whole.after === before.replace(old_text, 'another line')).toBe(true)
}, 60_000)

test('what is masked on the card is masked in what is read by its id, and nothing else is', async () => {
  const key = `sk-proj-${'Ab3'.repeat(12)}`
  const content = `${longText(100_000, 'notes')}\nkey ${key}\n`
  const id = await begin([
    { calls: [{ name: 'files.write', args: { path: 'key.txt', content: `key ${key}\n${content}` } }] },
  ])
  const card = await nextCard(id)
  expect(writeBody(card).after).toMatch(/^key sk-proj-••••\n/)
  const whole = await wholeCall(card.id)
  expect(JSON.stringify(whole)).not.toContain(key)
  expect(writeBody(whole).after === `key ${key}\n${content}`.replaceAll(key, 'sk-proj-••••')).toBe(true)
}, 60_000)

test('a long answer is carried by its beginning, and read whole by its id', async () => {
  const text = longText(300_000, 'answer é')
  const id = await begin([{ text }])
  await over(id)
  const { snapshot } = await snapshotOf(id)
  const message = snapshot.messages.at(-1)
  if (message === undefined) throw new Error('no message')
  expect(message.bytes).toBe(Buffer.byteLength(text))
  expect(text.startsWith(message.text)).toBe(true)
  expect(Buffer.byteLength(message.text)).toBeLessThan(32_000)
  const answer = await server.request(`/api/messages/${message.id}`)
  const whole = z.object({ message: MessageView }).parse(await answer.json()).message
  expect(whole.bytes).toBeUndefined()
  expect(whole.text === text).toBe(true)
}, 60_000)

test.each([
  ['a call that is not there', '/api/calls/call_nothing'],
  ['a message that is not there', '/api/messages/msg_nothing'],
  ['no id at all', '/api/calls/nothing'],
])('%s is not found', async (_name, path) => {
  expect((await server.request(path)).status).toBe(404)
  const stranger = await fetch(`http://127.0.0.1:${server.port}${path}`)
  expect(stranger.status).toBe(401)
})
