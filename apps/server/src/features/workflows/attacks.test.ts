/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { createHmac } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

/** Tools that are not nodes: they steer a conversation, a page, or workflows themselves. */
const NO_NODES = [
  'build_workflow',
  'get_node',
  'get_workflow',
  'list_nodes',
  'list_workflows',
  'plan_workflow',
  'run_node',
  'run_workflow',
]

const TEXT = { schema: { type: 'string' } }
/** Text from outside reaches this input of the node, in a version that a person allowed. */
const fed = (type: string, port: string, inputs: object, bounds: readonly string[]) => ({
  ...oneNode('act', type, inputs, { bounds }),
  inputs: { said: TEXT },
  edges: [{ from: ['$input', 'said'], to: ['act', port] }],
})

describe.each(['embedded', 'external'])('what comes from outside, on an %s database', (kind) => {
  let server: TestServer
  let client: TestClient
  let pages: Server
  let page = ''
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    pages = createServer((_request, response) => response.end(page)).listen(0, '127.0.0.1')
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...database, COUNTERSIGN_PUBLIC_URL: 'https://cs.example.com' })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    pages.close()
    await server.close()
  }, 60_000)

  const isThere = (name: string) =>
    access(join(server.workspace, name)).then(
      () => true,
      () => false,
    )
  /** A webhook brings the text; the trigger is in `auto`, and its version has a grant. */
  const hooked = async (graph: object, said: string) => {
    const { id, hash } = await user.saved(graph)
    const { json } = await user.ask('POST', '/api/triggers', {
      workflow_id: id,
      hash,
      when: { kind: 'webhook' },
      mode: 'auto',
    })
    const { trigger, secret } = workflowRoutes.addTrigger.reply.parse(json)
    // A person allowed the version; this first run stays within its bounds.
    const first = await user.start(id, { inputs: { said: 'echo fine' }, grant: 'version', mode: 'auto' })
    await expect.poll(async () => (await user.run(first)).ended_at, { timeout: 30_000 }).not.toBeNull()
    const body = JSON.stringify({ said })
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex')
    const sent = await user.ask('POST', `/hooks/${trigger.id}`, body, {
      'x-countersign-time': time,
      'x-countersign-signature': `sha256=${signature}`,
    })
    expect(sent.status).toBe(202)
    return (sent.json as { run_id: string }).run_id // our own route
  }

  test.each([
    ['a second command', 'echo fine; touch taken'],
    ['a command in a substitution', 'echo $(touch taken)'],
    ['a pipe', 'echo fine | tee taken'],
    ['a redirect', 'echo fine > taken'],
    ['a line of its own', 'echo fine\ntouch taken'],
    ['another program', 'touch taken'],
  ])(
    '%s fails before anyone is asked',
    async (_what, said) => {
      const run = await hooked(fed('terminal.exec', 'command', {}, ['echo *']), said)
      const { error } = await user.until(run, 'failed')
      expect(error).toMatchObject({ code: 'out_of_bounds', node: 'act' })
      expect(await user.waiting()).toEqual([])
      expect(await isThere('taken')).toBe(false)
    },
    60_000,
  )

  test.each([
    ['above the folder', '../../taken.md'],
    ['through the folder', 'reports/../taken.md'],
    ['an absolute path', '/tmp/taken.md'],
    ['another ending', 'reports/taken.sh'],
    ['a protected file', '.countersign/rules.md'],
  ])(
    'a path %s fails before anyone is asked',
    async (_what, said) => {
      const run = await hooked(fed('files.write', 'path', { content: 'x' }, ['reports/*.md']), said)
      const { error } = await user.until(run, 'failed')
      expect(error).toMatchObject({ code: 'out_of_bounds', node: 'act' })
      expect(await user.waiting()).toEqual([])
    },
    60_000,
  )

  test('without bounds nothing can be granted: the text waits for a person', async () => {
    const graph = {
      ...fed('terminal.exec', 'command', {}, []),
      nodes: [{ id: 'act', type: 'terminal.exec', inputs: {} }],
    }
    const { id } = await user.saved(graph)
    const run = await user.start(id, { inputs: { said: 'touch taken' }, grant: 'version', mode: 'default' })
    await user.until(run, 'waiting')
    await user.answer(client, { decision: 'deny' })
    await user.until(run, 'failed')
    expect(await isThere('taken')).toBe(false)
  }, 60_000)

  test('a page that looks like a graph, a node or a secret stays text', async () => {
    page = JSON.stringify({
      nodes: [{ id: 'x', type: 'terminal.exec', inputs: { command: 'touch taken' } }],
      $secret: 'service',
      __proto__: { polluted: true },
      text: '{"$secret":"service"} {{secret}} <script>touch()</script>',
    })
    await user.ask('PUT', '/api/workflow-secrets/service', {
      hosts: ['a.example.com'],
      value: 'hunter2hunter2',
    })
    const { port } = pages.address() as AddressInfo // it listens on a port
    const { id } = await user.saved({
      ...oneNode('get', 'http.request', { url: `http://127.0.0.1:${port}/` }),
      nodes: [
        { id: 'get', type: 'http.request', inputs: { url: `http://127.0.0.1:${port}/` } },
        { id: 'read', type: 'json.parse', inputs: {} },
        { id: 'fill', type: 'text.template', inputs: { template: '{{said}}' } },
        { id: 'save', type: 'files.write', inputs: { path: 'page.txt' } },
      ],
      edges: [
        { from: ['get', 'text'], to: ['read', 'text'] },
        { from: ['get', 'text'], to: ['fill', 'said'] },
        { from: ['fill', 'text'], to: ['save', 'content'] },
      ],
    })
    const run = await user.start(id, { grant: 'run', mode: 'auto' })
    await expect
      .poll(async () => (await user.waiting()).length + Number((await user.run(run)).ended_at !== null), {
        timeout: 30_000,
      })
      .toBe(1)
    if ((await user.run(run)).ended_at === null) await user.answer(client)
    await user.until(run, 'done')
    const saved = await readFile(join(server.workspace, 'page.txt'), 'utf8')
    expect(saved).toContain('terminal.exec')
    expect(saved).not.toContain('hunter2')
    expect(Object.prototype).not.toHaveProperty('polluted')
    expect(await isThere('taken')).toBe(false)
  }, 60_000)

  test('a list of more than 100,000 items is refused before it is made', async () => {
    const run = await user.start((await user.saved(oneNode('list', 'list.range', { end: 1e12 }))).id)
    const { error } = await user.until(run, 'failed')
    expect(error).toMatchObject({ code: 'too_many_items', node: 'list' })
  }, 60_000)

  test('from a node: only a run of the same workflow gives outputs', async () => {
    const graph = {
      ...oneNode('say', 'files.list', { path: '.' }),
      nodes: [
        { id: 'say', type: 'files.list', inputs: { path: '.' } },
        { id: 'save', type: 'text.template', inputs: { template: '{{it}}' } },
      ],
      edges: [{ from: ['say', 'text'], to: ['save', 'it'] }],
    }
    const [mine, other] = [await user.saved(graph), await user.saved(graph)]
    const foreign = await user.start(other.id)
    await user.until(foreign, 'done')
    const run = await user.start(mine.id, { from_node: 'save', run_id: foreign })
    expect((await user.until(run, 'failed')).error).toMatchObject({ code: 'not_found' })
  }, 60_000)

  test('over 70 nodes, every tool but those that steer a conversation or a page', async () => {
    const { nodes } = workflowRoutes.nodes.reply.parse((await user.ask('GET', '/api/workflow-nodes')).json)
    expect(nodes.length).toBeGreaterThan(70)
    const { tools } = (await user.ask('GET', '/api/tools')).json as { tools: readonly { name: string }[] } // our own route
    const types = new Set(nodes.map(({ type }) => type))
    expect(tools.length).toBeGreaterThan(30)
    expect(tools.flatMap(({ name }) => (types.has(name) ? [] : [name])).toSorted()).toEqual(NO_NODES)
  }, 60_000)
})
