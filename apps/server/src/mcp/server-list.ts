import { McpName, type McpServerInput } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from '../settings/ports.ts'
import type { SecretBox } from '../settings/secret-box.ts'

/** An MCP server that a person put on the list. Only these are ever started or called. */
export interface ListedServer {
  readonly name: string
  readonly enabled: boolean
  readonly transport:
    | {
        readonly kind: 'stdio'
        readonly command: string
        readonly args: readonly string[]
        readonly env: Readonly<Record<string, string>>
        readonly cwd: string | undefined
      }
    | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

/** The list of allowed servers, durably. Values of variables and headers are sealed. */
export interface ServerList {
  all(): Promise<readonly ListedServer[]>
  put(name: string, input: McpServerInput): Promise<void>
  /** False: it was not on the list. */
  remove(name: string): Promise<boolean>
}

const PREFIX = 'mcp:'
const Sealed = z.record(z.string(), z.unknown())
const Stored = z.object({
  enabled: z.boolean(),
  transport: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stdio'),
      command: z.string(),
      args: z.array(z.string()),
      env: Sealed,
      cwd: z.string().optional(),
    }),
    z.object({ kind: z.literal('http'), url: z.string(), headers: Sealed }),
  ]),
})
type Stored = z.infer<typeof Stored>

export function storedServerList(store: SettingsStore, box: SecretBox): ServerList {
  const secretName = (server: string, variable: string) => `${PREFIX}${server}:${variable}`

  async function stored(name: string): Promise<Stored | undefined> {
    return Stored.safeParse(await store.get(WORKSPACE_SCOPE, `${PREFIX}${name}`)).data
  }

  /** New values are sealed, null keeps the one that is there, and what is not named goes. */
  function sealed(
    name: string,
    given: Readonly<Record<string, string | null>>,
    before: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(given).flatMap(([variable, value]): [string, unknown][] => {
        if (value !== null) return [[variable, box.seal(secretName(name, variable), value)]]
        return Object.hasOwn(before, variable) ? [[variable, before[variable]]] : []
      }),
    )
  }

  /** What cannot be opened is left out: the server then says what it misses. */
  function opened(name: string, values: Readonly<Record<string, unknown>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).flatMap(([variable, value]): [string, string][] => {
        const secret = box.open(secretName(name, variable), value)
        return secret === undefined ? [] : [[variable, secret]]
      }),
    )
  }

  function listed(name: string, { enabled, transport }: Stored): ListedServer {
    if (transport.kind === 'http')
      return { name, enabled, transport: { ...transport, headers: opened(name, transport.headers) } }
    return {
      name,
      enabled,
      transport: { ...transport, env: opened(name, transport.env), cwd: transport.cwd },
    }
  }

  return {
    async all() {
      const settings = await store.all(WORKSPACE_SCOPE)
      return [...settings].flatMap(([key, value]) => {
        const name = key.startsWith(PREFIX) ? McpName.safeParse(key.slice(PREFIX.length)) : undefined
        const server = Stored.safeParse(value)
        return name?.success === true && server.success ? [listed(name.data, server.data)] : []
      })
    },
    async put(name, { enabled, transport }) {
      const before = (await stored(name))?.transport
      const next: Stored = {
        enabled,
        transport:
          transport.kind === 'http'
            ? {
                ...transport,
                headers: sealed(name, transport.headers, before?.kind === 'http' ? before.headers : {}),
              }
            : { ...transport, env: sealed(name, transport.env, before?.kind === 'stdio' ? before.env : {}) },
      }
      await store.set(WORKSPACE_SCOPE, `${PREFIX}${name}`, next)
    },
    remove: (name) => store.remove(WORKSPACE_SCOPE, `${PREFIX}${name}`),
  }
}
