import type { ClientCommand, ServerMessage } from '@countersign/protocol'
import { emptyView, topicState, type Slice } from '@countersign/protocol/client'
import { describe, expect, test } from 'vitest'
import { aCall, anApproval, aSnapshot, aThread, threadA } from '../testing/views.ts'
import type { Api } from './api.ts'
import { createClient } from './client.ts'
import { createViewStore } from './store.ts'
import type { LineListener } from './transport.ts'

const build = aCall('build')
const asked = anApproval(build, { expires_at: 10_000 })
const waiting: ServerMessage = { type: 'waiting', approvals: [asked], calls: [build] }

/** A client with a line, a clock and timers in the test's hands. */
function setUp({ holdMs = 0, slices = [] }: { holdMs?: number; slices?: readonly Slice[] } = {}) {
  const sent: ClientCommand[] = []
  const timers: (() => void)[] = []
  let now = 1000
  let ids = 0
  let line: LineListener | null = null
  const fail = async () => ({ ok: false, error: { code: 'unreachable' } }) as const
  const api: Api = {
    signIn: fail,
    me: fail,
    thread: async () => ({ ok: true, value: aSnapshot({ calls: [build], approvals: [asked], seq: 4 }) }),
  }
  const store = createViewStore(emptyView, slices)
  const client = createClient({
    transport: {
      connect: (listener) => {
        line = listener
        return { send: (command) => sent.push(command), close: () => listener.closed() }
      },
    },
    api,
    store,
    clock: { now: () => now },
    ids: () => `r${(ids += 1)}`,
    timers: {
      after: (_ms, run) => {
        timers.push(run)
        return () => {}
      },
    },
    flushes: {
      later: (flush) => {
        timers.push(flush)
        return () => {}
      },
    },
    holdMs: () => holdMs,
  })
  client.start()
  return {
    client,
    store,
    sent,
    view: () => store.view.getState(),
    at: (time: number) => {
      now = time
    },
    open: () => line?.opened(),
    say: (message: ServerMessage) => line?.said(message),
    cut: () => line?.closed(),
    runTimers: async () => {
      for (const run of timers.splice(0)) run()
      await settle()
    },
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

const lastOf = (sent: readonly ClientCommand[], type: ClientCommand['type']) =>
  sent.findLast((command) => command.type === type)

describe('commands', () => {
  test('each is answered by its own id', async () => {
    const { client, open, say } = setUp()
    open()
    const made = client.createThread({ mode: 'plan', title: 'tidy' })
    say({ type: 'ok', request_id: 'r1', thread_id: threadA })
    expect(await made).toEqual({ ok: true, thread: threadA })
    const refused = client.setMode(threadA, 'auto')
    say({ type: 'error', request_id: 'r2', error: { code: 'mode_forbidden', message: 'no' } })
    expect(await refused).toEqual({ ok: false, error: { code: 'mode_forbidden', message: 'no' } })
  })

  test('without a line they are refused, and those under way fail when it breaks', async () => {
    const { client, open, cut } = setUp()
    expect(await client.say(threadA, 'x', null)).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    open()
    const said = client.say(threadA, 'x', null)
    cut()
    expect(await said).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  test('the same words after a lost answer are the same message; after an answer they are another', async () => {
    const { client, open, cut, say, sent, runTimers } = setUp()
    const idOf = () => {
      const last = lastOf(sent, 'turn_start')
      return last?.type === 'turn_start' ? [last.client_message_id, last.request_id] : []
    }
    open()
    const lost = client.say(threadA, 'x', null)
    const [first] = idOf()
    cut()
    await lost
    await runTimers()
    open()
    const again = client.say(threadA, 'x', null)
    const [second, request] = idOf()
    expect(second).toBe(first)
    say({ type: 'ok', request_id: request ?? '' })
    expect(await again).toMatchObject({ ok: true })
    const ids = new Set([first])
    for (const words of ['x', 'y']) {
      void client.say(threadA, words, null)
      ids.add(idOf()[0])
    }
    expect(ids.size).toBe(3)
  })

  test('a list of tools comes as its own message', async () => {
    const { client, open, say } = setUp()
    open()
    const tools = client.listTools(threadA)
    say({ type: 'tools', request_id: 'r1', tools: [] })
    expect(await tools).toEqual({ ok: true, tools: [] })
  })
})

describe('watching a thread', () => {
  test('loads it once and asks for what came later', async () => {
    const { client, open, sent, view } = setUp()
    open()
    client.watch(threadA)
    await settle()
    expect(view().open.get(threadA)?.state).toBe('ready')
    expect(lastOf(sent, 'subscribe')).toMatchObject({ thread_id: threadA, after_seq: 4 })
  })

  test('after a break it asks only from the last number on', async () => {
    const { client, open, sent, say, cut, runTimers } = setUp()
    open()
    client.watch(threadA)
    await settle()
    say({ type: 'event', thread_id: threadA, seq: 7, event: { type: 'thread_updated', thread: aThread() } })
    cut()
    await runTimers()
    open()
    expect(lastOf(sent, 'subscribe')).toMatchObject({ after_seq: 7 })
  })
})

describe('held answers', () => {
  test('are sent with their hash once everything missed was heard, and not before', async () => {
    const { client, open, sent, say, cut, runTimers, view } = setUp()
    open()
    client.watch(threadA)
    await settle()
    say(waiting)
    say({ type: 'caught_up', thread_id: threadA, seq: 4 })
    cut()
    client.answer(build.id, { decision: 'allow_once', hash: 'abc' })
    expect(view().answers.get(build.id)?.state).toBe('held')
    await runTimers()
    open()
    say(waiting)
    expect(lastOf(sent, 'tool_approval_response')).toBeUndefined()
    say({ type: 'caught_up', thread_id: threadA, seq: 4 })
    expect(lastOf(sent, 'tool_approval_response')).toMatchObject({ tool_call_id: build.id, hash: 'abc' })
    expect(view().answers.get(build.id)?.state).toBe('sending')
    expect(view().connection.state).toBe('open')
  })

  test('whose card expired meanwhile are dropped', async () => {
    const { client, open, sent, say, cut, runTimers, view, at } = setUp()
    open()
    say(waiting)
    cut()
    client.answer(build.id, { decision: 'allow_once', hash: 'abc' })
    await runTimers()
    at(20_000)
    open()
    say(waiting)
    expect(lastOf(sent, 'tool_approval_response')).toBeUndefined()
    expect(view().answers.get(build.id)?.state).toBe('dropped')
  })

  test('the answer itself is no sign that it counted', async () => {
    const { client, open, say, view } = setUp()
    open()
    say(waiting)
    client.answer(build.id, { decision: 'deny', hash: 'abc' })
    say({ type: 'ok', request_id: 'r1' })
    await settle()
    expect(view().answers.get(build.id)?.state).toBe('sending')
  })

  test('K9 an answer that is held for a moment is sent after it, and only then', async () => {
    const { client, open, sent, say, runTimers, view } = setUp({ holdMs: 1000 })
    open()
    say(waiting)
    client.answer(build.id, { decision: 'allow_once', hash: 'abc' })
    expect(view().answers.get(build.id)).toMatchObject({ state: 'held', until: 2000 })
    expect(lastOf(sent, 'tool_approval_response')).toBeUndefined()
    await runTimers()
    expect(lastOf(sent, 'tool_approval_response')).toMatchObject({ tool_call_id: build.id, hash: 'abc' })
  })

  test('K9 what was taken back is not sent, also when it was answered anew', async () => {
    const { client, open, sent, say, runTimers } = setUp({ holdMs: 1000 })
    open()
    say(waiting)
    client.answer(build.id, { decision: 'allow_once', hash: 'abc' })
    expect(client.takeBackLast()).toBe(true)
    expect(client.takeBackLast()).toBe(false)
    client.answer(build.id, { decision: 'deny', hash: 'abc' })
    await runTimers()
    expect(sent.filter(({ type }) => type === 'tool_approval_response')).toMatchObject([{ decision: 'deny' }])
  })

  test('K9 a line that breaks meanwhile holds the answer until it is back', async () => {
    const { client, open, sent, say, cut, runTimers, view } = setUp({ holdMs: 1000 })
    open()
    say(waiting)
    client.answer(build.id, { decision: 'allow_once', hash: 'abc' })
    cut()
    await runTimers()
    expect(view().answers.get(build.id)).toMatchObject({ state: 'held', until: null })
    open()
    say(waiting)
    expect(lastOf(sent, 'tool_approval_response')).toMatchObject({ tool_call_id: build.id })
  })
})

describe('topics', () => {
  const count: Slice<number> = { kind: 'count', initial: 0, reduce: (state, by) => state + Number(by) }
  const follows = (sent: readonly ClientCommand[]) => sent.filter(({ type }) => type === 'follow')

  test('a topic is followed once, and after a lost line from where it was left', () => {
    const { client, open, cut, say, sent, store } = setUp({ slices: [count] })
    open()
    const leave = [client.follow('count:a'), client.follow('count:a')]
    expect(follows(sent)).toMatchObject([{ topic: 'count:a', after_seq: 0 }])
    say({ type: 'topic_event', topic: 'count:a', seq: 3, event: 2 })
    expect(topicState(store.view.getState(), count, 'a')).toBe(2)
    cut()
    client.start()
    open()
    expect(follows(sent)).toHaveLength(2)
    expect(follows(sent)[1]).toMatchObject({ topic: 'count:a', after_seq: 3 })
    leave[0]?.()
    expect(lastOf(sent, 'unfollow')).toBeUndefined()
    leave[1]?.()
    expect(lastOf(sent, 'unfollow')).toMatchObject({ topic: 'count:a' })
    expect(store.view.getState().topics.size).toBe(0)
  })
})

test("a feature sends its own command and gets the server's answer; without a connection it is refused", async () => {
  const { client, open, say, sent } = setUp()
  expect(await client.send({ type: 'files_look', folders: ['src'] })).toMatchObject({ ok: false })
  open()
  const reply = client.send({ type: 'files_look', folders: ['src'] })
  const command = sent.findLast(({ type }) => type === 'files_look')
  expect(command).toMatchObject({ folders: ['src'] })
  expect(command?.request_id).toMatch(/^r\d+$/)
  say({ type: 'ok', request_id: command?.request_id ?? '' })
  expect(await reply).toMatchObject({ ok: true })
})
