/** @module-tag slow */
import { workflowRoutes, type CallId, type RunView, type WorkflowView } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

/** Reads a file, turns it into a text and writes that. */
const REPORT = {
  version: 1,
  name: 'Report',
  inputs: { name: { schema: { type: 'string' }, default: 'world' } },
  outputs: { text: ['greet', 'text'] },
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'in.txt' } },
    { id: 'greet', type: 'text.template', inputs: { template: '{{said}}, {{name}}' } },
    { id: 'save', type: 'files.write', inputs: { path: 'out.txt' } },
  ],
  edges: [
    { from: ['read', 'text'], to: ['greet', 'said'] },
    { from: ['$input', 'name'], to: ['greet', 'name'] },
    { from: ['greet', 'text'], to: ['save', 'content'] },
  ],
}

describe.each(['embedded', 'external'])('workflows on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
    await writeFile(join(server.workspace, 'in.txt'), 'hello')
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: unknown }> => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: await answer.json() }
  }
  const saved = async (graph: object): Promise<{ id: string; hash: string }> => {
    const made = await ask('POST', '/api/workflows', { name: 'Report', graph })
    const { workflow } = made.json as { workflow: WorkflowView } // our own route
    expect(workflow.problems).toEqual([])
    const version = await ask('POST', `/api/workflows/${workflow.id}/versions`, { message: 'first', base: 0 })
    expect(version.status).toBe(200)
    return { id: workflow.id, hash: workflowRoutes.saveVersion.reply.parse(version.json).version.hash }
  }
  const runOf = async (id: string): Promise<RunView> =>
    workflowRoutes.run.reply.parse((await ask('GET', `/api/runs/${id}`)).json).run
  const until = async (id: string, state: string): Promise<void> => {
    await expect.poll(async () => (await runOf(id)).state, { timeout: 20_000 }).toBe(state)
  }
  const waiting = async () => {
    const { approvals } = (await ask('GET', '/api/waiting')).json as {
      approvals: { tool_call_id: CallId; hash: string }[]
    } // our own route
    return approvals
  }
  const answer = async (more: object) => {
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const [card] = await waiting()
    const sent = { type: 'tool_approval_response', decision: 'allow_once', ...card, ...more }
    const { tool_call_id, hash, type, decision } = sent
    const reply = await client.command({ type, decision, tool_call_id, hash, ...more })
    expect(reply).toMatchObject({ type: 'ok' })
  }

  test('a run on its own asks for the write alone, and gives its outputs', async () => {
    const { id, hash } = await saved(REPORT)
    const started = await ask('POST', `/api/workflows/${id}/runs`, { inputs: {} })
    expect(started.json).toMatchObject({ run: { hash } })
    const { run } = workflowRoutes.start.reply.parse(started.json)
    await until(run.id, 'waiting')
    await answer({})
    await until(run.id, 'done')
    expect(await readFile(join(server.workspace, 'out.txt'), 'utf8')).toContain('hello')
    const after = await runOf(run.id)
    expect(after.outputs).toEqual({ text: expect.stringContaining('world') as string })
    expect(after.nodes.map(({ node, state }) => [node, state])).toEqual([
      ['greet', 'done'],
      ['read', 'done'],
      ['save', 'done'],
    ])
    // The run is done a moment before its turn is, which can be undone only then.
    await expect.poll(async () => (await ask('POST', `/api/runs/${run.id}/undo`, {})).status).toBe(200)
    await expect(readFile(join(server.workspace, 'out.txt'))).rejects.toThrow('ENOENT')
  }, 60_000)

  const start = async (id: string, more: object = {}): Promise<string> => {
    const started = await ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, ...more })
    return workflowRoutes.start.reply.parse(started.json).run.id
  }
  const effect = (id: string, type: string, inputs: object, more: object = {}) => ({
    version: 1,
    name: 'One',
    inputs: {},
    outputs: {},
    nodes: [{ id, type, inputs, ...more }],
    edges: [],
  })

  test('from a chat: one card shows what it may do; the answer can allow that for the run', async () => {
    const { id, hash } = await saved(REPORT)
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const text = JSON.stringify({ calls: [{ name: 'run_workflow', args: { workflow_id: id } }] })
    await client.command({ type: 'turn_start', thread_id, text })
    const { approval } = await client.event(
      'tool_approval_request',
      (event) => event.approval.thread_id === thread_id,
    )
    expect(approval).toMatchObject({
      specifier: `${id}@${hash}`,
      category: 'execute',
      body: {
        kind: 'workflows.graph',
        data: {
          hash,
          grants: ['run', 'version'],
          manifest: {
            effects: [{ node: 'read' }, { node: 'save', reach: 'exact', specifiers: ['out.txt'] }],
          },
        },
      },
    })
    expect((await ask('GET', `/api/calls/${approval.tool_call_id}`)).json).toMatchObject({
      call: { title: 'Run the workflow Report' },
    })
    await answer({ grant: 'run' })
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
    expect(await waiting()).toEqual([])
    const { runs } = workflowRoutes.runs.reply.parse((await ask('GET', `/api/runs?workflow_id=${id}`)).json)
    expect(runs).toMatchObject([{ state: 'done', started_by: 'chat', thread_id }])
  }, 60_000)

  test('a grant of a version serves that version and that node alone, until it is revoked', async () => {
    const { id } = await saved(REPORT)
    const first = await start(id, { grant: 'version' })
    await until(first, 'done')
    const second = await start(id)
    await until(second, 'done')
    const { grants } = workflowRoutes.grants.reply.parse(
      (await ask('GET', `/api/workflow-grants?workflow_id=${id}`)).json,
    )
    expect(grants).toMatchObject([
      { run_id: null, rules: [{ node: 'read' }, { node: 'save', rule: 'files.write(out.txt)' }] },
    ])
    const moved = { ...REPORT, view: { save: { x: 1, y: 2 } } }
    await ask('PUT', `/api/workflows/${id}/draft`, { graph: moved, base: 0 })
    await until(await start(id, { version: 'draft' }), 'done')
    const renamed = { ...REPORT, nodes: REPORT.nodes.map((node) => ({ ...node, title: 'another' })) }
    await ask('PUT', `/api/workflows/${id}/draft`, { graph: renamed, base: 1 })
    const edited = await start(id, { version: 'draft' })
    await until(edited, 'waiting')
    await answer({ decision: 'deny' })
    await until(edited, 'failed')
    await ask('DELETE', `/api/workflow-grants/${grants[0]?.id ?? ''}`)
    const third = await start(id)
    await until(third, 'waiting')
    await answer({ decision: 'deny' })
    await until(third, 'failed')
    expect((await runOf(third)).error).toMatchObject({ code: 'denied', node: 'save' })
  }, 60_000)

  test('nothing lets a destructive node run without a person', async () => {
    const outside = { command: 'touch made.txt', outside: true }
    const { id } = await saved(effect('out', 'terminal.exec', outside, { bounds: ['touch *'] }))
    for (const mode of ['default', 'acceptEdits', 'auto']) {
      const run = await start(id, { grant: 'version', mode })
      await until(run, 'waiting')
      await answer({ decision: 'deny' })
      await until(run, 'failed')
    }
    await expect(readFile(join(server.workspace, 'made.txt'))).rejects.toThrow('ENOENT')
  }, 60_000)

  test('a call out of its bounds fails before anyone is asked', async () => {
    const graph = {
      ...REPORT,
      inputs: { path: { schema: { type: 'string' } } },
      outputs: {},
      nodes: [{ id: 'save', type: 'files.write', inputs: { content: 'x' }, bounds: ['reports/*.md'] }],
      edges: [{ from: ['$input', 'path'], to: ['save', 'path'] }],
    }
    const { id } = await saved(graph)
    const bad = await start(id, { inputs: { path: 'secret.txt' } })
    await until(bad, 'failed')
    expect((await runOf(bad)).error).toMatchObject({ code: 'out_of_bounds', node: 'save' })
    const good = await start(id, { inputs: { path: 'reports/a.md' }, grant: 'run' })
    await until(good, 'done')
  }, 60_000)

  test('it waits for a time and for people as rows, and a person edits a value', async () => {
    const graph = {
      version: 1,
      name: 'Asks',
      inputs: {},
      outputs: { answer: ['ask', 'answer'], passed: ['pass', 'value'] },
      nodes: [
        { id: 'nap', type: 'time.wait', inputs: { for: '1s' } },
        {
          id: 'ask',
          type: 'human.ask',
          inputs: { question: 'Which?' },
          ports: { outputs: { answer: { type: 'integer' } } },
        },
        { id: 'pass', type: 'human.approve', inputs: { editable: true } },
      ],
      edges: [
        { from: ['nap', 'time'], to: ['ask', '$after'] },
        { from: ['ask', 'answer'], to: ['pass', 'value'] },
      ],
    }
    const { id } = await saved(graph)
    const run = await start(id)
    await until(run, 'sleeping')
    await until(run, 'waiting')
    const [card] = await waiting()
    const wrong = await client.command({
      type: 'tool_approval_response',
      decision: 'allow_once',
      tool_call_id: card?.tool_call_id,
      hash: card?.hash,
      answer: { answer: 'many' },
    })
    expect(wrong).toMatchObject({ error: { code: 'bad_message' } })
    await answer({ answer: { answer: 7 } })
    await expect
      .poll(async () => (await waiting())[0]?.tool_call_id, { timeout: 20_000 })
      .not.toBe(card?.tool_call_id)
    await answer({ answer: 8 })
    await until(run, 'done')
    expect((await runOf(run)).outputs).toEqual({ answer: 7, passed: 8 })
  }, 60_000)

  test('a list: item 1 fails; what failed is named by node and item', async () => {
    const graph = (on_error: string) => ({
      version: 1,
      name: 'List',
      inputs: {},
      outputs: { items: ['each', 'items'] },
      nodes: [
        {
          id: 'each',
          type: 'map',
          inputs: { items: ['in.txt', 'no.txt', 'in.txt'], on_error },
          body: {
            inputs: { item: { schema: { type: 'string' } } },
            outputs: { result: ['look', 'text'] },
            nodes: [{ id: 'look', type: 'files.read', inputs: {} }],
            edges: [{ from: ['$input', 'item'], to: ['look', 'path'] }],
          },
        },
      ],
      edges: [],
    })
    const stops = await start((await saved(graph('stop'))).id)
    await until(stops, 'failed')
    expect((await runOf(stops)).error).toMatchObject({ code: 'not_found', node: 'each/look', item: '1' })
    const skips = await start((await saved(graph('skip'))).id)
    await until(skips, 'done')
    expect((await runOf(skips)).outputs?.['items']).toHaveLength(2)
  }, 60_000)

  test('code runs, and does not reach the process', async () => {
    const code = (source: string) => ({
      ...effect(
        'js',
        'code.javascript',
        { source, n: 20 },
        {
          ports: { inputs: { n: { type: 'number' } }, outputs: { n: { type: 'number' } } },
        },
      ),
      outputs: { n: ['js', 'n'] },
    })
    const doubled = await start((await saved(code('return { n: inputs.n * 2 }'))).id)
    await until(doubled, 'done')
    expect((await runOf(doubled)).outputs).toEqual({ n: 40 })
    const escapes = await start((await saved(code('return { n: process.pid }'))).id)
    await until(escapes, 'failed')
    expect((await runOf(escapes)).error).toMatchObject({ code: 'code_failed', node: 'js' })
  }, 60_000)

  test('a message of a chat is answered by a workflow instead of a model', async () => {
    const graph = {
      ...REPORT,
      inputs: { message: { schema: { type: 'string' } } },
      outputs: { answer: ['greet', 'text'] },
      nodes: [{ id: 'greet', type: 'text.template', inputs: { template: 'You said {{it}}.' } }],
      edges: [{ from: ['$input', 'message'], to: ['greet', 'it'] }],
    }
    const { id } = await saved(graph)
    const created = await client.command({ type: 'thread_create', model: SCRIPTED, permission_mode: 'auto' })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const asked = model.requests.length
    const half = { type: 'turn_start', thread_id, text: 'hi', workflow_target: 'workflow' }
    expect(await client.command(half)).toMatchObject({ error: { code: 'bad_message' } })
    await client.command({ ...half, workflow_id: id })
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
    const { message } = await client.event(
      'message_added',
      (event) => event.message.thread_id === thread_id && event.message.role === 'assistant',
    )
    expect(message.text).toBe('You said hi.')
    expect(model.requests.length).toBe(asked)
  }, 60_000)

  test('plan mode blocks a run, and planning says what would happen; one node runs alone', async () => {
    const { id } = await saved(REPORT)
    const blocked = await start(id, { mode: 'plan' })
    await until(blocked, 'cancelled')
    const planned = workflowRoutes.plan.reply.parse(
      (await ask('POST', `/api/workflows/${id}/plan`, { inputs: {}, mode: 'default' })).json,
    )
    expect(planned.nodes).toMatchObject([
      { node: 'read', verdict: 'run' },
      // The graph fixes the path, so it is known even though the content is not.
      { node: 'save', verdict: 'ask', specifier: 'out.txt' },
    ])
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const calls = [
      { name: 'run_node', args: { node_type: 'text.case', inputs: { text: 'Ab', to: 'upper' } } },
      { name: 'run_node', args: { node_type: 'files.read', inputs: { path: 'in.txt' } } },
      { name: 'list_nodes', args: { query: 'join' } },
      { name: 'get_node', args: { node_type: 'text.join' } },
      { name: 'list_workflows', args: {} },
      { name: 'get_workflow', args: { workflow_id: id } },
      { name: 'plan_workflow', args: { workflow_id: id } },
    ]
    await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
    const ended = client.messages.flatMap((sent) =>
      sent.type === 'event' &&
      sent.thread_id === thread_id &&
      sent.event.type === 'tool_call_update' &&
      sent.event.call.ended_at !== null
        ? [[sent.event.call.tool, sent.event.call.state]]
        : [],
    )
    expect(ended.filter(([, state]) => state !== 'succeeded')).toEqual([])
    expect(ended.length).toBe(calls.length)
  }, 60_000)

  test('a secret is never listed, and a request to a host that is not its own is refused', async () => {
    const put = (hosts: readonly string[], value?: string) =>
      ask('PUT', '/api/workflow-secrets/service', { hosts, ...(value === undefined ? {} : { value }) })
    expect((await put(['a.example.com'])).status).toBe(404)
    await put(['a.example.com'], 'hunter2hunter2')
    const listed = await ask('GET', '/api/workflow-secrets')
    expect(listed.json).toMatchObject({ secrets: [{ name: 'service', hosts: ['a.example.com'] }] })
    expect(JSON.stringify(listed.json)).not.toContain('hunter2')
    const graph = effect('call', 'http.request', {
      url: 'https://b.example.com/',
      headers: { 'x-key': { $secret: 'service' } },
    })
    const run = await start((await saved(graph)).id)
    await until(run, 'failed')
    expect((await runOf(run)).error).toMatchObject({ code: 'no_secret', node: 'call' })
    const unknown = effect('call', 'http.request', {
      url: 'https://b.example.com/',
      bearer: { $secret: 'other' },
    })
    const checked = workflowRoutes.check.reply.parse(
      (await ask('POST', '/api/workflows/check', { graph: unknown })).json,
    )
    expect(checked.manifest).toMatchObject({ missing_secrets: ['other'] })
  }, 60_000)

  test('a signal from outside wakes a run, once, with what its schema takes', async () => {
    const graph = {
      ...effect('hear', 'signal.wait', { name: 'go', schema: { type: 'object', required: ['n'] } }),
      outputs: { said: ['hear', 'payload'] },
    }
    const run = await start((await saved(graph)).id)
    await until(run, 'sleeping')
    const text = (await runOf(run)).nodes[0]?.preview ?? ''
    const token = /signals\/(\w+)/.exec(text)?.[1] ?? ''
    expect((await ask('POST', `/signals/${token}`, { m: 1 })).status).toBe(400)
    expect((await ask('POST', `/signals/${'0'.repeat(64)}`, { n: 1 })).status).toBe(404)
    expect((await ask('POST', `/signals/${token}`, { n: 1 })).status).toBe(200)
    await until(run, 'done')
    expect((await runOf(run)).outputs).toEqual({ said: { n: 1 } })
    expect((await ask('POST', `/signals/${token}`, { n: 2 })).status).toBe(404)
  }, 60_000)
})
