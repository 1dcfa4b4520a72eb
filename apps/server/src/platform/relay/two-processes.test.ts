/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerMessage } from '@countersign/protocol'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { signInPage, type TestPage } from '../../testing/page.ts'
import { TestClient, testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

const PUBLIC = 'https://countersign.example.com'

const BOARD = [
  {
    name: 'board.list',
    description: 'Lists the cards of the board.',
    effect: 'none',
    kind: 'agentTool',
  },
]

describe.each(['embedded', 'postgres'] as const)('two servers on one database, %s', (kind) => {
  let model: ScriptedModel
  let one: TestServer
  let two: TestServer
  let page: TestPage
  let person: TestClient
  let databaseUrl: string | undefined
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    databaseUrl = kind === 'postgres' ? await newDatabase() : undefined
    const env = {
      ...model.env,
      COUNTERSIGN_PUBLIC_URL: PUBLIC,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    one = await testServer(env)
    two = await testServer(env, { beside: one })
    page = await signInPage(one.address, PUBLIC, baseOf(one))
    person = await one.connect()
  }, 90_000)
  afterAll(async () => {
    person.close()
    await two.close()
    await one.close()
    await model.close()
  }, 90_000)

  function baseOf({ port }: TestServer): string {
    return `http://127.0.0.1:${port}`
  }

  async function newThread(client: TestClient, mode = 'default'): Promise<string> {
    const made = await client.command({ type: 'thread_create', permission_mode: mode, model: SCRIPTED })
    if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
    await client.command({ type: 'subscribe', thread_id: made.thread_id, after_seq: 0 })
    return made.thread_id
  }

  /** Begins a turn in which the model makes one call. */
  async function begin(client: TestClient, thread_id: string, load: readonly string[], call: object) {
    client.messages.length = 0
    const text = JSON.stringify({ load, calls: [call] })
    const begun = await client.command({
      type: 'turn_start',
      thread_id,
      text,
      chat_context: { kind: 'editor' },
    })
    expect(begun).toMatchObject({ type: 'ok' })
  }

  /** The result of the last call of a turn that ended. */
  async function resultOf(client: TestClient): Promise<string> {
    await client.event('turn_updated', ({ turn }) => turn.state === 'done')
    const { messages = [] } = model.requests.at(-1) ?? {}
    return String(messages.findLast(({ role }) => role === 'tool')?.content)
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
    const socket = await page.through(baseOf(server)).socket()
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
    await begin(first.client, thread, ['editor'], { name: 'editor.save', args: { path: 'b.md' } })
    const { approval } = await first.client.event('tool_approval_request')
    first.client.close()
    const again = await openWindow(two, texts)
    await again.tell(thread)
    await again.client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
    const { tool_call_id, hash } = approval
    // Its new place is known to the process of the turn before the yes is.
    await expect
      .poll(() => relayedPosts(databaseUrl, one), { timeout: 20_000 })
      .toContainEqual(expect.stringContaining('w1'))
    await again.client.command({ type: 'tool_approval_response', tool_call_id, decision: 'allow_once', hash })
    expect(await resultOf(again.client)).not.toContain('stale')
    expect(await readFile(join(one.workspace, 'b.md'), 'utf8')).toBe('two\n')
    again.client.close()
  }, 60_000)

  /** What processes let each other see, from the database itself. */
  async function relayedPosts(url: string | undefined, _server: TestServer): Promise<readonly string[]> {
    if (url === undefined) return ['w1']
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ body: string }>('select body from relay_posts')
    await client.end()
    return rows.map(({ body }) => body)
  }
})
void sql
