/** @module-tag slow */
import { ThreadSnapshot, type MessageView, type ThreadId } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../store/testing/grounds.ts'
import { SCRIPTED, scriptedModel, type ScriptedModel } from '../testing/scripted-model.ts'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

const HALF = 'The first half of an answer'

describe.each(['embedded', 'external'])('an answer that is cut off, %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    model = await scriptedModel(({ messages }) => {
      const asked = messages.findLast(({ role }) => role === 'user')?.content
      if (messages.at(-1)?.role === 'tool') return { text: HALF, end: 'hang' }
      if (asked === 'hang') return { text: HALF, end: 'hang' }
      if (asked === 'break') return { text: HALF, end: 'error' }
      if (asked === 'look, then hang')
        return { text: 'I look.', calls: [{ name: 'files.list', args: { path: '.' } }] }
      return { text: 'well' }
    })
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  async function ask(text: string): Promise<ThreadId> {
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    await client.command({ type: 'subscribe', thread_id: created.thread_id, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id: created.thread_id, text })
    return created.thread_id
  }
  async function snapshot(id: ThreadId): Promise<ThreadSnapshot> {
    return ThreadSnapshot.parse(await (await server.request(`/api/threads/${id}`)).json())
  }
  const saidBy = (messages: readonly MessageView[]) =>
    messages
      .filter(({ role }) => role === 'assistant')
      .map(({ text, cut }) => (cut === undefined ? [text] : [text, cut]))
  const streamed = (id: ThreadId) =>
    client.until(
      (message) =>
        message.type === 'event' &&
        message.thread_id === id &&
        message.event.type === 'chunk' &&
        message.event.text.includes('half'),
    )
  const told = (id: ThreadId) =>
    client.until(
      (message) =>
        message.type === 'event' &&
        message.thread_id === id &&
        message.event.type === 'message_added' &&
        message.event.message.cut !== undefined,
    )
  /** What the model reads of the chat when it is asked again. */
  async function readBack(id: ThreadId): Promise<string> {
    await client.command({ type: 'turn_start', thread_id: id, text: 'go on' })
    await expect
      .poll(async () => saidBy((await snapshot(id)).messages).at(-1), { timeout: 20_000 })
      .toEqual(['well'])
    const said = model.requests.at(-1)?.messages.filter(({ role }) => role === 'assistant')
    return JSON.stringify(said)
  }

  test('by a stop: what was said stays, with a mark, and the model knows it', async () => {
    const id = await ask('hang')
    await streamed(id)
    expect(await client.command({ type: 'turn_stop', thread_id: id })).toMatchObject({ type: 'ok' })
    await told(id)
    const { messages, turn, streaming } = await snapshot(id)
    expect(turn?.state).toBe('cancelled')
    expect(streaming).toBe('')
    expect(saidBy(messages)).toEqual([[HALF, 'stopped']])
    const read = await readBack(id)
    expect(read).toContain(HALF)
    expect(read).toContain('cut off here: the person stopped it')
  })

  test('by a stop after calls: what was said before them is not said twice', async () => {
    const id = await ask('look, then hang')
    await streamed(id)
    await client.command({ type: 'turn_stop', thread_id: id })
    await told(id)
    expect(saidBy((await snapshot(id)).messages)).toEqual([['I look.'], [HALF, 'stopped']])
  })

  test('by a failure: what was said stays, with a mark, and the model knows it', async () => {
    const id = await ask('break')
    await expect.poll(async () => (await snapshot(id)).turn?.state, { timeout: 40_000 }).toBe('failed')
    expect(saidBy((await snapshot(id)).messages)).toEqual([[HALF, 'failed']])
    const read = await readBack(id)
    expect(read).toContain(HALF)
    expect(read).toContain('cut off here')
  }, 90_000)

  test('nothing was said: nothing is kept', async () => {
    const id = await ask('go on')
    await expect.poll(async () => (await snapshot(id)).turn?.state, { timeout: 20_000 }).toBe('done')
    expect(saidBy((await snapshot(id)).messages)).toEqual([['well']])
  })
})
