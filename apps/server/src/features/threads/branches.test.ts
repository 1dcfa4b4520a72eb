/** @module-tag slow */
import { ThreadId, ThreadSnapshot, type TurnId } from '@countersign/protocol'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

describe.each(['embedded', 'external'])('branches over the wire, %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    let answers = 0
    model = await scriptedModel(({ messages }) => {
      const last = messages.at(-1)
      if (last?.role === 'tool') return { text: 'written' }
      if (last?.content === 'hang') return { text: 'The first half of an answer', end: 'hang' }
      if (last?.content === 'write')
        return { calls: [{ name: 'files.write', args: { path: 'a.md', content: 'x' } }] }
      answers += 1
      return { text: `answer ${answers} to ${String(last?.content)}` }
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

  async function newChat(): Promise<ThreadId> {
    const made = await client.command({
      type: 'thread_create',
      title: 'Branches',
      permission_mode: 'default',
      model: SCRIPTED,
    })
    const id = ThreadId.parse('thread_id' in made ? made.thread_id : '')
    await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
    return id
  }
  async function snapshot(id: ThreadId): Promise<ThreadSnapshot> {
    return ThreadSnapshot.parse(await (await server.request(`/api/threads/${id}`)).json())
  }
  async function send(id: ThreadId, text: string): Promise<TurnId> {
    expect(await client.command({ type: 'turn_start', thread_id: id, text })).toMatchObject({ type: 'ok' })
    return ended(id)
  }
  /** The turn that ends the current branch, once it is over. */
  async function ended(id: ThreadId): Promise<TurnId> {
    await expect.poll(async () => (await snapshot(id)).turn?.state, { timeout: 20_000 }).toBe('done')
    const { leaf } = await snapshot(id)
    if (leaf === undefined || leaf === null) throw new Error('there is no turn')
    return leaf
  }
  /** What the model was given last, without its instructions. */
  const given = () =>
    model.requests
      .at(-1)
      ?.messages.filter(({ role }) => role !== 'system')
      .map(({ content }) => content)
  const shown = async (id: ThreadId) => (await snapshot(id)).messages.map(({ text }) => text)

  test('edit and resend, regenerate and choose: the model gets the current branch and nothing else', async () => {
    const id = await newChat()
    await send(id, 'one')
    const two = await send(id, 'two')
    const [, first] = await shown(id)
    const edited = { type: 'turn_branch', thread_id: id, turn_id: two, text: 'two, edited' }
    expect(await client.command(edited)).toMatchObject({ type: 'ok' })
    const three = await ended(id)
    expect(given()).toEqual(['one', first, 'two, edited'])
    await client.command({ type: 'turn_branch', thread_id: id, turn_id: three })
    await expect.poll(async () => (await snapshot(id)).leaf).not.toBe(three)
    await ended(id)
    expect(given()).toEqual(['one', first, 'two, edited'])
    expect((await snapshot(id)).ended?.filter(({ parent_id }) => parent_id !== null)).toHaveLength(3)
    expect(await client.command({ type: 'branch_choose', thread_id: id, turn_id: two })).toMatchObject({
      type: 'ok',
    })
    const chosen = await shown(id)
    expect(chosen.slice(0, 3)).toEqual(['one', first, 'two'])
    await send(id, 'go on')
    expect(given()).toEqual([...chosen, 'go on'])
  })

  test('a card that waits in a branch is cancelled when another is chosen, and a yes to it comes too late', async () => {
    const id = await newChat()
    const one = await send(id, 'one')
    await client.command({ type: 'turn_start', thread_id: id, text: 'write' })
    const { call } = await client.event(
      'tool_call_update',
      (event) => event.call.thread_id === id && event.call.state === 'waiting',
    )
    await client.command({ type: 'turn_branch', thread_id: id, turn_id: one, text: 'other' })
    await ended(id)
    const yes = { type: 'tool_approval_response', tool_call_id: call.id, decision: 'allow_once' }
    expect(await client.command({ ...yes, hash: call.hash })).toMatchObject({ type: 'error' })
    await client.command({ type: 'branch_choose', thread_id: id, turn_id: call.turn_id })
    const { calls, approvals, turn } = await snapshot(id)
    expect(calls.map(({ state }) => state)).toEqual(['cancelled'])
    expect(approvals).toEqual([])
    expect(turn?.state).toBe('cancelled')
    const files: unknown = await (await server.request(`/api/files?wanted=a.md&thread_id=${id}`)).json()
    expect(files).toMatchObject({ names: [] })
  })

  test('text that was streamed before a stop stays, with its tokens, for who watches and for who comes later', async () => {
    const id = await newChat()
    await client.command({ type: 'turn_start', thread_id: id, text: 'hang' })
    await client.event('chunk', ({ text }) => text.includes('half'))
    const queued = { type: 'turn_start', thread_id: id, text: 'later' }
    await client.command(queued)
    const [waits] = (await snapshot(id)).queued ?? []
    const text = 'later, edited'
    const about = { thread_id: id, turn_id: waits?.id }
    expect(await client.command({ type: 'turn_edit', ...about, text })).toMatchObject({ type: 'ok' })
    expect((await shown(id)).at(-1)).toBe(text)
    const refused = { type: 'error', error: { code: 'unavailable' } }
    const live = (await snapshot(id)).leaf
    expect(await client.command({ type: 'branch_choose', thread_id: id, turn_id: live })).toMatchObject({
      type: 'ok',
    })
    expect(await client.command({ type: 'turn_branch', thread_id: id, turn_id: live })).toMatchObject(refused)
    expect(await client.command({ type: 'turn_take_back', ...about })).toMatchObject({ type: 'ok' })
    expect(await client.command({ type: 'turn_take_back', ...about })).toMatchObject({ type: 'error' })
    expect(await shown(id)).toEqual(['hang'])
    await client.command({ type: 'turn_stop', thread_id: id })
    const told = await client.event(
      'cost_summary',
      ({ turn_id, estimated }) => turn_id === live && estimated === true,
    )
    expect(told.output_tokens).toBe(Math.ceil('The first half of an answer'.length / 4))
    // The request has its instructions and its tools.
    expect(told.input_tokens).toBeGreaterThan(500)
    const { ended: over, messages } = await snapshot(id)
    expect(messages.at(-1)).toMatchObject({ text: 'The first half of an answer', cut: 'stopped' })
    const { type: _type, turn_id: _turn, ...usage } = told
    expect(over?.at(-1)?.usage).toEqual(usage)
  })

  test('an export has the current branch, whole and masked as it is shown', async () => {
    const id = await newChat()
    const long = 'x'.repeat(60_000)
    const one = await send(id, 'left behind')
    await client.command({ type: 'turn_branch', thread_id: id, turn_id: one, text: long })
    await ended(id)
    const path = `/api/threads/${id}/export?format=`
    const markdown = z.object({ name: z.string(), text: z.string() })
    const { text } = markdown.parse(await (await server.request(`${path}md`)).json())
    expect(text).toContain(long)
    expect(text).not.toContain('left behind')
    const json = markdown.parse(await (await server.request(`${path}json`)).json())
    expect(JSON.parse(json.text)).toMatchObject({ messages: [{ text: long }, {}] })
    expect((await server.request(`${path}pdf`)).status).toBe(400)
    expect((await server.request('/api/threads/thr_none/export?format=md')).status).toBe(404)
  })
})
