/** @module-tag slow */
import type { CallView, McpServerView } from '@countersign/protocol'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { possibleRoots } from '../../store/embedded/places.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

/** What is said of every address that leads back into the gate. */
const REFUSED = 'is an address of Countersign itself'
const PUBLIC = 'https://gate.example.com'

let model: ScriptedModel
/** Bound to every address of the machine, and known by a public name. */
let wide: TestServer
/** On the same data folder, as `--join` starts it. */
let joined: TestServer
/** Of the same person, with a data folder of its own. */
let other: TestServer
/** Some program of the person on loopback that is none of ours. */
let neighbour: Server
let neighbourAt: string
let client: TestClient

beforeAll(async () => {
  model = await scriptedModel(obedient)
  wide = await testServer({ ...model.env, COUNTERSIGN_LISTEN: '0.0.0.0', COUNTERSIGN_PUBLIC_URL: PUBLIC })
  joined = await testServer(model.env, { beside: wide })
  other = await testServer(model.env)
  neighbour = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
    if (to === null) response.setHeader('content-type', 'text/plain').end('a neighbour')
    else response.writeHead(307, { location: to }).end()
  })
  await new Promise<void>((listening) => neighbour.listen(0, '127.0.0.1', listening))
  neighbourAt = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}` // it listens on a port
  client = await wide.connect()
  for (const host of [
    '127.0.0.1',
    '0.0.0.0',
    '127.9.9.9',
    'a.localhost',
    'gate.example.com',
    ...interfaces(),
  ])
    await allow(`web.fetch(domain:${host})`)
}, 90_000)
afterAll(async () => {
  client.close()
  neighbour.closeAllConnections()
  neighbour.close()
  await joined.close()
  await wide.close()
  await other.close()
  await model.close()
}, 60_000)

function interfaces(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

async function allow(text: string): Promise<void> {
  const answer = await wide.request('/api/rules', json('POST', { list: 'allow', text }))
  expect(answer.status, text).toBe(200)
}

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Lets a new chat do one thing; how it ended. */
async function chat(
  name: string,
  args: unknown,
  at = { client, workspace: wide.workspace },
): Promise<CallView> {
  const { client: from, workspace } = at
  const created = await from.command({
    type: 'thread_create',
    model: SCRIPTED,
    permission_mode: 'auto',
    workspace,
  })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await from.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await from.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls: [{ name, args }] }) })
  const { call } = await from.event(
    'tool_call_update',
    (event) => event.call.thread_id === thread_id && event.call.ended_at !== null,
  )
  return call
}

const fetchPage = (url: string) => chat('web.fetch', { url })

describe('web.fetch, with a rule that spells the address', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '[::1]',
    '0.0.0.0',
    '0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '127.9.9.9',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    ...interfaces(),
    ...interfaces().map((address) => `[::ffff:${address}]`),
  ]
  test.each(hosts)('%s', async (host) => {
    const base = `http://${host}:${wide.port}`
    await allow(`web.fetch(${base}/**)`)
    const { state, error_code, preview } = await fetchPage(`${base}/healthz`)
    expect({ state, error_code }).toEqual({ state: 'failed', error_code: 'own_server' })
    expect(preview).toContain(REFUSED)
    expect(preview).not.toContain('"boot"')
  })

  test('a neighbour is reached', async () => {
    await allow(`web.fetch(${neighbourAt}/**)`)
    expect(await fetchPage(`${neighbourAt}/x`)).toMatchObject({ state: 'succeeded' })
  })

  test.each([
    ['on the same data folder', () => joined.port],
    ['of the same person', () => other.port],
  ])('a server %s is none', async (_which, port) => {
    await allow(`web.fetch(http://127.0.0.1:${port()}/**)`)
    const { error_code, preview } = await fetchPage(`http://127.0.0.1:${port()}/healthz`)
    expect(error_code).toBe('own_server')
    expect(preview).toContain(REFUSED)
  })

  test('the public name of a server is none', async () => {
    expect(await fetchPage(`${PUBLIC}/api/rules`)).toMatchObject({ error_code: 'own_server' })
  })

  test('a redirect does not lead there', async () => {
    await allow(`web.fetch(http://127.0.0.1:${wide.port}/**)`)
    const to = encodeURIComponent(`http://127.0.0.1:${wide.port}/healthz`)
    const { error_code, preview } = await fetchPage(`${neighbourAt}/x?to=${to}`)
    expect(error_code).toBe('own_server')
    expect(preview).toContain(REFUSED)
  })
})

describe('an MCP server', () => {
  async function problemOf(name: string, url: string): Promise<McpServerView> {
    const transport = { kind: 'http', url, headers: {} }
    await wide.request(`/api/mcp/servers/${name}`, json('PUT', { enabled: true, transport }))
    let view: McpServerView | undefined
    await expect
      .poll(
        async () => {
          const answer = await wide.request('/api/mcp/servers')
          const { servers } = (await answer.json()) as { servers: McpServerView[] } // our own route
          view = servers.find((one) => one.name === name)
          return view?.problem ?? ''
        },
        { timeout: 20_000 },
      )
      .not.toBe('')
    if (!view) throw new Error('it is not listed')
    return view
  }

  test.each([
    ['own', () => `http://localhost:${wide.port}/mcp`],
    ['joined', () => `http://[::1]:${joined.port}/mcp`],
    ['theirs', () => `http://127.0.0.1:${other.port}/mcp`],
  ])('over HTTP at our own address: %s', async (name, url) => {
    expect((await problemOf(name, url())).problem).toContain(REFUSED)
  })

  test('nor is one that leads there by a redirect', async () => {
    const to = encodeURIComponent(`http://127.0.0.1:${wide.port}/api/rules`)
    const { state, problem } = await problemOf('led', `${neighbourAt}/mcp?to=${to}`)
    // The client of the protocol does not even try another origin.
    expect({ state, problem }).toEqual({
      state: 'waiting',
      problem: expect.stringContaining('not followed') as string,
    })
  })

  test('one that sends the sign-in to our own address', async () => {
    const guarded = createServer((_request, response) => {
      const at = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}` // it listens on a port
      if (_request.url?.startsWith('/.well-known/oauth-protected-resource') === true)
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            resource: `${at}/mcp`,
            authorization_servers: [`http://localhost:${wide.port}`],
          }),
        )
      else
        response
          .writeHead(401, {
            'www-authenticate': `Bearer resource_metadata="${at}/.well-known/oauth-protected-resource"`,
          })
          .end()
    })
    await new Promise<void>((listening) => guarded.listen(0, '127.0.0.1', listening))
    try {
      const { port } = guarded.address() as AddressInfo // it listens on a port
      const { problem } = await problemOf('guarded', `http://127.0.0.1:${port}/mcp`)
      expect(problem).toContain(REFUSED)
    } finally {
      guarded.close()
    }
  })
})

test('a model is none of our servers', async () => {
  const made = await wide.request(
    '/api/settings/endpoints/own',
    json('PUT', { name: 'Own', base_url: `http://127.0.0.1:${wide.port}/v1` }),
  )
  expect(await made.json()).toMatchObject({
    check: { ok: false, message: expect.stringContaining(REFUSED) as string },
  })
})

test('nor is a service that searches', async () => {
  const set = await wide.request(
    '/api/settings/search/searxng',
    json('PUT', { value: `http://127.0.0.1:${wide.port}/` }),
  )
  expect(set.status).toBe(200)
  const { preview } = await chat('web_search', { query: 'x' })
  expect(preview).toContain(REFUSED)
})

describe('from inside the sandbox, with a rule for the host', () => {
  const ways: readonly [string, (url: string) => string][] = [
    ['by request', (url) => `curl -sS --noproxy '' --max-time 20 '${url}'`],
    ['by tunnel', (url) => `curl -sS --noproxy '' --proxytunnel --max-time 20 '${url}'`],
    ['by SOCKS', (url) => `curl -sS --noproxy '' --max-time 20 --proxy "\${ALL_PROXY:-$all_proxy}" '${url}'`],
    [
      'by redirect',
      (url) => `curl -sS -L --noproxy '' --max-time 20 '${neighbourAt}/x?to=${encodeURIComponent(url)}'`,
    ],
  ]
  const run = async (script: string) => {
    await writeFile(join(wide.workspace, 'get.sh'), script)
    return chat('terminal.exec', { command: 'bash get.sh' })
  }
  const inside = async () => {
    const answer = await wide.request('/api/status')
    return ((await answer.json()) as { sandbox: { state: string } }).sandbox.state === 'on' // our own route
  }
  beforeEach(async (context) => {
    context.skip(spawnSync('curl', ['--version']).status !== 0, 'there is no curl on this machine')
    context.skip(!(await inside()), 'there is no sandbox on this machine')
  })

  test.each(ways)('%s', async (_way, get) => {
    expect((await run(get(`${neighbourAt}/x`))).preview).toContain('a neighbour')
    const ports = [wide.port, joined.port, other.port]
    const urls = [
      ...ports.map((port) => `http://127.0.0.1:${port}/healthz`),
      ...['0.0.0.0', '127.9.9.9', 'a.localhost', '[::ffff:127.0.0.1]', ...interfaces()].map(
        (host) => `http://${host}:${wide.port}/healthz`,
      ),
    ]
    for (const url of urls) expect((await run(get(url))).preview, url).not.toContain('"boot"')
  })

  test('it is told why', async () => {
    const { preview } = await run(
      `curl -sS --fail --noproxy '' --max-time 20 'http://127.0.0.1:${wide.port}/healthz'`,
    )
    expect(preview).toContain(REFUSED)
  })

  test('a server that starts later is none either', async () => {
    const late = await testServer({}, { beside: other })
    try {
      const url = `http://127.0.0.1:${late.port}/healthz`
      expect((await run(`curl -sS --noproxy '' --max-time 20 '${url}'`)).preview).not.toContain('"boot"')
    } finally {
      await late.close()
    }
  })

  test('the socket of our database is not there, wherever it lies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cs-long-'))
    // Too long for a socket below it.
    const home = join(folder, 'x'.repeat(100))
    await chmod(folder, 0o755)
    const socket = join('/tmp', `cs-${basename(possibleRoots(home)[1])}`)
    const far = await testServer({ ...model.env, COUNTERSIGN_HOME: home, XDG_RUNTIME_DIR: '' })
    const from = await far.connect()
    try {
      expect(await readdir(socket)).toContain('.s.PGSQL.5432')
      await writeFile(join(far.workspace, 'look.sh'), `ls -A ${socket}; echo looked`)
      const { preview } = await chat(
        'terminal.exec',
        { command: 'bash look.sh' },
        { client: from, workspace: far.workspace },
      )
      expect(preview).toContain('looked')
      expect(preview).not.toContain('PGSQL')
    } finally {
      from.close()
      await far.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
