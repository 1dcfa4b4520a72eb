/** @module-tag slow */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import {
  obedient,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
} from '../../testing/scripted-model.ts'
import { scriptedChat, type ScriptedChat } from '../../turns/testing/scripted-chat.ts'

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

type Calls = ScriptedAnswer['calls']
const WRITE = {
  name: 'files.write',
  args: { path: 'a.md', content: 'token: sk-live-0123456789abcdefghij\n' },
}
const shell = (command: string) => ({ name: 'terminal.exec', args: { command } })

/** Sends calls, and resolves with the question about the first that asks. */
async function asked(chat: ScriptedChat, calls: Calls) {
  const known = client.messages.length
  await chat.say(calls)
  const said = await client.until(
    (message) =>
      client.messages.indexOf(message) >= known &&
      message.type === 'event' &&
      message.event.type === 'tool_approval_request' &&
      message.thread_id === chat.id,
  )
  if (said.type !== 'event' || said.event.type !== 'tool_approval_request') throw new Error('no question')
  return said.event.approval
}

const answer = (
  { tool_call_id, hash }: { readonly tool_call_id: string; readonly hash: string },
  decision: string,
) => client.command({ type: 'tool_approval_response', tool_call_id, hash, decision })

async function rules(): Promise<readonly string[]> {
  const { rules: kept } = (await (await server.request('/api/rules')).json()) as {
    rules: { text: string; threadId: string | null }[]
  } // our own route
  return kept.map(({ text, threadId }) => `${threadId === null ? 'always' : 'chat'} ${text}`)
}

test('a question has all that a card shows, with secrets masked', async () => {
  const chat = await scriptedChat(client)
  const approval = await asked(chat, [WRITE])
  expect(approval).toMatchObject({
    tool: 'files.write',
    arguments: { path: 'a.md', content: expect.stringContaining('token: ') as string },
    category: 'write',
    destructive: false,
    mode: 'default',
    specifier: 'a.md',
    body: { kind: 'write', path: 'a.md', before: null },
    hash: expect.stringMatching(/^[0-9a-f]+$/) as string,
    offers: expect.arrayContaining([expect.objectContaining({ scope: 'exact' })]) as unknown,
    parents: [],
    state: 'pending',
  })
  expect(approval).toHaveProperty('expires_at')
  expect(JSON.stringify([approval, chat.calls()])).not.toContain('sk-live-0123456789')
  expect(chat.calls()).toMatchObject([{ state: 'waiting', category: 'write', mode: 'default' }])
  await client.command({ type: 'turn_stop', thread_id: chat.id })
})

test('a long argument is cut in the question, and it says so', async () => {
  const chat = await scriptedChat(client)
  const content = 'all of it\n'.repeat(8000)
  const approval = await asked(chat, [{ name: 'files.write', args: { path: 'long.md', content } }])
  expect(JSON.stringify(approval.arguments).length).toBeLessThan(40_000)
  expect(approval.shortened?.map(({ at }) => at)).toEqual(
    expect.arrayContaining(['body.after', 'arguments.content']),
  )
  await client.command({ type: 'turn_stop', thread_id: chat.id })
})

test('the question of a sub-agent names those above it', async () => {
  const chat = await scriptedChat(client)
  const instructions = JSON.stringify({ calls: [WRITE] })
  const approval = await asked(chat, [{ name: 'run_subtask', args: { title: 'notes', instructions } }])
  expect(approval).toMatchObject({ tool: 'files.write', parents: ['notes'] })
  await client.command({ type: 'turn_stop', thread_id: chat.id })
})

test.each([
  ['allow_chat', shell('touch made-a'), 'chat terminal.exec(touch made-a)'],
  ['allow_always', shell('touch made-b'), 'always terminal.exec(touch made-b)'],
  ['allow_chat', { name: 'files.write', args: { path: 'c.md', content: 'c' } }, 'chat files.write'],
  [
    'allow_always',
    { name: 'files.write', args: { path: 'd.md', content: 'd' } },
    'always files.write(/d.md)',
  ],
])('`%s` without a rule, for %j, keeps `%s`', async (decision, call, rule) => {
  const chat = await scriptedChat(client)
  const before = await rules()
  const approval = await asked(chat, [call])
  expect(await answer(approval, decision)).toMatchObject({ type: 'ok' })
  await chat.ended()
  expect((await rules()).filter((text) => !before.includes(text))).toEqual([rule])
})

test.each([['allow_chat'], ['allow_always']])(
  '`%s` without a rule is refused for what no rule lifts, and the question stays',
  async (decision) => {
    const chat = await scriptedChat(client)
    const approval = await asked(chat, [shell('rm -rf /')])
    const before = await rules()
    expect(await answer(approval, decision)).toMatchObject({ type: 'error', error: { code: 'bad_rule' } })
    expect(await rules()).toEqual(before)
    expect(chat.calls()).toMatchObject([{ state: 'waiting' }])
    await client.command({ type: 'turn_stop', thread_id: chat.id })
  },
)
