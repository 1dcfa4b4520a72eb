/** @module-tag slow */
import { ThreadId, type CallView } from '@countersign/protocol'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

// A chat over the wire, from the message to the kept answer. The model is the built-in demo; loop, gate, tools and store are the real ones.

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await writeFile(join(server.workspace, 'one.txt'), 'the first\n')
  await writeFile(join(server.workspace, 'two.txt'), 'the second\n')
})
afterAll(() => server.close())

interface Chat {
  readonly client: TestClient
  readonly threadId: ThreadId
  say(text: string, more?: object): Promise<void>
  /** Waits for the end of the one turn, answering every card. */
  ended(answer?: (call: CallView) => { decision: string; feedback?: string }): Promise<string>
  calls(): readonly CallView[]
}

async function openChat(mode = 'default'): Promise<Chat> {
  const client = await server.connect()
  const made = await client.command({ type: 'thread_create', permission_mode: mode, model: 'demo' })
  const threadId = ThreadId.parse('thread_id' in made ? made.thread_id : '')
  await client.command({ type: 'subscribe', thread_id: threadId, after_seq: 0 })
  const calls = () => {
    const latest = new Map<string, CallView>()
    for (const message of client.messages)
      if (message.type === 'event' && message.event.type === 'tool_call_update')
        latest.set(message.event.call.id, message.event.call)
    return [...latest.values()]
  }
  return {
    client,
    threadId,
    calls,
    async say(text, more = {}) {
      const answer = await client.command({ type: 'turn_start', thread_id: threadId, text, ...more })
      expect(answer.type).toBe('ok')
    },
    async ended(answer = () => ({ decision: 'allow_once' })) {
      const answered = new Set<string>()
      for (;;) {
        const over = client.messages.find(
          (message) =>
            message.type === 'event' &&
            message.event.type === 'turn_updated' &&
            ['done', 'failed', 'cancelled'].includes(message.event.turn.state),
        )
        if (over) break
        const open = calls().find((call) => call.state === 'waiting' && !answered.has(call.id))
        if (open) {
          answered.add(open.id)
          const { id: tool_call_id, hash } = open
          await client.command({ type: 'tool_approval_response', tool_call_id, hash, ...answer(open) })
        } else await client.next()
      }
      const words = client.messages.flatMap((message) =>
        message.type === 'event' &&
        message.event.type === 'message_added' &&
        message.event.message.role === 'assistant'
          ? [message.event.message]
          : [],
      )
      return words.at(-1)?.text ?? ''
    },
  }
}

const done = (chat: Chat) => chat.calls().map(({ tool, state, depth }) => `${depth} ${tool} ${state}`)

test('chat-direct: a question that needs no tool is answered without one; `help` lists what the demo shows', async () => {
  const chat = await openChat()
  await chat.say('help')
  const text = await chat.ended()
  expect(chat.calls()).toEqual([])
  for (const show of [
    'parallel calls',
    'sub-agents',
    'a structured result',
    'a budget',
    'a denial',
    'a plan',
  ])
    expect(text).toContain(`show ${show}`)
})

test('parallel calls: all go at once, and stand in their order', async () => {
  const chat = await openChat()
  await chat.say('show parallel calls')
  expect(await chat.ended()).toContain('4 succeeded, 0 failed')
  expect(done(chat)).toEqual([
    '0 files.list succeeded',
    '0 files.search succeeded',
    '0 terminal.exec succeeded',
    '0 terminal.exec succeeded',
  ])
})

test('chat-with-subtasks: sub-agents two deep, their results come together, and the tree is kept with the answer', async () => {
  const chat = await openChat()
  await chat.say('show sub-agents')
  expect(await chat.ended()).toContain('one.txt')
  const calls = chat.calls()
  expect(
    calls
      .filter(({ tool }) => tool === 'run_subtask')
      .map(({ depth }) => String(depth))
      .toSorted(),
  ).toEqual(['0', '0', '1', '1'])
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const { depth, parent_id } of calls)
    expect(parent_id === null ? -1 : byId.get(parent_id)?.depth).toBe(depth - 1)
  const spoken = chat.client.messages.flatMap((message) =>
    message.type === 'event' && message.event.type === 'chunk' && message.event.parent_id !== null
      ? [message.event]
      : [],
  )
  // What sub-agents say comes live, with the call it belongs to.
  expect(new Set(spoken.map(({ depth }) => depth))).toEqual(new Set([1, 2]))
  for (const { parent_id, depth } of spoken) {
    const parent = parent_id === null ? undefined : byId.get(parent_id)
    expect(parent).toMatchObject({ tool: 'run_subtask', depth: depth - 1 })
  }
  const last = await chat.client.event('message_added', ({ message }) => message.execution_tree !== undefined)
  const edge = (node: { readonly id: string; readonly parent_id: string | null }) =>
    `${node.parent_id} ${node.id}`
  expect(last.message.execution_tree?.nodes.map(edge).toSorted()).toEqual(calls.map(edge).toSorted())
})

test('a structured result: the first try does not fit, the second does', async () => {
  const chat = await openChat()
  await chat.say('show a structured result')
  expect(await chat.ended()).toContain('{"files":2}')
  expect(done(chat).filter((line) => line.includes('finish_subtask'))).toEqual([
    '1 finish_subtask failed',
    '1 finish_subtask succeeded',
  ])
})

test.each([
  ['allow_once', 'past the budget'],
  ['deny', ''],
])('chat-budget: passing one asks a person; the answer %s', async (decision, words) => {
  const chat = await openChat()
  await chat.say('show a budget')
  const text = await chat.ended(() => ({ decision }))
  expect(text).toContain(words)
  const exceeded = chat.client.messages.flatMap((message) =>
    message.type === 'event' && message.event.type === 'budget_exceeded' ? [message.event] : [],
  )
  // Told once, as the card comes, whatever the answer is then.
  expect(exceeded).toMatchObject([{ reason: 'llm_calls', limit: 60, observed: 61 }])
  expect(exceeded).toHaveLength(1)
})

test('a denial with a reason is read, and something else is done', async () => {
  const chat = await openChat()
  await chat.say('show a denial')
  await chat.ended(() => ({ decision: 'deny', feedback: 'not in this folder' }))
  expect(done(chat)).toContain('0 files.write denied')
  const { message } = await chat.client.event('message_added', (event) =>
    event.message.text.includes('You said no'),
  )
  expect(message.text).toContain('not in this folder')
  expect(done(chat)).toContain('0 files.list succeeded')
})

test('plan mode: it reads, then plans, and nothing with an effect runs', async () => {
  const chat = await openChat('plan')
  await chat.say('show a plan')
  expect(await chat.ended()).toContain('The plan:')
  expect(done(chat)).toEqual(['0 files.list succeeded'])
})

test('chat-back-compat: old fields of a client are ignored', async () => {
  const chat = await openChat()
  await chat.say('list the files', {
    agent_mode: true,
    tools: ['nope'],
    collections: ['x'],
    chat_context: { kind: 'thread' },
  })
  expect(await chat.ended()).toContain('`one.txt`')
})
