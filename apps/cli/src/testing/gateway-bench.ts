import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CallView } from '@countersign/protocol'
import { findRunning, loadToken } from '@countersign/server/local'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { runCli, type Ran } from './run-cli.ts'

/** Milliseconds: a gateway hosts its own server, whose database is created first. */
export const PATIENCE = 120_000

const MAIN = join(import.meta.dirname, '../main.ts')
const Waiting = z.object({ calls: z.array(CallView) })

/** Calls a tool with the timeout of a test: a client's own minute may be over before a busy machine has started the server. */
export function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): ReturnType<Client['callTool']> {
  return client.callTool({ name, arguments: args }, { timeout: PATIENCE })
}

/** A data folder, and gateways on it with clients of the library in front. */
export interface GatewayBench {
  readonly folder: string
  readonly env: Record<string, string>
  cli(...args: string[]): Promise<Ran>
  /** Requested from the server itself: a process for every check would take most of the time. */
  get(path: string): Promise<unknown>
  port(): Promise<number>
  /** The id of the card of this tool, once there is one. */
  waiting(tool: string): Promise<string>
  /** A gateway with these options, and ways to talk to it. */
  gateway(args: readonly string[], env?: Record<string, string>): Gateway
  close(): Promise<void>
}

export interface Gateway {
  readonly client: Client
  readonly transport: StdioClientTransport
  /** Its output besides the protocol. */
  readonly complaints: () => string
  connect(): Promise<void>
}

export async function gatewayBench(): Promise<GatewayBench> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-mcp-'))
  // Open, so that the database of a run as root is inside it and is removed with it.
  await chmod(folder, 0o755)
  const home = join(folder, 'home')
  const env = { ...(process.env as Record<string, string>), COUNTERSIGN_HOME: home } // a process's own variables are set
  const clients: Client[] = []

  const port = async () => (await findRunning(home))?.port ?? 0
  const get = async (path: string): Promise<unknown> => {
    const running = await findRunning(home)
    if (running === undefined) return undefined
    const headers = { authorization: `Bearer ${await loadToken(home)}` }
    return (await fetch(`http://127.0.0.1:${running.port}${path}`, { headers })).json()
  }

  return {
    folder,
    env,
    cli: (...args) => runCli(args, { env }),
    get,
    port,
    async waiting(tool) {
      let id = ''
      const find = async () => {
        const found = Waiting.safeParse(await get('/api/waiting'))
        id = (found.success && found.data.calls.find((call) => call.tool === tool)?.id) || ''
        return id
      }
      await expect.poll(find, { timeout: PATIENCE }).not.toBe('')
      return id
    },
    gateway(args, more = {}) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['--conditions=countersign-source', MAIN, 'mcp', ...args],
        env: { ...env, ...more },
        stderr: 'pipe',
      })
      let complaints = ''
      transport.stderr?.on('data', (bytes: Buffer) => {
        complaints += bytes.toString('utf8')
      })
      const client = new Client({ name: 'test', version: '1' })
      clients.push(client)
      const connect = () => client.connect(transport, { timeout: PATIENCE })
      return { client, transport, complaints: () => complaints, connect }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
