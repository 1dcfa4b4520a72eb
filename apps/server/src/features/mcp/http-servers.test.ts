import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedVault } from '../../platform/vault/vault.ts'
import { memorySettings } from '../../settings/testing/memory-settings.ts'
import { gateRig } from '../../testing/gate-rig.ts'
import { mcpServers, type McpServers } from './mcp-servers.ts'

let mcp: McpServers
let settings: ReturnType<typeof memorySettings>
const closing: (() => unknown)[] = []

beforeEach(async () => {
  settings = memorySettings()
  mcp = await mcpServers({
    settings,
    vault: storedVault(settings, Buffer.alloc(32, 1)),
    clock: { now: () => 1000 },
    reaper: undefined,
    home: tmpdir(),
    folder: tmpdir(),
    fetch,
    redirectUrl: () => 'http://127.0.0.1:1/back',
    newState: () => 'a-state-that-nobody-guesses',
  })
})
afterEach(async () => {
  await mcp.close()
  for (const close of closing.splice(0)) await close()
})

async function state(name: string, wanted: string) {
  for (;;) {
    const view = mcp.list().find((server) => server.name === name)
    if (view?.state === wanted) return view
    await delay(20)
  }
}

test('a reference server over HTTP: listed, called, and again after it was away', async () => {
  const port = await freePort()
  let server = await everything(port)
  closing.push(() => server.kill())
  await mcp.put('web', {
    enabled: true,
    transport: { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
  })
  const view = await state('web', 'ready')
  expect(view.tools.map(({ name }) => name)).toContain('mcp__web__echo')
  const rig = gateRig({ workspace: '/w', cwd: '/w', home: '/h' })
  rig.mode = 'auto'
  const echo = () => rig.call(mcp.tools(), 'mcp__web__echo', { message: 'hi' })
  expect(await echo()).toMatchObject({ state: 'succeeded', text: 'Echo: hi' })
  server.kill('SIGKILL')
  expect((await echo()).state).toBe('failed')
  server = await everything(port)
  mcp.restart('web')
  await state('web', 'ready')
  expect(await echo()).toMatchObject({ state: 'succeeded' })
})

test('a server that wants a person to sign in: an address, a way back with a secret, and then it works', async () => {
  const { server, port, seen } = await guardedServer()
  closing.push(() => server.close())
  await mcp.put('locked', {
    enabled: true,
    transport: { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
  })
  await state('locked', 'authorize')
  const address = new URL(mcp.signInAddress('locked') ?? '')
  expect(address.pathname).toBe('/authorize')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    state: 'a-state-that-nobody-guesses',
    code_challenge_method: 'S256',
  })
  expect(await mcp.signedIn(new URLSearchParams({ code: 'stolen', state: 'guessed' }))).toBe(false)
  expect(
    await mcp.signedIn(new URLSearchParams({ code: 'the-code', state: 'a-state-that-nobody-guesses' })),
  ).toBe(true)
  const view = await state('locked', 'ready')
  expect(view.tools.map(({ name }) => name)).toEqual(['mcp__locked__open'])
  expect(seen.code).toBe('the-code')
  expect(JSON.stringify([...settings.rows])).not.toContain('the-token')
})

async function everything(port: number): Promise<ChildProcess> {
  const main = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const child = spawn(process.execPath, [main, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`http://127.0.0.1:${port}/mcp`).then(
      () => true,
      () => false,
    ))
  )
    await delay(50)
  return child
}

async function freePort(): Promise<number> {
  const server = await listening(createServer())
  const port = portOf(server)
  await new Promise((closed) => server.close(closed))
  return port
}

function listening(server: Server): Promise<Server> {
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready(server))
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** An MCP server behind OAuth, with its own authorization server, as small as they can be. */
async function guardedServer() {
  const seen = { code: '' }
  const server = createServer((request, response) => {
    const { port } = { port: portOf(server) }
    const base = `http://127.0.0.1:${port}`
    const json = (body: unknown, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    let text = ''
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString()
    })
    request.on('end', () => {
      const path = new URL(request.url ?? '/', base).pathname
      if (path.startsWith('/.well-known/oauth-protected-resource'))
        return json({ resource: `${base}/mcp`, authorization_servers: [base] })
      if (path.startsWith('/.well-known/'))
        return json({
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
        })
      if (path === '/register') return json({ ...(JSON.parse(text) as object), client_id: 'us' }, 201)
      if (path === '/token') {
        seen.code = new URLSearchParams(text).get('code') ?? ''
        return json({ access_token: 'the-token', token_type: 'Bearer', expires_in: 3600 })
      }
      if (request.headers.authorization !== 'Bearer the-token')
        return json({}, 401, {
          'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
        })
      if (request.method !== 'POST') return json({}, 405)
      const { id, method, params } = JSON.parse(text) as {
        id?: number
        method: string
        params?: { protocolVersion?: string }
      }
      if (id === undefined) return response.writeHead(202).end()
      if (method === 'initialize')
        return json({
          jsonrpc: '2.0',
          id,
          result: {
            protocolVersion: params?.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'x', version: '1' },
          },
        })
      if (method === 'tools/list')
        return json({
          jsonrpc: '2.0',
          id,
          result: { tools: [{ name: 'open', inputSchema: { type: 'object' } }] },
        })
      return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })
    })
  })
  await listening(server)
  return { server, port: portOf(server), seen }
}
