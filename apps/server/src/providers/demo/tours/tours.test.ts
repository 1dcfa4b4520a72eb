/** @module-tag slow */
import {
  collectionRoutes,
  OutsideAnswer,
  ThreadSnapshot,
  workflowRoutes,
  type CallId,
} from '@countersign/protocol'
import { readHookInput } from '@countersign/agent/hooks'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../../testing/running-server.ts'

/** The six tours of the demo over the wire: each plays real tools, and its end says what the person did. */

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
  await writeFile(join(server.workspace, 'README.md'), '# A small site\n')
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
}, 60_000)

interface Card {
  readonly id: CallId
  readonly hash: string
  readonly tool: string
  readonly parts?: readonly { readonly id: string }[]
}

async function json(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await server.request(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The card of a tool, once it waits. */
async function card(tool: string): Promise<Card> {
  const find = async () => {
    const { calls } = (await json('GET', '/api/waiting')) as { calls: Card[] } // our own route
    return calls.find((one) => one.tool === tool)
  }
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  const found = await find()
  if (found === undefined) throw new Error(`no card of ${tool}`)
  return found
}

async function answer(tool: string, decision: 'allow_once' | 'deny', more: object = {}): Promise<void> {
  const { id: tool_call_id, hash } = await card(tool)
  const sent = { type: 'tool_approval_response', tool_call_id, hash, decision, ...more } as const
  expect(await client.command(sent)).toMatchObject({ type: 'ok' })
}

/** Says it in a new chat, and gives the last words of the turn; `meanwhile` answers its cards. */
async function say(text: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<string> {
  const made = await client.command({ type: 'thread_create', model: 'demo' })
  if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
  const { thread_id } = made
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text })
  await meanwhile()
  await client.event(
    'turn_updated',
    ({ turn }) => turn.thread_id === thread_id && (turn.state === 'done' || turn.state === 'failed'),
  )
  const page = ThreadSnapshot.parse(await json('GET', `/api/threads/${thread_id}`))
  return page.messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
}

test('the gate: two cards, one allowed, one denied; the other tours are named', async () => {
  const end = await say('show me around', async () => {
    await answer('files.write', 'allow_once')
    await answer('terminal.exec', 'deny')
  })
  expect(end).toContain('`notes.md` was written, and you denied the command.')
  for (const words of ['the workbench', 'a workflow', 'a collection', 'a drawing', 'other agents'])
    expect(end).toContain(`\`show ${words}\``)
}, 60_000)

test('the gate: a denial with a note is still a denial, and a command that was allowed and fails says so', async () => {
  // The command writes its output there, which a folder does not allow.
  await mkdir(join(server.workspace, 'test.log'))
  const end = await say('show me around', async () => {
    await answer('files.write', 'deny', { feedback: 'not now' })
    await answer('terminal.exec', 'allow_once')
  })
  expect(end).toContain('you denied `notes.md`, and the command ran, but it failed.')
}, 60_000)

test('the workbench: outside of the page it says where to go, and names no button that is not there', async () => {
  const end = await say('show the workbench')
  expect(end).toContain('`countersign open` prints its address')
  expect(end).not.toContain('**Write**')
}, 60_000)

test('the workbench, here: a change in three parts is signed on its card, and its end names the parts', async () => {
  const end = await say('show the workbench here', async () => {
    await answer('files.write', 'allow_once')
    const { parts = [] } = await card('editor.proposeEdit')
    expect(parts).toHaveLength(3)
    await answer('editor.proposeEdit', 'allow_once', { parts: [parts[0]?.id, parts[2]?.id] })
  })
  expect(end).toContain('tour.md')
  const text = await readFile(join(server.workspace, 'tour.md'), 'utf8')
  expect(text).toContain('you sign the parts that you want')
  expect(text).toContain('You read every part.\n')
  expect(text).toContain('can undo each part')
}, 60_000)

test('a workflow: without one it says how; then the person changes the draft, and that text is written', async () => {
  expect(await say('show a workflow')).toContain('press **Use Draft and approve**')
  const { gallery } = workflowRoutes.gallery.reply.parse(await json('GET', '/api/workflow-gallery'))
  const graph = gallery.find(({ title }) => title === 'Draft and approve')?.graph
  const made = (await json('POST', '/api/workflows', { name: 'Draft and approve', graph })) as {
    workflow: { id: string }
  } // our own route
  await json('POST', `/api/workflows/${made.workflow.id}/versions`, { message: 'first', base: 0 })
  const end = await say('show a workflow', async () => {
    await answer('run_workflow', 'allow_once')
    await answer('human.approve', 'allow_once', { answer: 'My own words.' })
    await answer('files.write', 'allow_once')
  })
  expect(end).toContain('the text that you approved')
  expect(await readFile(join(server.workspace, 'drafts/tour.md'), 'utf8')).toContain('My own words.')
}, 60_000)

test('a collection: without one it says how; then a question of the person is answered by a checked quote', async () => {
  expect(await say('show a collection')).toContain('only you can create one')
  const { collection } = collectionRoutes.create.reply.parse(
    await json('POST', '/api/collections', { name: 'Handbook' }),
  )
  const text = '# Leave\n\nEvery employee has thirty days of paid leave in a calendar year.\n'
  await server.request(`/api/collections/${collection.id}/documents?name=leave.md`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(text)),
    headers: { 'content-type': 'application/octet-stream' },
  })
  await expect
    .poll(
      async () =>
        collectionRoutes.documents.reply
          .parse(await json('GET', `/api/collections/${collection.id}/documents`))
          .documents.map(({ state }) => state),
      { timeout: 30_000 },
    )
    .toEqual(['ready'])
  expect(await say('show a collection')).toContain('You made *Handbook*')
  const end = await say('what does @Handbook say about paid leave?')
  expect(end).toMatch(/“Every employee has thirty days of paid leave in a calendar year\.” \[p_[0-9a-z]+\]/)
}, 60_000)

test('a drawing: the file asks, and is there after the yes', async () => {
  const end = await say('show a drawing', () => answer('generate_image', 'allow_once'))
  expect(end).toContain('You allowed the file')
  const file = await readFile(join(server.workspace, 'drawings/tour.png'))
  expect(file.subarray(1, 4).toString()).toBe('PNG')
}, 60_000)

test('other agents: the event of the tour is asked about, and the tour says how it was answered', async () => {
  const setup = await say('show other agents')
  const event = /echo '(?<event>\{.*\})' \| countersign hook --agent claude-code/.exec(setup)?.groups?.[
    'event'
  ]
  const read = readHookInput(event ?? '', 'claude-code', { cwd: server.workspace })
  if (read.kind !== 'call') throw new Error(JSON.stringify(read))
  const place = {
    agent: 'claude-code',
    session: 'tour',
    cwd: server.workspace,
    workspace: server.workspace,
    planning: false,
  }
  const asked = json('POST', '/api/outside/calls', { place, call: read.hook.call, reports: false })
  await answer('mcp__tour__greet', 'allow_once')
  expect(OutsideAnswer.parse(await asked)).toMatchObject({ verdict: 'allow' })
  expect(await say('show other agents')).toMatch(/asked at \d\d:\d\d UTC, and you answered: \*\*allowed\*\*/)
}, 60_000)
