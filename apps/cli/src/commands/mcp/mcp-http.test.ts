/** @module-tag slow */
import { readFile, stat } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callTool, gatewayBench, PATIENCE, type GatewayBench } from '../../testing/gateway-bench.ts'
import { guardedServer } from '../../testing/guarded-server.ts'
import { gateway } from './mcp.ts'

vi.setConfig({ testTimeout: 2 * PATIENCE })

const NOTHING = { header: [], headerEnv: [], session: 's', newState: () => 'state' }

let bench: GatewayBench
const closing: (() => unknown)[] = []
beforeAll(async () => {
  bench = await gatewayBench()
}, PATIENCE)
afterAll(async () => {
  await bench.close()
  for (const close of closing) await close()
})

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer()
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  return { server, port: (server.address() as AddressInfo).port } // it listens on a port
}

test('a dead address is told to the client as it says hello', async () => {
  const { server, port } = await listening()
  await new Promise((closed) => server.close(closed))
  const began = performance.now()
  await expect(bench.gateway(['--url', `http://127.0.0.1:${port}/mcp`]).connect()).rejects.toThrow(
    /MCP server.*ECONNREFUSED/,
  )
  // Before a client with the usual patience gives up, also where the machine is slow.
  expect(performance.now() - began).toBeLessThan(60_000)
})

test('a wrong address is, too', async () => {
  const server = await guardedServer('sign-in')
  closing.push(() => server.close())
  const wrong = server.url.replace(/mcp$/, 'wrong')
  await expect(bench.gateway(['--url', wrong]).connect()).rejects.toThrow(/MCP server.*HTTP 404/)
})

test.each([
  [[], { url: 'mcp.example.com' }, 'begins with http'],
  [[], { url: 'ftp://mcp.example.com' }, 'begins with http'],
  [[], { url: 'https://you:hunter2hunter2@mcp.example.com/' }, '--header-env'],
  [[], { url: 'https://mcp.example.com/', header: ['hunter2hunter2'] }, 'Name: value'],
  [[], { url: 'https://mcp.example.com/', headerEnv: ['X-Key=hunter2hunter2'] }, 'not set'],
  [['node'], { header: ['X-Key: hunter2hunter2'] }, '--url'],
  [['node'], { signIn: true }, '--url'],
  [['node'], { url: 'https://mcp.example.com/' }, 'name the MCP server'],
  [[], {}, 'name the MCP server'],
])('%j %j is refused, and no secret is said again', async (command, options, words) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    expect(await gateway(command, { ...NOTHING, ...options })).toBe(1)
    expect(said.mock.calls.join()).toContain(words)
    expect(said.mock.calls.join()).not.toContain('hunter2')
  } finally {
    said.mockRestore()
  }
})

test('a header from a variable opens the door, and stands nowhere else', async () => {
  const value = 'Bearer hunter2hunter2'
  const server = await guardedServer({ header: 'authorization', value })
  closing.push(() => server.close())
  const args = ['--name', 'keyed', '--url', server.url, '--header-env', 'Authorization=Bearer FAR_TOKEN']
  const { client, connect, complaints } = bench.gateway(args, { FAR_TOKEN: 'hunter2hunter2' })
  await connect()
  const asked = callTool(client, 'open')
  const id = await bench.waiting('mcp__keyed__open')
  expect((await bench.cli('approvals', 'allow', id)).code).toBe(0)
  expect((await asked).isError ?? false).toBe(false)
  const audit = async () => JSON.stringify(await bench.get(`/api/audit?call=${id}`))
  await expect.poll(audit, { timeout: PATIENCE }).toContain('call_ended')
  const { stdout } = await bench.cli('audit', 'export')
  const card = await bench.cli('approvals', 'show', id, '--json')
  const result = JSON.stringify(await bench.get(`/api/calls/${id}/result`))
  expect(result).toContain('open with')
  expect(complaints() + stdout + card.stdout + result).not.toContain('hunter2')

  // A server that says in its error what it was sent.
  const wrong = bench.gateway(args, { FAR_TOKEN: 'hunter3hunter3' })
  const refusal = await wrong.connect().catch((cause: unknown) => String(cause))
  expect(refusal).toMatch(/HTTP 403/)
  expect(wrong.complaints() + refusal).not.toContain('hunter3')
})

test('a server that wants a sign-in: told at once, signed in by a browser, renewed by itself, signed out', async () => {
  const server = await guardedServer('sign-in')
  closing.push(() => server.close())
  await expect(bench.gateway(['--url', server.url]).connect()).rejects.toThrow('--sign-in')

  const printed = await signInWithBrowser(server.url)
  expect(printed).toContain('Signed in.')
  const kept = join(bench.folder, 'home/mcp-sign-in.json')
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  expect(await readFile(kept, 'utf8')).not.toContain('secret-')
  expect(printed).not.toContain('secret-')

  const first = bench.gateway(['--url', server.url])
  await first.connect()
  expect((await first.client.listTools()).tools.map(({ name }) => name)).toEqual(['open'])
  server.tokens.clear()
  expect((await first.client.listTools()).tools).toHaveLength(1)
  expect(first.complaints()).not.toContain('secret-')

  expect((await bench.cli('mcp', '--url', server.url, '--sign-out')).stdout).toContain('Signed out')
  await expect(bench.gateway(['--url', server.url]).connect()).rejects.toThrow('--sign-in')
})

/** Starts signing in, opens the printed address as a browser would, and gives back all that was printed. */
async function signInWithBrowser(url: string): Promise<string> {
  const main = join(import.meta.dirname, '../../main.ts')
  const args = ['--conditions=countersign-source', main, 'mcp', '--url', url, '--sign-in']
  const child = spawn(process.execPath, args, { env: bench.env })
  let printed = ''
  const read = (bytes: Buffer) => {
    printed += bytes.toString('utf8')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise((exit) => {
    child.on('exit', exit)
  })
  const address = () => /^http\S+\/authorize\S+$/m.exec(printed)?.[0] ?? ''
  await expect.poll(address, { timeout: PATIENCE }).toMatch(/\/authorize/)
  const authorize = new URL(address())
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
  // Somebody who guesses is not listened to.
  const back = new URL(authorize.searchParams.get('redirect_uri') ?? '')
  expect((await fetch(`${back.href}?code=stolen&state=guessed`)).status).toBe(404)
  expect((await fetch(authorize)).status).toBe(200)
  expect(await ended).toBe(0)
  return printed
}

test('the gate’s own server is no server behind', async () => {
  const server = await guardedServer({ header: 'x-none', value: 'none' })
  closing.push(() => server.close())
  // One call, so that a server runs.
  const keyed = bench.gateway(['--name', 'own', '--url', server.url, '--header', 'X-None: none'])
  await keyed.connect()
  const calling = callTool(keyed.client, 'open')
  await bench.cli('approvals', 'deny', await bench.waiting('mcp__own__open'))
  await calling
  const own = bench.gateway(['--url', `http://localhost:${await bench.port()}/mcp`])
  await expect(own.connect()).rejects.toThrow('an address of Countersign itself')
})
