/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WORKBENCH_TOOLS } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInPage, type TestPage } from '../../testing/page.ts'
import { TestClient, testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

let model: ScriptedModel
let server: TestServer
let page: TestPage
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  page = await signInPage(server.address)
  await writeFile(join(server.workspace, 'a.md'), 'one\n')
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
}, 60_000)

/** A window of the page: it tells its panes, answers questions, and says `ran` to calls. */
async function openWindow(texts: Readonly<Record<string, string>>, name = 'w1') {
  const socket = await page.socket()
  if (typeof socket === 'number') throw new Error(`no socket: ${socket}`)
  const client = TestClient.over(socket)
  const offered = await client.command({
    type: 'manifest',
    tools: ['editor.open', 'editor.applyEdit', 'layout.open'].map((tool) => ({
      name: tool,
      description: '',
      kind: 'agentTool',
    })),
  })
  expect(offered).toMatchObject({ type: 'ok' })
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Record<string, string> // our own server's
    if (message['type'] === 'window_ask') {
      const text = texts[message['of'] ?? '']
      const answer = text === undefined ? null : { summary: 's', text, sources: ['a.md'] }
      socket.send(
        JSON.stringify({ type: 'window_answer', request_id: 'x', ask_id: message['ask_id'], answer }),
      )
    }
    if (message['type'] === 'tool_run')
      socket.send(
        JSON.stringify({
          type: 'tool_run_result',
          request_id: 'y',
          tool_call_id: message['tool_call_id'],
          ok: true,
          text: `ran ${message['name']}`,
        }),
      )
  })
  const tell = (thread_id: string) =>
    client.command({
      type: 'panes',
      window: name,
      thread_id,
      panes: [
        {
          pane: 'editor:a.md',
          type: 'editor',
          title: 'a.md',
          path: 'a.md',
          dirty: true,
          has_context: true,
          shared: true,
        },
      ],
    })
  return { client, tell }
}

async function newThread(client: TestClient, mode = 'acceptEdits'): Promise<string> {
  const made = await client.command({
    type: 'thread_create',
    permission_mode: mode,
    model: SCRIPTED,
  })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
  await client.command({ type: 'subscribe', thread_id: made.thread_id, after_seq: 0 })
  return made.thread_id
}

/** Has the model make calls, and waits for how they ended. */
async function results(
  client: TestClient,
  thread_id: string,
  calls: readonly { name: string; args: unknown }[],
) {
  client.messages.length = 0
  const started = await client.command({
    type: 'turn_start',
    thread_id,
    text: JSON.stringify({
      load: calls.some(({ name }) => name.startsWith('editor.')) ? ['editor'] : [],
      calls,
    }),
    chat_context: { kind: 'editor' },
  })
  expect(started).toMatchObject({ type: 'ok' })
  await client.event('turn_updated', ({ turn }) => turn.state === 'done')
  const { messages = [] } = model.requests.at(-1) ?? {}
  return messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
}

const SEE = [
  { name: 'list_open_panes', args: {} },
  { name: 'get_pane_context', args: { instanceId: 'editor:a.md' } },
  { name: 'layout.open', args: { type: 'files' } },
]

test('a window that left and came back while a card waited gives the text that was signed', async () => {
  await writeFile(join(server.workspace, 'b.md'), 'one\n')
  const first = await openWindow({ 'b.md': 'two\n' }, 'w9')
  const thread = await newThread(first.client, 'default')
  await first.tell(thread)
  const text = JSON.stringify({ load: ['editor'], calls: [{ name: 'editor.save', args: { path: 'b.md' } }] })
  await first.client.command({ type: 'turn_start', thread_id: thread, text })
  const { approval } = await first.client.event('tool_approval_request')
  first.client.close()
  const again = await openWindow({ 'b.md': 'two\n' }, 'w9')
  await again.tell(thread)
  await again.client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  const { tool_call_id, hash } = approval
  await again.client.command({ type: 'tool_approval_response', tool_call_id, decision: 'allow_once', hash })
  await again.client.event('turn_updated', ({ turn }) => turn.state === 'done')
  expect(await readFile(join(server.workspace, 'b.md'), 'utf8')).toBe('two\n')
  again.client.close()
}, 60_000)

test('a turn sees and uses the window that began it', async () => {
  const first = await openWindow({ 'editor:a.md': 'typed text', 'a.md': 'two\n' })
  const thread = await newThread(first.client)
  await first.tell(thread)
  const seen = await results(first.client, thread, [...SEE, { name: 'editor.save', args: { path: 'a.md' } }])
  expect(seen.join('\n')).toContain('"instanceId": "editor:a.md"')
  expect(seen.join('\n')).toContain('typed text')
  expect(seen.join('\n')).toContain('ran layout.open')
  expect(await readFile(join(server.workspace, 'a.md'), 'utf8')).toBe('two\n')
  first.client.close()
}, 60_000)

test('a window sees nothing of a turn that another one began, and another chat sees no panes', async () => {
  const bystander = await openWindow({ 'editor:a.md': 'secret plans' }, 'w2')
  const thread = await newThread(bystander.client)
  await bystander.tell(thread)
  const beginner = await openWindow({}, 'w3')
  await beginner.client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  const seen = await results(beginner.client, thread, SEE)
  expect(seen.join('\n')).not.toContain('secret plans')
  expect(bystander.client.messages.filter(({ type }) => /^(?:tool_run|window_ask)/.test(type))).toEqual([])
  const other = await newThread(bystander.client)
  expect((await results(bystander.client, other, SEE)).join('\n')).not.toContain('secret plans')
  bystander.client.close()
  beginner.client.close()
}, 60_000)

test('a program has no panes, and offers no tool of the workbench', async () => {
  const program = await server.connect()
  const refused = { type: 'error', error: { code: 'bad_message' } }
  expect(await program.command({ type: 'panes', window: 'w', panes: [] })).toMatchObject(refused)
  const tools = [{ name: 'editor.applyEdit', description: 'x', kind: 'agentTool' }]
  expect(await program.command({ type: 'manifest', tools })).toMatchObject(refused)
  program.close()
}, 60_000)

test('what a model sees at first stays at 38 tools at most, with those of the core among them', async () => {
  const window = await openWindow({}, 'w4')
  const thread = await newThread(window.client)
  await results(window.client, thread, [])
  const visible = model.requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? []
  expect(visible.length).toBeLessThanOrEqual(38)
  expect(visible).toEqual(expect.arrayContaining(['list_open_panes', 'get_pane_context', 'layout_open']))
  expect(visible.filter((name) => /^(?:editor|changes|observability)_|^layout_(?!open)/.test(name))).toEqual(
    [],
  )
  const listed = await window.client.command({ type: 'list_tools', thread_id: thread })
  const sources = listed.type === 'tools' ? listed.tools.map(({ name, source }) => `${name} (${source})`) : []
  expect(sources).toEqual(expect.arrayContaining(['layout.open (workbench)', 'editor.save (built in)']))
  // What runs on the server is what the table says, too.
  for (const { name, category, capability, specifier, asks } of listed.type === 'tools' ? listed.tools : []) {
    const fact = WORKBENCH_TOOLS.get(name)
    expect(fact === undefined || { name, category, capability, specifier, asks }).toEqual(
      fact === undefined || {
        name,
        category: fact.category,
        capability: fact.capability,
        specifier: fact.specifier,
        asks: fact.asks,
      },
    )
  }
  window.client.close()
}, 60_000)
