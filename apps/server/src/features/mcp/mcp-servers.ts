import type { Clock, Tool } from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { McpServerInput, McpServerView } from '@countersign/protocol'
import type { SettingsStore } from '../../settings/ports.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { openConnection, type McpConnection } from './connection.ts'
import type { Definition } from './definition.ts'
import { elicit } from './elicitation.ts'
import { mcpTool, natureOf, type ActiveCall, type McpToolParts } from './mcp-tool.ts'
import { mcpOAuth, type McpOAuth } from './oauth.ts'
import { finishSignIn, openClient, type ClientParts } from './open-client.ts'
import { storedPins, type Pins } from './pins.ts'
import { storedServerList, type ListedServer } from './server-list.ts'
import { serial } from '../../serial.ts'

/** All MCP servers of this process: the listed ones, each with its connection and its trust. */
export interface McpServers {
  /** Tools of all servers that have listed theirs. Live: it changes with them. */
  tools(): readonly Tool[]
  list(): readonly McpServerView[]
  put(name: string, input: McpServerInput): Promise<McpServerView>
  /** False: it was not on the list. */
  remove(name: string): Promise<boolean>
  /** Trusts the tools with this hash, or nothing. */
  trust(name: string, hash: string | null): Promise<'ok' | 'not_found' | 'changed'>
  /** False: no enabled server has that name. */
  restart(name: string): boolean
  /** Where a person signs in at a server that requires it; undefined: none is required. */
  signInAddress(name: string): string | undefined
  /** The person returned from signing in, with the server's answer. False: nothing waits for that. */
  signedIn(answer: URLSearchParams): Promise<boolean>
  /** Reloads the list: another process may have changed it. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export interface McpParts extends ClientParts {
  readonly settings: SettingsStore
  /** Nothing is started or called before this. */
  readonly ready?: Promise<void>
  readonly vault: Vault
  readonly clock: Clock
  /** Where people return after signing in at a server. */
  readonly redirectUrl: () => string
  newState(): string
  /** Milliseconds that a call may take. */
  readonly callLimit?: number
}

const CALL_LIMIT = 120_000

interface Server {
  readonly listed: ListedServer
  /** Undefined: not enabled. */
  readonly connection: McpConnection | undefined
  readonly pins: Pins
  readonly active: Set<ActiveCall>
  readonly oauth: McpOAuth | undefined
  /** Requested at every step, so it is made once per definition. */
  readonly made: WeakMap<Definition, { readonly trusted: boolean; readonly tool: Tool }>
}

export async function mcpServers(parts: McpParts): Promise<McpServers> {
  const list = await storedServerList(parts.settings, parts.vault)
  const servers = new Map<string, Server>()
  const sync = async (): Promise<void> => followList(parts, servers, await list.all())

  /** Two concurrent changes would start a server twice, or with the values of another change. */
  const inTurn = serial()

  const refresh = () => inTurn(sync)

  await refresh()
  return {
    refresh,
    tools: () => [...servers.values()].flatMap((server) => toolsOf(server, parts.callLimit ?? CALL_LIMIT)),
    list: () => [...servers.values()].map(viewOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async put(name, input) {
      await inTurn(async () => {
        await list.put(name, input)
        await sync()
      })
      const server = servers.get(name)
      if (!server) throw new Error(`the MCP server \`${name}\` was not stored`)
      return viewOf(server)
    },
    remove: (name) =>
      inTurn(async () => {
        const removed = await list.remove(name)
        await servers.get(name)?.pins.forget()
        await servers.get(name)?.oauth?.forget()
        await sync()
        return removed
      }),
    async trust(name, hash) {
      const server = servers.get(name)
      if (!server) return 'not_found'
      if (hash !== null && server.connection?.definitions?.hash !== hash) return 'changed'
      await server.pins.trust(hash)
      return 'ok'
    },
    restart(name) {
      const connection = servers.get(name)?.connection
      connection?.restart()
      return connection !== undefined
    },
    signInAddress(name) {
      const server = servers.get(name)
      return server?.connection?.state.kind === 'authorize' ? server.oauth?.address?.href : undefined
    },
    signedIn: (answer) => signedIn(parts, servers.values(), answer),
    async close() {
      // This waits for the changes that were already requested.
      await inTurn(() => Promise.resolve())
      await Promise.all([...servers.values()].map(async ({ connection }) => connection?.close()))
    },
  }
}

/** Opens new or changed servers on the list, and closes those that are no longer on it. */
async function followList(
  parts: McpParts,
  servers: Map<string, Server>,
  list: readonly ListedServer[],
): Promise<void> {
  const wanted = new Map(list.map((server) => [server.name, server]))
  for (const [name, { listed, connection }] of servers) {
    const now = wanted.get(name)
    if (now && canonicalJson(now) === canonicalJson(listed)) wanted.delete(name)
    else {
      servers.delete(name)
      await connection?.close()
    }
  }
  for (const [name, listed] of wanted) servers.set(name, await openServer(parts, listed))
}

async function openServer(parts: McpParts, listed: ListedServer): Promise<Server> {
  const active = new Set<ActiveCall>()
  const pins = await storedPins(parts.settings, listed.name, parts.clock)
  const oauth = wantsSignIn(listed) ? mcpOAuth({ ...parts, server: listed.name }) : undefined
  const connection = listed.enabled
    ? openConnection({
        name: listed.name,
        clock: parts.clock,
        async open(events) {
          await parts.ready
          return openClient(listed, oauth ? { ...parts, oauth } : parts, events)
        },
        elicit: (params) => elicit(listed.name, params, active),
      })
    : undefined
  return { listed, connection, pins, active, oauth, made: new WeakMap() }
}

/** Passes a person's sign-in answer to the server that waits for it. */
async function signedIn(
  parts: McpParts,
  servers: Iterable<Server>,
  answer: URLSearchParams,
): Promise<boolean> {
  const state = answer.get('state')
  for (const { listed, oauth, connection } of servers) {
    if (state === null || listed.transport.kind !== 'http' || (await oauth?.expected) !== state) continue
    await finishSignIn(listed.transport.url, { oauth, fetch: parts.fetch }, answer)
    connection?.restart()
    return true
  }
  return false
}

/** A remote server with its own key needs no sign-in. */
function wantsSignIn({ transport }: ListedServer): boolean {
  return (
    transport.kind === 'http' &&
    !Object.keys(transport.headers).some((header) => header.toLowerCase() === 'authorization')
  )
}

function isTrusted({ connection, pins }: Server): boolean {
  return pins.trusted !== null && pins.trusted === connection?.definitions?.hash
}

function toolsOf(server: Server, callLimit: number): readonly Tool[] {
  const { connection, listed, pins, active } = server
  if (!connection) return []
  const current = (name: string) => connection.definitions?.tools.find((tool) => tool.name === name)
  const parts = { server: listed.name, facts: factsOf(listed), connection, pins, active, current, callLimit }
  const trusted = isTrusted(server)
  return (connection.definitions?.tools ?? []).map((definition) => {
    const known = server.made.get(definition)
    if (known?.trusted === trusted) return known.tool
    const tool = mcpTool(parts, definition, { trusted })
    server.made.set(definition, { trusted, tool })
    return tool
  })
}

/** The person's entry on the list. Values of variables and headers are secrets and not included. */
function factsOf({ name, transport }: ListedServer): McpToolParts['facts'] {
  return transport.kind === 'http'
    ? { name, transport: 'http', at: transport.url }
    : { name, transport: 'stdio', at: [transport.command, ...transport.args].join(' ') }
}

function viewOf(server: Server): McpServerView {
  const { listed, connection, pins } = server
  const { transport } = listed
  const definitions = connection?.definitions
  const trusted = isTrusted(server)
  const state = connection?.state ?? { kind: 'off' as const }
  return {
    name: listed.name,
    transport:
      transport.kind === 'http'
        ? { kind: 'http', url: transport.url, headers: Object.keys(transport.headers) }
        : {
            kind: 'stdio',
            command: transport.command,
            args: [...transport.args],
            env: Object.keys(transport.env),
            cwd: transport.cwd ?? null,
          },
    enabled: listed.enabled,
    state: state.kind,
    problem: connection?.problem ?? null,
    retry_at: state.kind === 'waiting' ? state.retryAt : null,
    server: connection?.about ?? null,
    trust: trusted ? 'trusted' : pins.trusted === null || !definitions ? 'untrusted' : 'changed',
    ...(trusted && pins.trustedAt !== undefined ? { trusted_at: pins.trustedAt } : {}),
    hash: definitions?.hash ?? null,
    tools: (definitions?.tools ?? []).map((definition) => ({
      name: definition.name,
      description: definition.description,
      ...natureOf(definition, { trusted }),
      changed: pins.change(definition) !== undefined,
    })),
    refused: [...(definitions?.refused ?? [])],
  }
}
