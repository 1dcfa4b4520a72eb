/** @module-tag slow */
import { changeBody, readBody } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { signInPage, type TestPage } from '../../testing/page.ts'
import { TestClient, testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { newChat, WorkflowUser } from './testing/wire.ts'

const GRAPH = {
  version: 1,
  name: 'Notes',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'now', type: 'time.now', inputs: {} }],
  edges: [],
}
const put = (id: string, type: string, inputs: object) => ({
  kind: 'put_node',
  body: '',
  node: { id, type, inputs },
})
const PROPOSALS = [
  { number: 1, label: 'add say', ops: [put('say', 'text.template', { template: '{{at}}' })] },
  { number: 2, label: 'add save', ops: [put('save', 'files.write', { path: 'note.md' })] },
  {
    number: 3,
    label: 'wire now to say',
    ops: [{ kind: 'put_edge', body: '', edge: { from: ['now', 'time'], to: ['say', 'at'] } }],
  },
  {
    number: 4,
    label: 'wire say to save',
    ops: [{ kind: 'put_edge', body: '', edge: { from: ['say', 'text'], to: ['save', 'content'] } }],
  },
  { number: 5, label: 'add spare', ops: [put('spare', 'time.now', {})] },
]

describe.each(['embedded', 'external'])('proposals on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let page: TestPage
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    page = await signInPage(server.address)
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await model.close()
  }, 60_000)

  /** Opens a browser window with an editor that reports the proposals in `told`. */
  async function openEditor(told: { base: number; revision: number; proposals: unknown[] }) {
    const socket = await page.socket()
    if (typeof socket === 'number') throw new Error(`no socket: ${socket}`)
    const client = TestClient.over(socket)
    const tools = ['ui_apply', 'ui_get_graph'].map((name) => ({ name, description: '', kind: 'agentTool' }))
    expect(await client.command({ type: 'manifest', tools })).toMatchObject({ type: 'ok' })
    const ran: unknown[] = []
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as Record<string, unknown> // our own server's
      if (message['type'] === 'window_ask') {
        const answer = { summary: '', text: JSON.stringify(told), sources: [] }
        socket.send(
          JSON.stringify({ type: 'window_answer', request_id: 'x', ask_id: message['ask_id'], answer }),
        )
      }
      if (message['type'] === 'tool_run') {
        ran.push(message['args'])
        const { tool_call_id } = message
        socket.send(
          JSON.stringify({ type: 'tool_run_result', request_id: 'y', tool_call_id, ok: true, text: 'ok' }),
        )
      }
    })
    return { client, ran }
  }

  async function begun(mode = 'default') {
    const { id } = await user.saved(GRAPH, 'Notes')
    const told = { base: 0, revision: 5, proposals: [...PROPOSALS] as unknown[] }
    const { client, ran } = await openEditor(told)
    const thread_id = await newChat(client, mode)
    await client.command({ type: 'panes', window: 'w1', thread_id, panes: [] })
    return { id, told, client, ran, thread_id }
  }
  const call = async (client: TestClient, thread_id: string, name: string, args: object) => {
    const text = JSON.stringify({ load: ['ui'], calls: [{ name, args }] })
    const started = { type: 'turn_start', thread_id, text, chat_context: { kind: 'editor' } }
    expect(await client.command(started)).toMatchObject({ type: 'ok' })
  }
  const isDone = async (client: TestClient, thread_id: string) => {
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
    const { messages = [] } = model.requests.at(-1) ?? {}
    return String(messages.findLast(({ role }) => role === 'tool')?.content)
  }
  const cardOf = async (client: TestClient, thread_id: string) => {
    const { approval } = await client.event(
      'tool_approval_request',
      (event) => event.approval.thread_id === thread_id,
    )
    const { call: waiting } = await client.event(
      'tool_call_update',
      (event) => event.call.id === approval.tool_call_id && event.call.state === 'waiting',
    )
    const parts = waiting.state === 'waiting' ? (waiting.parts ?? []) : []
    return { approval, parts, shown: readBody(changeBody, waiting.body) }
  }
  const nodesOf = async (id: string) => {
    const { nodes, edges } = (await user.workflow(id)).draft as { nodes: { id: string }[]; edges: object[] } // our own graph
    return { nodes: nodes.map((node) => node.id), edges: edges.length }
  }

  test('one card shows the difference of graph and effects; a part pulls in what its wires need', async () => {
    const { id, client, ran, thread_id } = await begun()
    await call(client, thread_id, 'ui_apply', { workflow_id: id })
    const { approval, parts, shown } = await cardOf(client, thread_id)
    expect(shown).toMatchObject({
      into: 'draft',
      base: 0,
      before: { nodes: [{ id: 'now' }] },
      effects_known: true,
      problems: [],
      diff: {
        effects_added: [{ node: 'save', tool: 'files.write', specifiers: ['note.md'] }],
        nodes: [{ node: 'say' }, { node: 'save' }, { node: 'spare' }],
      },
    })
    expect(parts.map(({ label }) => label)).toEqual(PROPOSALS.map(({ label }) => label))
    const wire = parts.find(({ label }) => label === 'wire say to save')?.id
    await user.answer(client, { parts: [wire] }, approval.tool_call_id)
    expect(await isDone(client, thread_id)).toContain('3 proposals are in the draft now')
    expect(await nodesOf(id)).toEqual({ nodes: ['now', 'say', 'save'], edges: 1 })
    expect(ran).toEqual([{ workflow_id: id, applied: [1, 2, 4], declined: [3, 5], draft_base: 1 }])
    client.close()
  }, 60_000)

  test.each([
    ['a proposal', (told: { proposals: unknown[] }) => void told.proposals.pop()],
    [
      'a value of one',
      (told: { proposals: unknown[] }) =>
        void told.proposals.splice(1, 1, {
          ...PROPOSALS[1],
          ops: [put('save', 'files.write', { path: 'other.md' })],
        }),
    ],
  ])(
    '%s that changes while the card waits makes it stale',
    async (_what, change) => {
      const { id, told, client, thread_id } = await begun()
      await call(client, thread_id, 'ui_apply', { workflow_id: id })
      const { approval } = await cardOf(client, thread_id)
      change(told)
      await user.answer(client, {}, approval.tool_call_id)
      expect(await isDone(client, thread_id)).toContain('changed after this call was proposed')
      expect(await nodesOf(id)).toEqual({ nodes: ['now'], edges: 0 })
      client.close()
    },
    60_000,
  )

  test('so does a draft that someone saved meanwhile', async () => {
    const { id, client, thread_id } = await begun()
    await call(client, thread_id, 'ui_apply', { workflow_id: id })
    const { approval } = await cardOf(client, thread_id)
    await user.ask('PUT', `/api/workflows/${id}/draft`, { graph: { ...GRAPH, name: 'Other' }, base: 0 })
    await user.answer(client, {}, approval.tool_call_id)
    expect(await isDone(client, thread_id)).toContain('changed after this call was proposed')
    expect(await nodesOf(id)).toEqual({ nodes: ['now'], edges: 0 })
    client.close()
  }, 60_000)

  test('in Accept edits it runs without a card, in Plan it is blocked; a version always asks', async () => {
    const { id, told, client, thread_id } = await begun('acceptEdits')
    await call(client, thread_id, 'ui_apply', { workflow_id: id, revision: 5 })
    expect(await isDone(client, thread_id)).toContain('5 proposals are in the draft now')
    Object.assign(told, { base: 1, proposals: [] })
    client.messages.length = 0
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const saves = await newChat(client, 'acceptEdits')
    await call(client, saves, 'ui_save_version', { workflow_id: id, message: 'notes' })
    const { approval, shown } = await cardOf(client, saves)
    expect(shown).toMatchObject({
      into: 'version',
      message: 'notes',
      diff: { effects_added: [{ node: 'save' }] },
    })
    const head = (await user.workflow(id)).head
    await user.answer(client, {}, approval.tool_call_id)
    const text = await isDone(client, saves)
    const after = await user.workflow(id)
    expect(after.head).not.toBe(head)
    expect(text).toContain(after.head)
    const plans = await newChat(client, 'plan')
    Object.assign(told, { proposals: [PROPOSALS[4]] })
    await client.command({ type: 'panes', window: 'w1', thread_id: plans, panes: [] })
    await call(client, plans, 'ui_apply', { workflow_id: id })
    expect(await isDone(client, plans)).toContain('plan')
    client.close()
  }, 60_000)

  test('without an editor there is nothing to apply, and without its context no such tool', async () => {
    const { id, told, client, thread_id } = await begun()
    told.proposals = []
    await call(client, thread_id, 'ui_apply', { workflow_id: id })
    expect(await isDone(client, thread_id)).toContain('nothing is proposed')
    const listed = await client.command({ type: 'list_tools', thread_id })
    if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
    expect(listed.tools.filter(({ name }) => name.startsWith('ui_'))).toEqual([])
    client.close()
  }, 60_000)
})
