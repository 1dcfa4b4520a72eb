/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../testing/scripted-model.ts'
import { scriptedChat } from './testing/scripted-chat.ts'

// Models that know tools by other systems' names call them by these: the same tool at the same gate.

let model: ScriptedModel
let server: TestServer
let client: TestClient
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  client = await server.connect()
  await writeFile(join(server.workspace, 'one.txt'), 'the first\n')
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

const WRITE = { name: 'write_file', args: { path: 'made.txt', content: 'made\n' } }

test('`read_file` reads, and shows as `files.read`', async () => {
  const chat = await scriptedChat(client)
  await chat.say([{ name: 'read_file', args: { path: 'one.txt' } }])
  await chat.ended()
  expect(chat.calls()).toMatchObject([
    {
      tool: 'files.read',
      state: 'succeeded',
      specifier: 'one.txt',
      preview: expect.stringContaining('the first') as string,
    },
  ])
})

test.each([
  [WRITE, 'files.write', 'made.txt'],
  [{ name: 'bash', args: { command: 'git push' } }, 'terminal.exec', 'git push'],
])('%j asks as `%s`, and is blocked in plan', async (call, tool, specifier) => {
  const planned = await scriptedChat(client, { permission_mode: 'plan' })
  await planned.say([call])
  await planned.ended()
  expect(planned.calls()).toMatchObject([{ tool, specifier, state: 'blocked' }])
  const chat = await scriptedChat(client)
  await chat.say([call])
  const { approval } = await client.event(
    'tool_approval_request',
    (event) => event.approval.thread_id === chat.id,
  )
  expect(chat.calls()).toMatchObject([{ tool, specifier, state: 'waiting', hash: approval.hash }])
  await client.command({ type: 'turn_stop', thread_id: chat.id })
})

test('`google_search` is `web_search`: without a service it says what to set', async () => {
  const chat = await scriptedChat(client)
  await chat.say([{ name: 'google_search', args: { query: 'x' } }])
  await chat.ended()
  expect(chat.calls()).toMatchObject([{ tool: 'web_search', specifier: 'x' }])
  expect(chat.calls()[0]?.state).not.toBe('blocked')
})

test('a rule for the real tool and a yes count for the other name', async () => {
  const chat = await scriptedChat(client)
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'allow', text: 'files.write(made.txt)', thread_id: chat.id }),
    headers: { 'content-type': 'application/json' },
  })
  await chat.say([WRITE])
  await chat.ended()
  expect(chat.calls()).toMatchObject([
    { tool: 'files.write', state: 'succeeded', signature: { via: 'rule' } },
  ])
  expect(await readFile(join(server.workspace, 'made.txt'), 'utf8')).toBe('made\n')
})

test('the model is offered each tool under one name', async () => {
  const offered = model.requests.flatMap(({ tools = [] }) => tools.map((tool) => tool.function.name))
  expect(offered).toEqual(
    expect.arrayContaining(['files_read', 'files_write', 'terminal_exec', 'web_search']),
  )
  expect(offered.filter((name) => /^(?:read_file|write_file|bash|google_search)$/.test(name))).toEqual([])
})
