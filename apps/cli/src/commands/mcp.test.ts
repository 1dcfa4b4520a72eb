import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CallView } from '@countersign/protocol'
import { findRunning, loadToken } from '@countersign/server/local'
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runCli, type Ran } from '../testing/run-cli.ts'

/** Milliseconds: the gateway hosts a server of its own, whose database is made first. */
const PATIENCE = 120_000
vi.setConfig({ testTimeout: 2 * PATIENCE })

const MAIN = join(import.meta.dirname, '../main.ts')
const FILESYSTEM = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)

let folder = ''
let env: Record<string, string> = {}
let client: Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-mcp-'))
  // Open, so that the database of a run as root lies in it and goes away with it.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files/a.txt'), 'hello')
  env = { ...(process.env as Record<string, string>), COUNTERSIGN_HOME: join(folder, 'home') } // a process's own variables are set
  client = new Client({ name: 'test', version: '1' })
  const gateway = ['--conditions=countersign-source', MAIN, 'mcp', '--name', 'fs', '--']
  const args = [...gateway, process.execPath, FILESYSTEM, join(folder, 'files')]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
}, PATIENCE)
afterAll(async () => {
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

const cli = (...args: string[]): Promise<Ran> => runCli(args, { env })
const Waiting = z.object({ calls: z.array(CallView) })

/** Asked of the server itself: a process for every look would take most of the time. */
async function get(path: string): Promise<unknown> {
  const running = await findRunning(env['COUNTERSIGN_HOME'] ?? '')
  if (running === undefined) return undefined
  const token = await loadToken(env['COUNTERSIGN_HOME'] ?? '')
  const response = await fetch(`http://127.0.0.1:${running.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

async function waiting(tool: string): Promise<string> {
  let id = ''
  await expect
    .poll(
      async () => {
        const found = Waiting.safeParse(await get('/api/waiting'))
        id = (found.success && found.data.calls.find((call) => call.tool === tool)?.id) || ''
        return id
      },
      { timeout: PATIENCE },
    )
    .not.toBe('')
  return id
}

test('a rule lets a tool through before the client has listed any: the gateway looks itself', async () => {
  expect((await cli('rules', 'add', 'allow', 'mcp__fs__list_directory')).code).toBe(0)
  const answer = await client.callTool({ name: 'list_directory', arguments: { path: join(folder, 'files') } })
  expect(JSON.stringify(answer.content)).toContain('a.txt')
})

test('tools are listed as the server behind lists them', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('read_text_file')
})

test('a call waits for its card; no runs nothing and its words reach the client; yes runs it', async () => {
  const path = join(folder, 'files/new.txt')
  const write = () => client.callTool({ name: 'write_file', arguments: { path, content: 'by card' } })
  const refused = write()
  const first = await waiting('mcp__fs__write_file')
  expect((await cli('approvals', 'show', first)).stdout).toContain('by card')
  expect((await cli('approvals', 'deny', first, '--note', 'not here')).code).toBe(0)
  const answer = await refused
  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer.content)).toContain('not here')
  await expect(readFile(path)).rejects.toThrow('ENOENT')

  const allowed = write()
  expect((await cli('approvals', 'allow', await waiting('mcp__fs__write_file'))).code).toBe(0)
  expect((await allowed).isError ?? false).toBe(false)
  expect(await readFile(path, 'utf8')).toBe('by card')
})

test('a rule lets a tool through, and every call is in the audit with how it ended', async () => {
  expect((await cli('rules', 'add', 'allow', 'mcp__fs__read_text_file')).code).toBe(0)
  const answer = await client.callTool({
    name: 'read_text_file',
    arguments: { path: join(folder, 'files/a.txt') },
  })
  expect(JSON.stringify(answer.content)).toContain('hello')
  await expect
    .poll(async () => JSON.stringify(await get('/api/audit')), { timeout: PATIENCE })
    .toMatch(/call_ended[\s\S]*call_ended/)
  expect((await cli('audit', 'verify')).code).toBe(0)
})

test('what the server behind refuses is passed on', async () => {
  const answer = await client.callTool({ name: 'read_text_file', arguments: { path: '/etc/passwd' } })
  expect(answer.isError).toBe(true)
})

test('a server behind over HTTP: listed as it is, and its calls ask too', async () => {
  const port = await freePort()
  const behind = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...env, PORT: String(port) },
    stdio: 'ignore',
  })
  const far = new Client({ name: 'test', version: '1' })
  try {
    const address = `http://127.0.0.1:${port}/mcp`
    const answers = () => fetch(address).then(Boolean, () => false)
    await expect.poll(answers, { timeout: PATIENCE }).toBe(true)
    const args = ['--conditions=countersign-source', MAIN, 'mcp', '--name', 'far', '--url', address]
    await far.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
    expect((await far.listTools()).tools.map(({ name }) => name)).toContain('echo')
    const asked = far.callTool({ name: 'echo', arguments: { message: 'over HTTP' } })
    expect((await cli('approvals', 'allow', await waiting('mcp__far__echo'))).code).toBe(0)
    expect(JSON.stringify((await asked).content)).toContain('over HTTP')
  } finally {
    await far.close()
    behind.kill()
  }
})

const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
)

/** A gateway of its own before a server with a tool that takes its time, and the call that it makes. */
async function slowCall(name: string, signal?: AbortSignal) {
  const gateway = ['--conditions=countersign-source', MAIN, 'mcp', '--name', name, '--']
  const args = [...gateway, process.execPath, EVERYTHING]
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
  const caller = new Client({ name: 'test', version: '1' })
  await caller.connect(transport)
  const tool = 'trigger-long-running-operation'
  const ends = caller
    .callTool(
      { name: tool, arguments: { duration: PATIENCE / 1000, steps: 2 } },
      signal === undefined ? {} : { signal },
    )
    .catch(() => undefined)
  const id = await waiting(`mcp__${name}__${tool}`)
  expect((await cli('approvals', 'allow', id)).code).toBe(0)
  await expect.poll(() => auditOf(id), { timeout: PATIENCE }).toContain('call_began')
  return { id, caller, ends, pid: transport.pid ?? 0 }
}

const auditOf = async (id: string): Promise<string> => JSON.stringify(await get(`/api/audit?call=${id}`))

test('a gateway that dies does not leave its call running', async () => {
  const { id, caller, ends, pid } = await slowCall('dies')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => auditOf(id), { timeout: PATIENCE }).toContain('asker_gone')
  await ends
  await caller.close()
})

test('a call that its client cancels while it runs has ended', async () => {
  const cancel = new AbortController()
  const { id, caller, ends } = await slowCall('cancelled', cancel.signal)
  cancel.abort()
  await expect.poll(() => auditOf(id), { timeout: PATIENCE }).toContain('call_ended')
  await ends
  await caller.close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise((closed) => server.close(closed))
  return port
}
