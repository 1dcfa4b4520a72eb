/** @module-tag slow */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ThreadSnapshot, type CallView, type ExecutionTree } from '@countersign/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../testing/scripted-model.ts'
import { scriptedChat, type ScriptedChat } from './testing/scripted-chat.ts'

// What a client that opens a chat again draws, held against what it saw live and against the tree that is kept with the message.

let model: ScriptedModel
let server: TestServer
let client: TestClient
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer({ ...model.env, COUNTERSIGN_MAX_TOOL_CALLS: '4' })
  await writeFile(join(server.workspace, 'long.txt'), 'all work and no play\n'.repeat(100))
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
}, 60_000)
beforeEach(async () => {
  client = await server.connect()
  return () => client.close()
})

interface Row {
  readonly id: string
  readonly parent: string | null
  readonly tool: string
  readonly title: string
  readonly state: string
  readonly preview: string
  readonly took: number
}

const rowOf = (call: CallView): Row => ({
  id: call.id,
  parent: call.parent_id,
  tool: call.tool,
  title: call.title,
  state: call.state,
  preview: call.preview ?? '',
  took: call.started_at === null || call.ended_at === null ? 0 : call.ended_at - call.started_at,
})

const rowOfTree = (node: ExecutionTree['nodes'][number]): Row => ({
  id: node.id,
  parent: node.parent_id,
  tool: node.name,
  title: node.title,
  state: node.state,
  preview: node.result_preview,
  took: node.duration_ms,
})

const read = (path: string) => ({ name: 'files.read', args: { path } })
const below = (...calls: readonly object[]) => ({
  name: 'run_subtask',
  args: { title: 'Part', instructions: JSON.stringify({ calls }) },
})
const WRITE = { name: 'files.write', args: { path: 'new.md', content: 'x' } }

/** A turn is ended by hand only after something long was read in it. */
async function hasRead(chat: ScriptedChat): Promise<void> {
  await client.event(
    'tool_call_update',
    ({ call }) => call.thread_id === chat.id && call.tool === 'files.read' && call.preview?.length === 500,
  )
}

async function refuseExtension(chat: ScriptedChat): Promise<void> {
  const { approval } = await client.event(
    'tool_approval_request',
    (event) => event.approval.thread_id === chat.id,
  )
  await hasRead(chat)
  const { tool_call_id, hash } = approval
  await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision: 'deny' })
}

async function stop(chat: ScriptedChat): Promise<void> {
  await client.event('tool_approval_request', (event) => event.approval.thread_id === chat.id)
  await hasRead(chat)
  await client.command({ type: 'turn_stop', thread_id: chat.id })
}

test.each([
  ['answered', [below(read('long.txt'), read('none.txt'))], () => Promise.resolve(), 3],
  ['was stopped before the agent said a word', [below(read('long.txt'), WRITE)], stop, 3],
  ['used up a limit', [below(read('long.txt'), read('a'), read('b'), read('long.txt'))], refuseExtension, 3],
] as const)(
  'L5 a turn that %s is drawn again as it was, and its message has the same tree',
  async (_how, calls, end, many) => {
    const chat = await scriptedChat(client)
    await chat.say(calls)
    await end(chat)
    await chat.ended()
    const live = chat.calls().map(rowOf)
    expect(live.length).toBeGreaterThanOrEqual(many)
    const later = ThreadSnapshot.parse(await (await server.request(`/api/threads/${chat.id}`)).json())
    const again = later.calls.map(rowOf)
    const byId = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId(again)).toEqual(byId(live))
    expect(later.messages.at(-1)?.execution_tree?.nodes.map(rowOfTree)).toEqual(again)
    // Nested, and bounded.
    const parents = new Set(again.map(({ parent }) => parent))
    expect(parents.size).toBeGreaterThan(1)
    for (const { preview } of again) expect(preview.length).toBeLessThanOrEqual(500)
    expect(again.some(({ preview }) => preview.length === 500)).toBe(true)
  },
  60_000,
)
