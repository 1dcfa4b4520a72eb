import type { OutsideCall } from '@countersign/agent/hooks'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { OutsideAnswer } from '@countersign/protocol'
import { defaultHome } from '@countersign/server/local'
import { basename, join } from 'node:path'
import { runGateway, type Asker, type Side } from '../gateway/gateway.ts'
import { Pins } from '../gateway/pins.ts'
import { localPost } from '../local-post.ts'
import { reachServer, type Reached } from '../server-client.ts'
import { complain } from './output.ts'
import { signInAddress } from './open.ts'

export interface GatewayOptions {
  readonly url?: string
  readonly name?: string
  /** Names this run, so that its calls share a chat. */
  readonly session: string
}

/** An MCP server on stdio that is the one behind it, with every call of a tool decided, asked and written down. */
export async function gateway(command: readonly string[], options: GatewayOptions): Promise<number> {
  const [program, ...args] = command
  if ((program === undefined) === (options.url === undefined))
    return complain('name the server behind: `countersign mcp -- <command>`, or `--url <address>`')
  const behind =
    options.url === undefined
      ? new StdioClientTransport({ command: program ?? '', args, env: stringsOf(process.env) })
      : new StreamableHTTPClientTransport(new URL(options.url))
  const name = safeName(options.name ?? nameOf(command, options.url))
  const home = process.env['COUNTERSIGN_HOME'] ?? defaultHome(process.env, process.platform)
  const asker = serverAsker(name, options.session)
  try {
    await runGateway({
      name,
      session: options.session,
      client: sideOf(new StdioServerTransport()),
      server: sideOf(behind),
      asker,
      pins: await Pins.load(join(home, 'mcp-pins.json')),
      failed: (what, cause) => complain(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`),
    })
    return 0
  } catch (cause) {
    return complain(
      `the server behind did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  } finally {
    await asker.close()
  }
}

/** Asks the server of the data folder; one that went away is looked for, or hosted, again. */
function serverAsker(name: string, session: string): Asker & { close(): Promise<void> } {
  const place = {
    agent: `mcp ${name}`,
    session,
    cwd: process.cwd(),
    workspace: process.cwd(),
    planning: false,
  }
  let reached: Promise<Reached> | undefined
  const reach = () => (reached ??= orThrow(reachServer()))

  const post = async (path: string, body: unknown, signal?: AbortSignal): Promise<unknown> =>
    (await localPost(await reach(), path, body, signal)).body
  /** Lines that are held while calls are made: they end with this process, however it ends. */
  const lines = new AbortController()

  return {
    async ask(call: OutsideCall, signal: AbortSignal) {
      const body = { place, call, reports: true }
      const answer = await post('/api/outside/calls', body, signal).catch((cause: unknown) => {
        signal.throwIfAborted()
        // Refused at the door, so it was not asked yet: a server that came after the last one may be.
        if (!isRefused(cause)) throw cause
        reached = undefined
        return post('/api/outside/calls', body, signal)
      })
      const read = OutsideAnswer.parse(answer)
      if (read.verdict === 'allow')
        post(`/api/outside/calls/${read.call_id}/running`, {}, lines.signal).catch(() => {
          // Hung up here, or there: either way the server has heard of it.
        })
      return read
    },
    async ended({ call_id }, end) {
      await post(`/api/outside/calls/${call_id}/ended`, end)
    },
    async close() {
      lines.abort()
      if (reached !== undefined) await (await reached).close()
    },
  }
}

async function orThrow(reaching: ReturnType<typeof reachServer>): Promise<Reached> {
  const reached = await reaching
  if (!reached.ok) throw new Error(reached.message)
  const { server } = reached
  if (server.hosted) {
    const address = await signInAddress(server.api)
    console.error(`countersign: cards are answered at ${address.ok ? address.value : address.message}`)
  }
  return server
}

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

/** A transport of the library as one that passes messages unread. */
function sideOf(transport: Transport): Side {
  return {
    start({ message, closed, failed }) {
      Object.assign(transport, { onmessage: message, onclose: closed, onerror: failed })
      return transport.start()
    },
    send: (message) => transport.send(message as unknown as JSONRPCMessage), // came from the other transport as one
    close: () => transport.close(),
    agreedOn: (version) => transport.setProtocolVersion?.(version),
  }
}

function nameOf(command: readonly string[], url: string | undefined): string {
  if (url !== undefined) return new URL(url).hostname
  const told = command.find((word, index) => index > 0 && !word.startsWith('-')) ?? command[0] ?? 'server'
  return basename(told).replace(/\.[a-z]+$/, '')
}

function safeName(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'server'
  )
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
