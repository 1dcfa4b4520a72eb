/** @module-tag slow */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ThreadSnapshot, type CallView } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../../testing/scripted-model.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/guide/client-tools.md'), 'utf8')
const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? []

let model: ScriptedModel
let server: TestServer
let client: TestClient
let board: ChildProcess
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  client = await server.connect()
  const file = join(server.workspace, 'board.mjs')
  await writeFile(file, code)
  const env = { ...process.env, COUNTERSIGN: `http://127.0.0.1:${server.port}`, TOKEN: server.token }
  board = spawn(process.execPath, [file], { env, stdio: ['ignore', 'inherit', 'inherit'] })
}, 60_000)
afterAll(async () => {
  board.kill()
  client.close()
  await server.close()
  await model.close()
}, 60_000)

async function newChat(): Promise<string> {
  const made = await client.command({ type: 'thread_create', model: SCRIPTED })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error('no chat')
  await client.command({ type: 'subscribe', thread_id: made.thread_id, after_seq: 0 })
  return made.thread_id
}

/** The one call of a chat in which the model makes it, once it is in a state. */
async function called(name: string, args: object, state: string): Promise<CallView> {
  const thread_id = await newChat()
  await client.command({
    type: 'turn_start',
    thread_id,
    text: JSON.stringify({ load: ['board'], calls: [{ name, args }] }),
    chat_context: { kind: 'editor' },
  })
  return callIn(thread_id, state)
}

async function callIn(thread: string, state: string): Promise<CallView> {
  for (;;) {
    const { calls } = ThreadSnapshot.parse(await (await server.request(`/api/threads/${thread}`)).json())
    const found = calls.find((call) => call.state === state && call.tool !== 'load_tools')
    if (found) return found
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

test('both tools of the guide are listed, with their source and what would ask', async () => {
  const thread_id = await newChat()
  await expect
    .poll(async () => {
      const listed = await client.command({ type: 'list_tools', thread_id, chat_context: { kind: 'editor' } })
      const tools = listed.type === 'tools' ? listed.tools : []
      return tools
        .filter(({ name }) => name.startsWith('board.'))
        .map(({ name, source }) => `${name} ${source}`)
    })
    .toEqual(['board.list client', 'board.move client'])
})

test('reading runs at once', async () => {
  const { preview } = await called('board.list', {}, 'succeeded')
  expect(preview).toBe('Write the report: todo\nBook the room: doing')
})

test('the tool of the guide that acts says when not to call it', async () => {
  const thread_id = await newChat()
  await expect
    .poll(async () => {
      const listed = await client.command({ type: 'list_tools', thread_id, chat_context: { kind: 'editor' } })
      const tools = listed.type === 'tools' ? listed.tools : []
      return tools.find(({ name }) => name === 'board.move')?.description
    })
    .toContain('Do not use it to finish a card')
})

test('moving asks by the specifier of the guide, and runs after a yes', async () => {
  const { id, thread_id, specifier, hash } = await called(
    'board.move',
    { card: 'Book the room', column: 'done' },
    'waiting',
  )
  expect(specifier).toBe('Book the room to done')
  await client.command({ type: 'tool_approval_response', tool_call_id: id, decision: 'allow_once', hash })
  expect((await callIn(thread_id, 'succeeded')).preview).toBe('Book the room is in done now')
})

test('a word that the schema does not name goes back to the model, and never to the program', async () => {
  const { preview, error_code } = await called(
    'board.move',
    { card: 'Book the room', column: 'attic' },
    'failed',
  )
  expect(error_code).toBe('bad_arguments')
  expect(preview).toContain('must be one of "todo","doing","done"')
})
