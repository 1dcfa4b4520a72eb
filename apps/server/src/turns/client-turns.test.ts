/** @module-tag slow */
import type { ServerMessage } from '@countersign/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../testing/scripted-model.ts'
import { scriptedChat, type ScriptedChat } from './testing/scripted-chat.ts'

// Turns with tools of a client, and with sub-agents, over the wire.

let model: ScriptedModel
let server: TestServer
let client: TestClient
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
}, 60_000)
beforeEach(async () => {
  client = await server.connect()
  return () => client.close()
})

const tool = (name: string, more: object) => ({ name, description: 'x', kind: 'agentTool', ...more })

async function offer(...tools: readonly object[]): Promise<void> {
  expect(await client.command({ type: 'manifest', tools })).toMatchObject({ type: 'ok' })
}

const offeredNow = () => model.requests.at(-1)?.tools?.map((one) => one.function.name) ?? []
const promptNow = () => String(model.requests.at(-1)?.messages[0]?.content)

type ToolRun = Extract<ServerMessage, { type: 'tool_run' }>
const runs = () => client.messages.filter((message): message is ToolRun => message.type === 'tool_run')
const finish = ({ tool_call_id }: ToolRun) =>
  client.command({ type: 'tool_run_result', tool_call_id, ok: true, text: 'did it' })

/** The calls of a chat without those that load tools. */
const made = (chat: ScriptedChat) => chat.calls().filter((call) => call.tool !== 'load_tools')
const load = ['stub']

test('a turn has the tools that change an editor if its message comes from one', async () => {
  await offer(tool('stub.set', { effect: 'write' }), tool('stub.get', { effect: 'none' }))
  const call = { name: 'stub.set', args: {} }
  const chat = await scriptedChat(client)
  await chat.say([call], { load })
  await chat.ended()
  expect(made(chat)).toMatchObject([{ state: 'failed', error_code: 'unknown_tool' }])
  expect(offeredNow()).toContain('stub_get')
  expect(offeredNow()).not.toContain('stub_set')

  await chat.say([call], { load, chat_context: { kind: 'thread' } })
  await chat.ended(2)
  expect(made(chat)).toMatchObject([{}, { error_code: 'unknown_tool' }])

  await chat.say([call], { load, chat_context: { kind: 'editor', workflowId: 'w1' } })
  const { approval } = await client.event(
    'tool_approval_request',
    (event) => event.approval.thread_id === chat.id,
  )
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    decision: 'allow_once',
    hash: approval.hash,
  })
  await client.until(({ type }) => type === 'tool_run')
  await Promise.all(runs().map(finish))
  await chat.ended(3)
  expect(made(chat).at(-1)).toMatchObject({ tool: 'stub.set', state: 'succeeded', preview: 'did it' })
  expect(offeredNow()).toContain('stub_set')

  // The turn after it has its own context again.
  await chat.say([call], { load })
  await chat.ended(4)
  expect(made(chat).at(-1)).toMatchObject({ error_code: 'unknown_tool' })
})

test('T4 the model sees the tools of a client once it loads their group, which is their prefix', async () => {
  await offer(
    tool('stub.get', { effect: 'none' }),
    tool('stub.set', { effect: 'write' }),
    tool('map.get', { effect: 'none' }),
  )
  const chat = await scriptedChat(client)
  await chat.say([{ name: 'list_tool_groups', args: {} }])
  await chat.ended()
  const own = [
    'agent (1): agent.run',
    'changes (1): changes.list',
    'core (1): generate_speech',
    'editor (2): editor.save, editor.proposeEdit',
    'http (1): http.request',
    'llm (3): llm.generate, llm.extract, llm.classify',
    'notify (1): notify.person',
    'observability (2): observability.query, observability.clear',
  ]
  const groups = [...own, 'map (1): map.get', 'stub (1): stub.get'].toSorted()
  expect(chat.calls()).toMatchObject([{ preview: groups.join('\n') }])
  expect(promptNow()).toContain('map (1), notify (1), observability (2), stub (1)')
  expect(offeredNow()).toContain('load_tools')
  expect(offeredNow().filter((name) => /^(?:stub|map)_/.test(name))).toEqual([])
  await chat.say([{ name: 'load_tools', args: { groups: ['stub'] } }])
  await chat.ended(2)
  expect(offeredNow().filter((name) => /^(?:stub|map)_/.test(name))).toEqual(['stub_get'])
})

test('the list of tools is that of the context too', async () => {
  await offer(tool('stub.set', { effect: 'write' }))
  const { id: thread_id } = await scriptedChat(client)
  const names = async (more: object) => {
    const listed = await client.command({ type: 'list_tools', thread_id, ...more })
    return listed.type === 'tools' ? listed.tools.map(({ name }) => name) : []
  }
  expect(await names({})).not.toContain('stub.set')
  expect(await names({ chat_context: { kind: 'editor' } })).toContain('stub.set')
})

test.each([[{ kind: 'edtor' }], [{ kind: 'editor', workflow: 'w' }], ['editor']])(
  'a context that cannot be read as meant is refused: %j',
  async (chat_context) => {
    const chat = await scriptedChat(client)
    expect(await chat.say([], { chat_context })).toMatchObject({
      type: 'error',
      error: { code: 'bad_message' },
    })
  },
)

const TWO = [
  { name: 'stub.one', args: {} },
  { name: 'stub.two', args: {} },
]

test('reads of a client run beside each other', async () => {
  await offer(tool('stub.one', { effect: 'none' }), tool('stub.two', { effect: 'none' }))
  const chat = await scriptedChat(client)
  await chat.say(TWO, { load })
  while (runs().length < 2) await client.next()
  await Promise.all(runs().map(finish))
  await chat.ended()
  expect(made(chat).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})

test('tools of a client that name the same lock run one after the other', async () => {
  await offer(
    tool('stub.one', { effect: 'none', lock: 'canvas' }),
    tool('stub.two', { effect: 'none', requiresExclusiveLock: 'canvas' }),
  )
  const chat = await scriptedChat(client)
  await chat.say(TWO, { load })
  await client.until(({ type }) => type === 'tool_run')
  // Long enough for the second to come, if nothing kept it.
  await new Promise((resume) => setTimeout(resume, 500))
  expect(runs()).toMatchObject([{ name: 'stub.one' }])
  await Promise.all(runs().map(finish))
  while (runs().length < 2) await client.next()
  await finish(runs()[1] as ToolRun) // there are two
  await chat.ended()
  expect(made(chat).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})

test('a sub-agent whose tools do not name `run_subtask` starts none, nor does one below it', async () => {
  const below = (tools?: readonly string[]) => ({
    name: 'run_subtask',
    args: {
      title: 'below',
      instructions: JSON.stringify({
        calls: [{ name: 'run_subtask', args: { title: 'deeper', instructions: 'x' } }],
      }),
      ...(tools === undefined ? {} : { tools }),
    },
  })
  const chat = await scriptedChat(client)
  const states = () => chat.calls().map(({ depth, state, error_code }) => [depth, state, error_code])

  await chat.say([below(['read_file'])])
  await chat.ended()
  expect(states()).toEqual([
    [0, 'succeeded', null],
    [1, 'failed', 'unknown_tool'],
  ])
  const asked = model.requests.filter(({ messages }) =>
    JSON.stringify(messages[0]).includes('You are a sub-agent'),
  )
  const names = asked.at(-1)?.tools?.map((one) => one.function.name) ?? []
  expect(names).toContain('files_read')
  expect(names).not.toContain('run_subtask')

  await chat.say([below(['files.read', 'run_subtask'])])
  await chat.ended(2)
  expect(states().slice(2)).toEqual([
    [0, 'succeeded', null],
    [1, 'succeeded', null],
  ])

  await chat.say([below()])
  await chat.ended(3)
  expect(states().slice(4)).toEqual([
    [0, 'succeeded', null],
    [1, 'succeeded', null],
  ])
})
