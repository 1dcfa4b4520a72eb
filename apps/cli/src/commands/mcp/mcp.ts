import type { OutsideCall } from '@countersign/agent/hooks'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { buildRequest, outsideRoutes, OutsideAnswer, type BuiltRequest } from '@countersign/protocol'
import { defaultHome } from '@countersign/server/local'
import { join } from 'node:path'
import { commandBehind, readAddress, serverAt, sideOf, type Behind } from '../../gateway/behind.ts'
import { runGateway, type Asker } from '../../gateway/gateway.ts'
import { readHeaders } from '../../gateway/headers.ts'
import { Pins } from '../../gateway/pins.ts'
import { givenName } from '../../gateway/server-name.ts'
import { signIn, signOut } from '../../gateway/sign-in.ts'
import { localPost } from '../../local-post.ts'
import { reachServer, type Reached } from '../../server-client.ts'
import { complain, print } from '../output.ts'
import { signInAddress } from '../sign-in-address.ts'

export interface GatewayOptions {
  readonly url?: string
  readonly name?: string
  readonly header: readonly string[]
  readonly headerEnv: readonly string[]
  readonly signIn?: boolean
  readonly signOut?: boolean
  /** Names this run, so that its calls share a chat. */
  readonly session: string
  /** An unguessable secret. */
  newState(): string
}

/** Milliseconds that a person has to sign in. */
const SIGN_IN_MS = 600_000

/** An MCP server on stdio that proxies another one, with every tool call decided, asked and recorded. */
export async function gateway(command: readonly string[], options: GatewayOptions): Promise<number> {
  if ((command.length === 0) === (options.url === undefined))
    return complain('name the MCP server: `countersign mcp -- <command>`, or `--url <address>`')
  const home = process.env['COUNTERSIGN_HOME'] ?? defaultHome(process.env, process.platform)
  if (options.url !== undefined) return overHttp(options.url, home, options)
  if ([...options.header, ...options.headerEnv].length > 0 || options.signIn || options.signOut)
    return complain('headers and signing in need `--url`')
  return run(commandBehind(command, process.cwd(), process.env), home, options)
}

async function overHttp(text: string, home: string, options: GatewayOptions): Promise<number> {
  const url = readAddress(text)
  if ('error' in url) return complain(url.error)
  const headers = readHeaders(options.header, options.headerEnv, process.env)
  if ('error' in headers) return complain(headers.error)
  const place = { url: url.address, home, env: process.env, newState: options.newState }
  try {
    const behind = await serverAt({ ...place, headers })
    if (options.signOut) {
      await signOut(place)
      return print('Signed out. The stored sign-in is deleted.')
    }
    if (options.signIn) {
      const show = (address: string) => print(`Sign in here, with a browser on this machine:\n${address}`)
      const asked = await signIn({ ...place, fetch: behind.fetch, show, patienceMs: SIGN_IN_MS })
      return print(asked ? 'Signed in.' : 'This server does not ask for a sign-in.')
    }
    return await run(behind, home, options)
  } catch (cause) {
    return complain(headers.hide(cause instanceof Error ? cause.message : String(cause)))
  }
}

async function run(behind: Behind, home: string, options: GatewayOptions): Promise<number> {
  const name = options.name === undefined ? behind.name : givenName(options.name)
  const asker = serverAsker(name, options.session)
  try {
    await runGateway({
      name,
      session: options.session,
      client: sideOf(new StdioServerTransport()),
      server: behind.side,
      asker: {
        ask: (call, signal) => asker.ask(call, signal),
        ended: (answer, { ok, text }) => asker.ended(answer, { ok, text: behind.hide(text) }),
      },
      pins: await Pins.load(join(home, 'mcp-pins.json')),
      ...(behind.answerMs === undefined ? {} : { answerMs: behind.answerMs }),
      failed: (what, cause) => complain(behind.hide(`${what}: ${wordsOf(cause)}`)),
    })
    return 0
  } catch (cause) {
    return complain(behind.hide(`the MCP server did not start: ${wordsOf(cause)}`))
  } finally {
    await asker.close()
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Asks the server of the data folder; a lost one is found, or hosted, again. */
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

  const post = async (request: BuiltRequest, signal?: AbortSignal): Promise<unknown> =>
    (await localPost(await reach(), request, signal)).body
  /** Connections that are held during calls: they end with this process, however it ends. */
  const lines = new AbortController()

  return {
    async ask(call: OutsideCall, signal: AbortSignal) {
      const request = buildRequest(outsideRoutes.ask, { body: { place, call, reports: true } })
      const answer = await post(request, signal).catch((cause: unknown) => {
        signal.throwIfAborted()
        // It was refused immediately, so the question was not asked yet: a newer server may answer it.
        if (!isRefused(cause)) throw cause
        reached = undefined
        return post(request, signal)
      })
      const read = OutsideAnswer.parse(answer)
      if (read.verdict === 'allow')
        post(buildRequest(outsideRoutes.running, oneCall(read)), lines.signal).catch(() => {
          // Either side disconnected; the server already knows.
        })
      return read
    },
    async ended(answer, end) {
      await post(buildRequest(outsideRoutes.ended, { ...oneCall(answer), body: end }))
    },
    async close() {
      lines.abort()
      if (reached !== undefined) await (await reached).close()
    },
  }
}

function oneCall({ call_id }: OutsideAnswer) {
  return { params: { id: call_id } }
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
