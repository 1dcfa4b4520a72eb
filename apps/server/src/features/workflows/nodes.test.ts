/** @module-tag slow */
import { workflowRoutes, type CallId } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import {
  obedient,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedRequest,
} from '../../testing/scripted-model.ts'
import { newChat, oneNode, WorkflowUser } from './testing/wire.ts'

const SECRET = 'hunter2-hunter2-hunter2'
const wire = (from: string, out: string, to: string, input: string) => ({
  from: [from, out],
  to: [to, input],
})

/** A web service on loopback that echoes requests and fails as often as requested. */
function service(): Promise<{
  readonly server: Server
  readonly at: string
  readonly got: IncomingMessage[]
}> {
  const got: IncomingMessage[] = []
  let failures = 0
  const server = createServer((request, response) => {
    got.push(request)
    const fail = /\/fail\/(\d+)/.exec(request.url ?? '')
    if (fail) {
      failures += 1
      response.writeHead(failures <= Number(fail[1]) ? 503 : 200, { 'content-type': 'text/plain' })
      response.end(`try ${failures}`)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ key: request.headers['x-key'], auth: request.headers.authorization }))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // a TCP server that listens has one
      resolve({ server, at: `127.0.0.1:${port}`, got })
    })
  })
}

/** Plays the agent of a workflow, answers `llm.*` requests, and makes the calls given as JSON in a person's message. */
function answer(request: ScriptedRequest): ScriptedAnswer {
  const asked = String(request.messages.findLast(({ role }) => role === 'user')?.content)
  const said = request.messages.filter(({ role }) => role === 'assistant').length
  const write = (path: string): ScriptedAnswer => ({
    calls: [{ name: 'files.write', args: { path, content: 'by the agent' } }],
  })
  if (asked.startsWith('agent: '))
    return [write('out/agent.md'), write('other.md'), { text: 'both tried' }][said] ?? { text: '' }
  if (asked.startsWith('Which?')) return { text: 'No idea' }
  if (asked.startsWith('Say')) return { text: 'said' }
  return obedient(request)
}

describe.each(['embedded', 'external'])('nodes on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  let web: Awaited<ReturnType<typeof service>>
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    model = await scriptedModel(answer)
    web = await service()
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database, COUNTERSIGN_MODEL: 'compatible/any' })
    client = await server.connect()
    await writeFile(join(server.workspace, 'in.txt'), 'hello')
    // An address on this machine is blocked unless a rule names it literally.
    await user.ask('POST', '/api/rules', { list: 'allow', text: `http.request(http://${web.at}/**)` })
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
    web.server.close()
  }, 60_000)
  beforeEach(() => {
    web.got.length = 0
  })
  const there = (path: string) =>
    readFile(join(server.workspace, path), 'utf8').catch(() => undefined as string | undefined)

  test('a secret goes to its host, and into no value, row, prompt or answer', async () => {
    await user.ask('PUT', '/api/workflow-secrets/service', { hosts: [web.at], value: SECRET })
    const graph = {
      ...oneNode('call', 'http.request', {
        url: `http://${web.at}/`,
        headers: { 'x-key': { $secret: 'service' } },
        bearer: { $secret: 'service' },
      }),
      outputs: { json: ['call', 'json'], text: ['call', 'text'] },
    }
    const run = await user.start((await user.saved(graph)).id)
    const done = await user.until(run, 'done')
    expect(web.got[0]?.headers).toMatchObject({ 'x-key': SECRET, authorization: `Bearer ${SECRET}` })
    expect(done.outputs).toMatchObject({ json: { key: '••••', auth: 'Bearer ••••' } })
    const value = await user.ask('GET', `/api/runs/${run}/values?node=call`)
    const audit = await user.ask('GET', '/api/audit')
    const everything = JSON.stringify([done, value, audit, client.messages, model.requests])
    expect(everything).not.toContain('hunter2')
  }, 60_000)

  test('a model is asked: text, value, label; another model than the chat’s is external', async () => {
    const graph = {
      version: 1,
      name: 'Models',
      inputs: {},
      outputs: { text: ['say', 'text'] },
      nodes: [{ id: 'say', type: 'llm.generate', inputs: { prompt: 'Say something' } }],
      edges: [],
    }
    const said = await user.start((await user.saved(graph)).id)
    expect((await user.until(said, 'done')).outputs).toEqual({ text: 'said' })
    const label = oneNode('label', 'llm.classify', { prompt: 'Which?', labels: ['a', 'b'] })
    const none = await user.start((await user.saved(label)).id)
    expect((await user.until(none, 'failed')).error).toMatchObject({ code: 'does_not_fit', node: 'label' })
    const value = oneNode('value', 'llm.extract', { prompt: 'Say a number', schema: { type: 'number' } })
    const unfit = await user.start((await user.saved(value)).id)
    expect((await user.until(unfit, 'failed')).error).toMatchObject({ code: 'does_not_fit' })
    const other = oneNode('say', 'llm.generate', { prompt: 'Say something', model: 'demo/demo' })
    const asks = await user.start((await user.saved(other)).id)
    await user.until(asks, 'waiting')
    const { calls } = (await user.ask('GET', '/api/waiting')).json as { calls: { category: string }[] } // our own route
    expect(calls.map(({ category }) => category)).toContain('external')
    await user.answer(client, { decision: 'deny' })
    await user.until(asks, 'failed')
  }, 60_000)

  const agent = (bounds: readonly string[]) =>
    oneNode(
      'agent',
      'agent.run',
      { task: 'agent: write two files', tools: ['files.write'] },
      bounds.length === 0 ? {} : { bounds },
    )

  test('an agent as a node stays in its rules; a grant of its node lets these run, and no others', async () => {
    const { id } = await user.saved(agent(['files.write(out/*.md)']))
    const run = await user.start(id, { grant: 'run' })
    await user.until(run, 'done')
    expect(await there('out/agent.md')).toBe('by the agent')
    expect(await there('other.md')).toBeUndefined()
    const without = await user.start(id)
    await user.until(without, 'waiting')
    await user.answer(client, { decision: 'deny' })
    await user.until(without, 'done')
    const free = await user.start((await user.saved(agent([]))).id, { grant: 'run' })
    await user.until(free, 'waiting')
    await user.answer(client, { decision: 'deny' })
    await user.until(free, 'waiting')
    await user.answer(client, { decision: 'deny' })
    await user.until(free, 'done')
    const missing = oneNode('agent', 'agent.run', { task: 'agent: nothing' })
    const made = await user.ask('POST', '/api/workflows/check', { graph: missing })
    expect(workflowRoutes.check.reply.parse(made.json).problems).toMatchObject([
      { node: 'agent', port: 'tools' },
    ])
  }, 60_000)

  test('a person is told, once; a failed run that nobody watches is told, too', async () => {
    const run = await user.start(
      (await user.saved(oneNode('tell', 'notify.person', { title: 'Ready', text: 'Look' }))).id,
      { mode: 'acceptEdits' },
    )
    await user.until(run, 'done')
    const { notices } = workflowRoutes.notices.reply.parse((await user.ask('GET', '/api/notices')).json)
    expect(notices).toMatchObject([{ title: 'Ready', text: 'Look', seen_at: null }])
    await user.ask('POST', '/api/notices/seen', {})
    const failing = await user.saved(oneNode('no', 'fail', { message: 'no luck' }))
    const first = await user.saved(oneNode('now', 'time.now', {}))
    await user.ask('POST', '/api/triggers', {
      workflow_id: failing.id,
      hash: failing.hash,
      when: { kind: 'other_run', workflow_id: first.id, after: 'done' },
    })
    await user.until(await user.start(first.id), 'done')
    const titles = async () =>
      workflowRoutes.notices.reply
        .parse((await user.ask('GET', '/api/notices')).json)
        .notices.map(({ title, text }) => `${title}: ${text}`)
    await expect.poll(titles, { timeout: 20_000 }).toContain('W failed: no luck')
  }, 60_000)

  test('a chat starts a run that goes on beside it, with what was allowed on the card', async () => {
    const graph = oneNode('save', 'files.write', { path: 'beside.txt', content: 'beside' })
    const { id } = await user.saved(graph)
    const thread_id = await newChat(client)
    const calls = [{ name: 'run_workflow', args: { workflow_id: id, wait: false } }]
    await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
    await user.answer(client, { grant: 'run' })
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
    await expect
      .poll(async () => (await user.runs(id)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['done'])
    const [run] = await user.runs(id)
    expect(run).toMatchObject({ started_by: 'chat' })
    expect(run?.thread_id).not.toBe(thread_id)
    expect(await there('beside.txt')).toBe('beside')
    // The run is done a moment before its turn is, which can be undone only then.
    await expect
      .poll(async () => (await user.ask('POST', `/api/runs/${run?.id ?? ''}/undo`, {})).status)
      .toBe(200)
    expect(await there('beside.txt')).toBeUndefined()
  }, 60_000)

  const list = (on_error: string) => ({
    version: 1,
    name: 'List',
    inputs: {},
    outputs: { items: ['each', 'items'], errors: ['each', 'errors'] },
    nodes: [
      {
        id: 'each',
        type: 'map',
        inputs: {
          items: Array.from({ length: 10 }, (_, index) => (index === 7 ? 'gone.txt' : 'in.txt')),
          on_error,
        },
        body: {
          inputs: { item: { schema: { type: 'string' } } },
          outputs: { result: ['look', 'text'] },
          nodes: [{ id: 'look', type: 'files.read', inputs: {} }],
          edges: [wire('$input', 'item', 'look', 'path')],
        },
      },
    ],
    edges: [],
  })

  test('item 7 of a list fails: stop, skip, collect; node and item are named', async () => {
    const stops = await user.start((await user.saved(list('stop'))).id)
    expect((await user.until(stops, 'failed')).error).toMatchObject({
      code: 'not_found',
      node: 'each/look',
      item: '7',
    })
    const skips = await user.until(await user.start((await user.saved(list('skip'))).id), 'done')
    expect(skips.outputs?.['items']).toHaveLength(9)
    const collects = await user.until(await user.start((await user.saved(list('collect'))).id), 'done')
    expect(collects.outputs?.['errors']).toMatchObject([{ code: 'not_found', node: 'each/look', item: [7] }])
  }, 60_000)

  test('cards inside a list: each item is asked about, and one that is denied is named', async () => {
    const graph = {
      ...list('collect'),
      nodes: [
        {
          id: 'each',
          type: 'map',
          inputs: { items: ['one', 'two', 'three'], on_error: 'collect' },
          body: {
            inputs: { item: { schema: { type: 'string' } } },
            outputs: { result: ['save', 'text'] },
            nodes: [
              { id: 'path', type: 'text.template', inputs: { template: 'cards/{{name}}.txt' } },
              { id: 'save', type: 'files.write', inputs: { content: 'x' } },
            ],
            edges: [wire('$input', 'item', 'path', 'name'), wire('path', 'text', 'save', 'path')],
          },
        },
      ],
    }
    const run = await user.start((await user.saved(graph)).id)
    await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(3)
    const { calls } = (await user.ask('GET', '/api/waiting')).json as {
      calls: { id: CallId; specifier: string }[]
    } // our own route
    for (const { id, specifier } of calls)
      await user.answer(client, { decision: specifier.includes('two') ? 'deny' : 'allow_once' }, id)
    const { outputs } = await user.until(run, 'done')
    expect(outputs?.['errors']).toMatchObject([{ code: 'denied', item: [1] }])
    expect([await there('cards/one.txt'), await there('cards/two.txt')]).toEqual(['x', undefined])
  }, 60_000)

  test('from a node: what a person answered is asked again, the rest is reused', async () => {
    const graph = {
      version: 1,
      name: 'From',
      inputs: {},
      outputs: { text: ['join', 'text'] },
      nodes: [
        { id: 'read', type: 'http.request', inputs: { url: `http://${web.at}/` } },
        { id: 'ok', type: 'human.approve', inputs: { value: 'draft', editable: true } },
        { id: 'join', type: 'text.template', inputs: { template: '{{said}}' } },
        { id: 'end', type: 'files.write', inputs: { path: 'from.txt' } },
      ],
      edges: [
        wire('read', 'text', 'ok', '$after'),
        wire('ok', 'value', 'join', 'said'),
        wire('join', 'text', 'end', 'content'),
      ],
    }
    const { id } = await user.saved(graph)
    const first = await user.start(id, { mode: 'auto' })
    await user.until(first, 'waiting')
    expect(web.got.length).toBe(1)
    await user.answer(client, { answer: 'edited by a person' })
    await user.until(first, 'done')
    expect(await there('from.txt')).toBe('edited by a person')
    const again = await user.start(id, { mode: 'auto', from_node: 'end', run_id: first })
    await user.until(again, 'waiting')
    await user.answer(client, { answer: 'another' })
    await user.until(again, 'done')
    expect(await there('from.txt')).toBe('another')
    // The request was not sent again.
    expect(web.got.length).toBe(1)
  }, 60_000)

  test('a request is tried again only where the graph says so', async () => {
    const failing = (path: string, retry: object) =>
      oneNode('call', 'http.request', { url: `http://${web.at}${path}` }, { retry })
    const refused = await user.ask('POST', '/api/workflows/check', {
      graph: failing('/fail/1', { times: 2, wait: '10ms' }),
    })
    const { problems } = workflowRoutes.check.reply.parse(refused.json)
    expect(problems.map(({ node }) => node)).toEqual(['call'])
    const { id } = await user.saved(failing('/fail/1', { times: 2, wait: '10ms', again: true }))
    const run = await user.start(id)
    const done = await user.until(run, 'done')
    expect(web.got.length).toBe(2)
    expect(done.nodes).toMatchObject([{ node: 'call', tries: 2 }])
  }, 60_000)
})
