/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import {
  obedient,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedRequest,
} from '../../testing/scripted-model.ts'
import { newChat, WorkflowUser } from './testing/wire.ts'

const node = (id: string, type: string, inputs: object = {}, more: object = {}) => ({
  id,
  type,
  inputs,
  ...more,
})
const wire = (from: string, out: string, to: string, input: string) => ({
  from: [from, out],
  to: [to, input],
})
const graph = (nodes: readonly object[], edges: readonly object[] = [], more: object = {}) => ({
  version: 1,
  name: 'Built',
  inputs: {},
  outputs: {},
  nodes,
  edges,
  ...more,
})
const handIn = (value: unknown): ScriptedAnswer => ({
  calls: [{ name: 'finish_subtask', args: value }],
})
const of = (made: object): ScriptedAnswer => handIn({ graph: made })

const GOOD = graph(
  [
    node('page', 'web.fetch', { url: 'https://example.com/' }),
    node('save', 'files.write', { path: 'out.md' }),
  ],
  [wire('page', 'text', 'save', 'content')],
)
/** Typical mistakes of models. */
const ERRORS: Readonly<Record<string, ScriptedAnswer>> = {
  'unknown node': of(graph([node('a', 'web.get', { url: 'https://example.com/' })])),
  'unknown key': of(graph([{ ...node('a', 'time.now'), description: 'now' }])),
  'unknown key of the graph': of({ ...GOOD, triggers: [] }),
  'wrong output': of(graph(GOOD.nodes, [wire('page', 'body', 'save', 'content')])),
  'wrong input': of(graph(GOOD.nodes, [wire('page', 'text', 'save', 'text')])),
  'a cycle': of(
    graph(
      [node('a', 'text.trim'), node('b', 'text.trim')],
      [wire('a', 'text', 'b', 'text'), wire('b', 'text', 'a', 'text')],
    ),
  ),
  'a missing input': of(graph([node('a', 'web.fetch')])),
  'a value of the wrong type': of(graph([node('a', 'web.fetch', { url: 7 })])),
  'two sources': of(
    graph([GOOD.nodes[0] ?? {}, node('save', 'files.write', { path: 'out.md', content: 'x' })], GOOD.edges),
  ),
  'a wire from nowhere': of(graph(GOOD.nodes, [wire('site', 'text', 'save', 'content')])),
  'the same id twice': of(graph([node('a', 'time.now'), node('a', 'time.now')])),
  'an output that is not there': of(graph(GOOD.nodes, GOOD.edges, { outputs: { a: ['save', 'nothing'] } })),
  'no nodes': of(graph([])),
  'no graph': handIn({ workflow: GOOD }),
  'a graph as text': handIn({ graph: JSON.stringify(GOOD) }),
}
const names = Object.keys(ERRORS)
const error = (name: string): ScriptedAnswer => ERRORS[name] ?? { text: '' }

interface Objective {
  readonly name: string
  readonly script: readonly ScriptedAnswer[]
  readonly built: boolean
}

/** Each error once before it is repaired; some errors repeatedly; some answers without a graph. */
const OBJECTIVES: readonly Objective[] = [
  { name: 'at once', script: [of(GOOD)], built: true },
  {
    name: 'after looking',
    script: [
      { calls: [{ name: 'list_nodes', args: { query: 'fetch' } }] },
      { calls: [{ name: 'get_node', args: { node_type: 'web.fetch' } }] },
      of(GOOD),
    ],
    built: true,
  },
  ...names.map((name) => ({ name: `${name}, repaired`, script: [error(name), of(GOOD)], built: true })),
  ...names.slice(0, 6).map((name) => ({
    name: `${name}, for ever`,
    script: Array.from({ length: 9 }, () => error(name)),
    built: false,
  })),
  { name: 'three errors, then right', script: [...names.slice(0, 3).map(error), of(GOOD)], built: true },
  { name: 'four errors, then right', script: [...names.slice(0, 4).map(error), of(GOOD)], built: false },
  { name: 'only words', script: [{ text: 'I would fetch the page.' }], built: false },
  {
    name: 'another tool than it has',
    script: [{ calls: [{ name: 'files.write', args: { path: 'x', content: 'x' } }] }, of(GOOD)],
    built: true,
  },
  {
    name: 'an error, then another of each',
    script: [error('a cycle'), error('no graph'), error('unknown node'), of(GOOD)],
    built: true,
  },
  { name: 'a node of the editor', script: [of(graph([node('a', 'ui_apply')])), of(GOOD)], built: true },
  {
    name: 'a prototype',
    script: [handIn(JSON.parse('{"graph":{"__proto__":{"nodes":[]},"version":1}}')), of(GOOD)],
    built: true,
  },
]

let model: ScriptedModel
let server: TestServer
let client: TestClient
let database: string
const user = new WorkflowUser(() => server)

function answer(request: ScriptedRequest): ScriptedAnswer {
  const asked = request.messages.findLast(({ role }) => role === 'user')?.content
  const objective = OBJECTIVES.find(({ name }) => `build: ${name}` === asked)
  if (objective === undefined) return obedient(request)
  const said = request.messages.filter(({ role }) => role === 'assistant').length
  return objective.script[said] ?? { text: 'I give up.' }
}

beforeAll(async () => {
  model = await scriptedModel(answer)
  database = await newDatabase()
  server = await testServer({ ...model.env, DATABASE_URL: database })
  client = await server.connect()
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

/** The result of the last call, as the thread's model reads it. */
function lastResult(): string {
  const { messages = [] } = model.requests.at(-1) ?? {}
  return String(messages.findLast(({ role }) => role === 'tool')?.content)
}

async function build(name: string) {
  client.messages.length = 0
  const thread_id = await newChat(client)
  const calls = [{ name: 'build_workflow', args: { objective: `build: ${name}` } }]
  await client.command({
    type: 'turn_start',
    thread_id,
    text: JSON.stringify({ calls }),
    chat_context: { kind: 'editor' },
  })
  await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
  const { call } = await client.event(
    'tool_call_update',
    (event) => event.call.tool === 'build_workflow' && event.call.ended_at !== null,
  )
  return { call, events: client.messages.flatMap((sent) => (sent.type === 'event' ? [sent.event] : [])) }
}

test('30 objectives and more, with a model that errs: repaired or refused, never kept broken', async () => {
  expect(OBJECTIVES.length).toBeGreaterThanOrEqual(30)
  for (const { name, built } of OBJECTIVES) {
    const before = model.requests.length
    const { call } = await build(name)
    expect([name, call.state]).toEqual([name, built ? 'succeeded' : 'failed'])
    // One request to the thread's model before the build and one after it; in between, one submission and at most three repairs.
    expect(model.requests.length - before).toBeLessThanOrEqual(6)
    if (!built) continue
    const result = JSON.parse(lastResult()) as { hash: string; manifest: object } // our own tool
    expect(result.manifest).toMatchObject({ effects: [{ tool: 'web.fetch' }, { tool: 'files.write' }] })
    const { status, json } = await user.ask('GET', `/api/workflow-graphs/${result.hash}`)
    expect([name, status]).toEqual([name, 200])
    expect(workflowRoutes.graph.reply.parse(json).hash).toBe(result.hash)
  }
  const pg = new Client({ connectionString: database })
  await pg.connect()
  const { rows } = await pg.query<{ graph: object; hash: string }>('select graph, hash from workflow_built')
  await pg.end()
  expect(rows.length).toBeGreaterThan(0)
  for (const { graph: kept, hash } of rows) {
    const { json } = await user.ask('POST', '/api/workflows/check', { graph: kept })
    expect(workflowRoutes.check.reply.parse(json)).toMatchObject({ problems: [], hash })
  }
  expect(workflowRoutes.list.reply.parse((await user.ask('GET', '/api/workflows')).json).workflows).toEqual(
    [],
  )
}, 240_000)

test('it tells how far it is, and the errors name node, port and what fits', async () => {
  const { events } = await build('wrong output, repaired')
  const told = events.flatMap((event) => {
    if (event.type === 'planning_update') return ['planning']
    return event.type === 'task_update' ? [event.state] : []
  })
  expect(told).toEqual(['planning', 'running', 'failed', 'running', 'done', 'planning'])
  const said = model.requests.flatMap(({ messages }) => messages).map(({ content }) => String(content))
  const repair = said.find((text) => text.includes('does_not_compile') && text.includes('"port":"body"'))
  expect(repair).toContain('"node":"page"')
  expect(repair).toContain('"fits":["text"')
}, 60_000)

test('a thread without the context of an editor does not have it', async () => {
  const thread_id = await newChat(client)
  for (const context of [undefined, { kind: 'thread' }]) {
    const listed = await client.command({
      type: 'list_tools',
      thread_id,
      ...(context === undefined ? {} : { chat_context: context }),
    })
    if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
    expect(listed.tools.map(({ name }) => name)).not.toContain('build_workflow')
  }
  const listed = await client.command({ type: 'list_tools', thread_id, chat_context: { kind: 'editor' } })
  if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
  expect(listed.tools.map(({ name }) => name)).toContain('build_workflow')
}, 60_000)

test('a server without nodes leaves it out of the editor, and says so in its log', async () => {
  const lines: string[] = []
  const bare = await testServer(model.env, {
    features: FEATURES.filter(({ name }) => name !== 'workflows'),
    logged: (line) => lines.push(line),
  })
  const user = await bare.connect()
  try {
    const thread_id = await newChat(user)
    const chat_context = { kind: 'editor' }
    const listed = await user.command({ type: 'list_tools', thread_id, chat_context })
    if (listed.type !== 'tools') throw new Error(JSON.stringify(listed))
    expect(listed.tools.map(({ name }) => name)).not.toContain('build_workflow')
    await user.command({ type: 'turn_start', thread_id, text: 'help' })
    expect(lines.join('\n')).not.toContain('build_workflow')
    await user.command({ type: 'turn_start', thread_id, text: 'help', chat_context })
    expect(lines.filter((line) => line.includes('`build_workflow` is left out'))).toHaveLength(1)
  } finally {
    user.close()
    await bare.close()
  }
}, 60_000)
