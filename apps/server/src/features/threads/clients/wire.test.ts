import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../../testing/running-server.ts'

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

const tool = (name: string) => ({
  name,
  description: 'x',
  params: { type: 'object' },
  side_effect: true,
  kind: 'command',
})

async function names(): Promise<readonly string[]> {
  const made = await client.command({ type: 'thread_create' })
  const thread_id = made.type === 'ok' ? made.thread_id : undefined
  const listed = await client.command({ type: 'list_tools', thread_id, chat_context: { kind: 'editor' } })
  return listed.type === 'tools' ? listed.tools.map(({ name, source }) => `${name} (${source})`) : []
}

test('a manifest over the socket: there on connect, other on change, gone with its client', async () => {
  const second = await server.connect()
  expect(await second.command({ type: 'manifest', tools: [tool('palette.open')] })).toMatchObject({
    type: 'ok',
  })
  expect(await names()).toContain('palette.open (client)')
  await second.command({ type: 'manifest', tools: [tool('palette.close')] })
  expect(await names()).toContain('palette.close (client)')
  expect(await names()).not.toContain('palette.open (client)')
  second.close()
  while ((await names()).includes('palette.close (client)'))
    await new Promise((resume) => setTimeout(resume, 20))
})

test.each([
  [
    'a thousand tools',
    Array.from({ length: 1000 }, (_, index) => tool(`many.t${index}`)),
    'bad_message',
    'at most 200 tools',
  ],
  [
    'a megabyte',
    [{ ...tool('big.schema'), params: { x: 'y'.repeat(1_000_000) } }],
    'too_large',
    'at most 1000000 characters',
  ],
  ['a built-in', [tool('terminal.exec')], 'bad_message', 'the name of a built-in tool'],
  [
    'a key that is not known',
    [{ ...tool('stub.set'), sideefect: false }],
    'bad_message',
    'there is no `sideefect`: did you mean `sideEffect`?',
  ],
  [
    'two spellings that differ',
    [{ ...tool('stub.set'), sideEffect: false }],
    'bad_message',
    '`side_effect` and `sideEffect` are one thing and differ',
  ],
  ['a name of MCP', [tool('mcp__a__b')], 'bad_message', 'module.verb'],
])('a hostile manifest is refused clearly: %s', async (_name, tools, code, message) => {
  client.messages.length = 0
  client.socket.send(JSON.stringify({ type: 'manifest', request_id: 'hostile', tools }))
  const answer = await client.until(({ type }) => type === 'error')
  expect(answer).toMatchObject({ error: { code, message: expect.stringContaining(message) as string } })
  expect((await names()).filter((name) => /^(?:many|big|mcp__a)/.test(name))).toEqual([])
})

test('a result that nobody waits for is refused', async () => {
  const answer = await client.command({
    type: 'tool_run_result',
    tool_call_id: 'call_none',
    ok: true,
    text: '',
  })
  expect(answer).toMatchObject({ type: 'error', error: { code: 'too_late' } })
})
