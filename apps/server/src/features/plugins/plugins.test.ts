/** @module-tag slow */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approvalRoutes, pluginRoutes, threadRoutes, type PluginView } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

const CLOCK = join(import.meta.dirname, '../../../../../examples/plugins/clock')

let server: TestServer
let client: TestClient
let folder: string
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
  folder = await mkdtemp(join(tmpdir(), 'cs-plugins-'))
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await rm(folder, { recursive: true })
}, 60_000)

async function post(path: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const response = await server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

async function plugin(id: string): Promise<PluginView> {
  const answer = pluginRoutes.list.reply.parse(await (await server.request('/api/plugins')).json())
  const found = answer.plugins.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no ${id} in ${JSON.stringify(answer)}`)
  return found
}

/** Looks at a folder and installs what was seen. */
async function install(from: string): Promise<PluginView> {
  const looked = await post('/api/plugins/look', { folder: from })
  const { hash } = pluginRoutes.look.reply.parse(looked.json).plugin
  const installed = await post('/api/plugins', { folder: from, hash })
  return pluginRoutes.install.reply.parse(installed.json).plugin
}

/** A folder with a plugin that differs from the shipped one by these keys. */
async function made(id: string, more: object = {}, main = '// nothing'): Promise<string> {
  const at = join(folder, id)
  await mkdir(at, { recursive: true })
  const json = { id, name: id, version: '1', api: 1, ...more }
  await writeFile(join(at, 'plugin.json'), JSON.stringify(json))
  await writeFile(join(at, 'main.js'), main)
  return at
}

async function tools() {
  return threadRoutes.tools.reply.parse(await (await server.request('/api/tools')).json()).tools
}

const offer = (name: string, of: PluginView) => ({
  type: 'manifest',
  tools: [
    {
      name,
      description: 'Whatever the page says.',
      kind: 'agentTool',
      effect: 'none',
      plugin: `${of.id}@${of.hash}`,
    },
  ],
})

test('one is looked at, installed by its hash, served in a sandbox, and in the audit', async () => {
  const looked = pluginRoutes.look.reply.parse((await post('/api/plugins/look', { folder: CLOCK })).json)
  expect(looked.plugin).toMatchObject({ id: 'clock', state: 'found', pinned: null, frame: null })
  expect((await post('/api/plugins', { folder: CLOCK, hash: 'a'.repeat(64) })).status).toBe(409)
  const clock = await install(CLOCK)
  expect(clock).toMatchObject({ state: 'ready', trusted: false, pinned: looked.plugin.hash })
  const frame = await fetch(`http://127.0.0.1:${server.port}${clock.frame}`)
  const policy = frame.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("default-src 'none'; script-src 'sha256-")
  expect(policy).not.toContain('unsafe')
  expect(await frame.text()).toContain('clock.alarm')
  const page = await server.request('/')
  expect(page.headers.get('content-security-policy')).toContain(
    `frame-src http://localhost:${server.port}/api/plugins/frames/ `,
  )
  const audit = await (await server.request('/api/audit?newest=true')).text()
  expect(audit).toContain('plugins.installed')
  expect(audit).toContain(clock.hash)
})

test('only our own page offers its tools, and they are as it declares them', async () => {
  const clock = await plugin('clock')
  // The test acts as a program: it has no page.
  expect(await client.command(offer('clock.now', clock))).toMatchObject({
    error: { message: expect.stringContaining('only our own page runs plugins') as string },
  })
  const bare = {
    name: 'clock.mine',
    description: 'A tool of another client.',
    kind: 'agentTool',
    effect: 'none',
  }
  expect(await client.command({ type: 'manifest', tools: [bare] })).toMatchObject({
    error: { message: expect.stringContaining('`clock` is the name of an installed plugin') as string },
  })
  expect((await tools()).filter(({ group }) => group === 'clock')).toEqual([])
})

test('what differs does not load until a person saw the difference, and trust was in other files', async () => {
  const clock = await plugin('clock')
  await post('/api/plugins/clock/trust', { trusted: true, hash: clock.hash })
  expect(await plugin('clock')).toMatchObject({ trusted: true, state: 'ready' })
  const main = join(server.home, 'plugins/clock/main.js')
  const before = await readFile(main, 'utf8')
  await writeFile(main, `${before}\n// and more`)
  const changed = await plugin('clock')
  expect(changed).toMatchObject({ state: 'changed', trusted: false, frame: null })
  expect((await fetch(`http://127.0.0.1:${server.port}${clock.frame}`)).status).toBe(404)
  const difference = pluginRoutes.difference.reply.parse(
    await (await server.request('/api/plugins/clock/difference')).json(),
  )
  expect(difference.files[1]).toMatchObject({ before, after: `${before}\n// and more` })
  expect((await post('/api/plugins/clock/pin', { hash: clock.hash })).status).toBe(409)
  expect((await post('/api/plugins/clock/pin', { hash: changed.hash })).status).toBe(200)
  expect(await plugin('clock')).toMatchObject({ state: 'ready', trusted: false })
})

test.each([
  ['an unknown key', { permision: {} }, 'did you mean `permissions`?'],
  ['an unknown permission', { permissions: { netwrk: [] } }, 'did you mean `network`?'],
  [
    'a tool of another module',
    {
      permissions: { tools: true },
      tools: [{ name: 'files.x', description: 'Reads whatever it likes to read.' }],
    },
    'must begin with `bad.`',
  ],
  ['a host with a wildcard', { permissions: { network: ['*.example.com'] } }, 'a host name'],
  ['a path that leaves the workspace', { permissions: { read: ['../**'] } }, 'a path below the workspace'],
  [
    'tools without the permission',
    { tools: [{ name: 'bad.x', description: 'Does something for somebody.' }] },
    '`permissions.tools` is not true',
  ],
  ['a name that draws', { name: 'Allow?\u202e' }, 'letters'],
])('%s is refused', async (_what, more, words) => {
  const { status, json } = await post('/api/plugins/look', { folder: await made('bad', more) })
  expect(status).toBe(400)
  expect(JSON.stringify(json).replaceAll('\\\\', '')).toContain(words)
})

test('a name of our own and a script that is a link are refused', async () => {
  const own = await post('/api/plugins/look', { folder: await made('files') })
  expect(JSON.stringify(own.json)).toContain('the name of a built-in module')
  const at = await made('linked')
  await rm(join(at, 'main.js'))
  await symlink('/etc/hostname', join(at, 'main.js'))
  const linked = await post('/api/plugins/look', { folder: at })
  expect(JSON.stringify(linked.json)).toContain('not a plain file')
})

test('it reads in its paths alone, and by the rules of the agent', async () => {
  await mkdir(join(server.workspace, 'docs'), { recursive: true })
  await writeFile(join(server.workspace, 'docs/a.md'), 'hello')
  await writeFile(join(server.workspace, 'secret.md'), 'no')
  await symlink(join(server.workspace, 'secret.md'), join(server.workspace, 'docs/link.md'))
  await install(await made('reader', { permissions: { read: ['docs/**'] } }))
  expect((await post('/api/plugins/reader/read', { path: 'docs/a.md' })).json).toMatchObject({
    ok: true,
    text: 'hello',
  })
  for (const path of ['secret.md', 'docs/../secret.md', 'docs/link.md', '/etc/passwd'])
    expect((await post('/api/plugins/reader/read', { path })).json, path).toMatchObject({
      ok: false,
      text: expect.stringContaining('not one of the paths') as string,
    })
  await post('/api/rules', { list: 'deny', text: 'files.read(docs/**)' })
  expect((await post('/api/plugins/reader/read', { path: 'docs/a.md' })).json).toMatchObject({ ok: false })
})

test('it fetches from a declared host after one card under its own name, in a thread that no list shows', async () => {
  const reached: string[] = []
  const outside = createServer((request, response) => {
    reached.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`)
    response.end('{"rooms":1}')
  })
  await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
  const { port } = outside.address() as AddressInfo // it listens at a port
  await install(await made('caller', { name: 'Caller', permissions: { network: [`127.0.0.1:${port}`] } }))
  expect((await post('/api/plugins/caller/fetch', { url: 'https://example.com/' })).json).toMatchObject({
    ok: false,
  })
  expect(
    (await post('/api/plugins/caller/fetch', { url: `http://127.0.0.1:${server.port}/api/me` })).json,
  ).toMatchObject({ ok: false })
  const url = `http://127.0.0.1:${port}/rooms`
  // Without a rule that names it nobody goes to an address of this machine, and plugins least of all.
  expect((await post('/api/plugins/caller/fetch', { url })).json).toMatchObject({
    ok: false,
    text: expect.stringContaining('private address') as string,
  })
  for (const tool of ['caller.fetch', 'web.fetch'])
    await post('/api/rules', { list: 'allow', text: `${tool}(http://127.0.0.1:${port}/**)` })
  await post('/api/rules', { list: 'ask', text: 'caller.fetch' })
  const asked = post('/api/plugins/caller/fetch', { url })
  const waiting = async () =>
    approvalRoutes.waiting.reply.parse(await (await server.request('/api/waiting')).json())
  await vi.waitFor(async () => expect((await waiting()).calls).toHaveLength(1), 20_000)
  const { approvals, calls } = await waiting()
  expect(calls[0]).toMatchObject({ tool: 'caller.fetch', title: `Fetch ${url} for the plugin Caller` })
  expect(approvals[0]).toMatchObject({ thread_title: 'Plugin Caller' })
  expect((await post('/api/plugins/caller/fetch', { url })).json).toMatchObject({
    ok: false,
    text: expect.stringContaining('already asking') as string,
  })
  expect(reached).toEqual([])
  expect((await waiting()).calls).toHaveLength(1)
  const [approval] = approvals
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval?.tool_call_id,
    decision: 'allow_once',
    hash: approval?.hash,
  })
  expect((await asked).json).toMatchObject({ ok: true, text: '{"rooms":1}' })
  expect(reached).toEqual(['GET /rooms '])
  const { threads } = threadRoutes.list.reply.parse(await (await server.request('/api/threads')).json())
  expect(threads).toEqual([])
  outside.close()
})

test('a folder in the data folder is not agreed to under the module name of other tools', async () => {
  const other = await server.connect()
  const shown = { name: 'board.list', description: 'Lists the board of this client.', kind: 'agentTool' }
  await other.command({ type: 'manifest', tools: [shown] })
  await cp(await made('board'), join(server.home, 'plugins/board'), { recursive: true })
  const { hash } = await plugin('board')
  const agreed = await post('/api/plugins/board/pin', { hash })
  expect(agreed).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('module') as string } },
  })
  expect(await plugin('board')).toMatchObject({ state: 'found', frame: null })
  other.close()
})

test('one that was switched off or removed is not served, and removing takes its copy away', async () => {
  const reader = await plugin('reader')
  await post('/api/plugins/reader/enabled', { enabled: false })
  expect(await plugin('reader')).toMatchObject({ state: 'off', frame: null })
  expect((await fetch(`http://127.0.0.1:${server.port}${reader.frame}`)).status).toBe(404)
  expect((await server.request('/api/plugins/reader', { method: 'DELETE' })).status).toBe(200)
  await expect(plugin('reader')).rejects.toThrow('no reader')
  await expect(readFile(join(server.home, 'plugins/reader/main.js'))).rejects.toThrow('ENOENT')
})
