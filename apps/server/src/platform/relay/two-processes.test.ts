/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import type { ServerMessage } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newDatabase } from '../../store/testing/grounds.ts'
import { signInPage, type TestPage } from '../../testing/page.ts'
import { TestClient, testServer, type TestServer } from '../../testing/running-server.ts'
import {
  obedient,
  SCRIPTED,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedRequest,
} from '../../testing/scripted-model.ts'

const BOARD = [
  {
    name: 'board.list',
    description: 'Lists the cards of the board.',
    effect: 'none',
    kind: 'agentTool',
  },
]

const SAVE = { name: 'editor.save', args: { path: 'b.md' } }
const SEE = [
  { name: 'list_open_panes', args: {} },
  { name: 'get_pane_context', args: { pane: 'editor:b.md' } },
  { name: 'layout.open', args: { type: 'files' } },
]

/** Does what the message says, then what it says under `after`. */
function inSteps(request: ScriptedRequest): ScriptedAnswer {
  const answer = obedient(request)
  const asked = request.messages.findLastIndex(({ role }) => role === 'user')
  const said = request.messages[asked]?.content
  const { load, after } = Asked.parse(
    typeof said === 'string' && said.startsWith('{') ? JSON.parse(said) : {},
  )
  const answered = request.messages.slice(asked).filter(({ role }) => role === 'assistant').length
  return answered === (load.length === 0 ? 1 : 2) && after.length > 0 ? { calls: after } : answer
}

const Asked = z.object({
  load: z.array(z.string()).default([]),
  after: z.array(z.object({ name: z.string(), args: z.unknown() })).default([]),
})

describe.each(['embedded', 'postgres'] as const)('two servers on one database, %s', (kind) => {
  let model: ScriptedModel
  let one: TestServer
  let two: TestServer
  let page: TestPage
  let person: TestClient
  /** The one address in front of both, and where it leads. */
  let front: Server
  let behind: TestServer
  beforeAll(async () => {
    model = await scriptedModel(inSteps)
    front = createServer((socket) => {
      const line = connect(behind.port, '127.0.0.1')
      for (const end of [socket, line]) end.on('error', () => undefined)
      socket.pipe(line).pipe(socket)
    })
    await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
    const { port } = front.address() as AddressInfo // a TCP server that listens has one
    const env = {
      ...model.env,
      COUNTERSIGN_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...(kind === 'postgres' ? { DATABASE_URL: await newDatabase() } : {}),
    }
    one = await testServer(env)
    two = await testServer(env, { beside: one })
    behind = one
    page = await signInPage(one.address)
    person = await one.connect()
  }, 90_000)
  afterAll(async () => {
    person.close()
    await two.close()
    await one.close()
    await model.close()
    front.close()
  }, 90_000)

  async function newThread(client: TestClient, mode = 'default'): Promise<string> {
    const made = await client.command({ type: 'thread_create', permission_mode: mode, model: SCRIPTED })
    if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
    await client.command({ type: 'subscribe', thread_id: made.thread_id, after_seq: 0 })
    return made.thread_id
  }

  /** Begins a turn in which the model makes one call. */
  async function begin(
    client: TestClient,
    thread_id: string,
    load: readonly string[],
    call: object,
    after: readonly object[] = [],
  ) {
    client.messages.length = 0
    const text = JSON.stringify({ load, calls: [call], after })
    const begun = await client.command({
      type: 'turn_start',
      thread_id,
      text,
      chat_context: { kind: 'editor' },
    })
    expect(begun).toMatchObject({ type: 'ok' })
  }

  /** The results of the calls of a turn that ended. */
  async function resultOf(client: TestClient): Promise<string> {
    await client.event('turn_updated', ({ turn }) => turn.state === 'done')
    const { messages = [] } = model.requests.at(-1) ?? {}
    return messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])).join('\n')
  }

  async function listed(client: TestClient, thread_id: string): Promise<readonly string[]> {
    const found = await client.command({ type: 'list_tools', thread_id, chat_context: { kind: 'editor' } })
    return found.type === 'tools' ? found.tools.map(({ name }) => name) : []
  }

  /** A program that is connected to the other server and offers a board. */
  async function board(answers: boolean): Promise<{ program: TestClient; ran: ServerMessage[] }> {
    const program = await two.connect()
    const ran: ServerMessage[] = []
    program.socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as ServerMessage // our own server's
      if (message.type !== 'tool_run') return
      ran.push(message)
      const { tool_call_id } = message
      const result = { type: 'tool_run_result', request_id: 'r', tool_call_id, ok: true, text: 'two cards' }
      if (answers) program.socket.send(JSON.stringify(result))
    })
    expect(await program.command({ type: 'manifest', tools: BOARD })).toMatchObject({ type: 'ok' })
    return { program, ran }
  }

  test('a program of one runs a call of a turn in the other, once; its tools are gone with it', async () => {
    const { program, ran } = await board(true)
    const thread = await newThread(person)
    await expect.poll(() => listed(person, thread), { timeout: 20_000 }).toContain('board.list')
    await begin(person, thread, ['board'], { name: 'board.list', args: {} })
    expect(await resultOf(person)).toContain('two cards')
    expect(ran).toHaveLength(1)
    program.close()
    await expect.poll(() => listed(person, thread), { timeout: 20_000 }).not.toContain('board.list')
  }, 60_000)

  test('a stop reaches the program; a program that leaves ends its call in words', async () => {
    const { program, ran } = await board(false)
    const thread = await newThread(person)
    await expect.poll(() => listed(person, thread), { timeout: 20_000 }).toContain('board.list')
    await begin(person, thread, ['board'], { name: 'board.list', args: {} })
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(1)
    await person.command({ type: 'turn_stop', thread_id: thread })
    await program.until(({ type }) => type === 'tool_run_cancelled')
    await begin(person, await newThread(person), ['board'], { name: 'board.list', args: {} })
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(2)
    program.close()
    expect(await resultOf(person)).toContain('the client left while it ran this')
  }, 60_000)

  /** A window of the page on one of the servers. */
  async function openWindow(server: TestServer, texts: Readonly<Record<string, string>>) {
    behind = server
    const socket = await page.socket()
    if (typeof socket === 'number') throw new Error(`no socket: ${socket}`)
    const client = TestClient.over(socket)
    const tools = [{ name: 'layout.open', description: '', kind: 'agentTool' }]
    expect(await client.command({ type: 'manifest', tools })).toMatchObject({ type: 'ok' })
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as ServerMessage // our own server's
      if (message.type === 'window_ask') {
        const { ask_id, of } = message
        const text = texts[of]
        const answer = text === undefined ? null : { summary: 's', text, sources: ['b.md'] }
        socket.send(JSON.stringify({ type: 'window_answer', request_id: 'x', ask_id, answer }))
      }
      if (message.type === 'tool_run') {
        const { tool_call_id, name } = message
        const result = {
          type: 'tool_run_result',
          request_id: 'y',
          tool_call_id,
          ok: true,
          text: `ran ${name}`,
        }
        socket.send(JSON.stringify(result))
      }
    })
    const pane = { pane: 'editor:b.md', type: 'editor', title: 'b.md', path: 'b.md' }
    const tell = (thread_id: string) =>
      client.command({
        type: 'panes',
        window: 'w1',
        thread_id,
        panes: [{ ...pane, dirty: true, has_context: true, shared: true }],
      })
    return { client, tell }
  }

  test('a window that came back to another process than its turn gives its text, its panes and its hands', async () => {
    await writeFile(join(one.workspace, 'b.md'), 'one\n')
    const texts = { 'b.md': 'two\n', 'editor:b.md': 'typed text' }
    const first = await openWindow(one, texts)
    const thread = await newThread(first.client)
    await first.tell(thread)
    await begin(first.client, thread, ['editor'], SAVE, SEE)
    const { approval } = await first.client.event('tool_approval_request')
    first.client.close()
    const again = await openWindow(two, texts)
    await again.tell(thread)
    await again.client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
    const { tool_call_id, hash } = approval
    await again.client.command({ type: 'tool_approval_response', tool_call_id, decision: 'allow_once', hash })
    const seen = await resultOf(again.client)
    expect(seen).toContain('"instanceId": "editor:b.md"')
    expect(seen).toContain('typed text')
    expect(seen).toContain('ran layout.open')
    // All of it was asked of the one who has the window now.
    const heard = again.client.messages.map(({ type }) => type)
    expect(heard).toEqual(expect.arrayContaining(['window_ask', 'tool_run']))
    expect(await readFile(join(one.workspace, 'b.md'), 'utf8')).toBe('two\n')
    again.client.close()
  }, 60_000)
})
