import { randomBytes } from 'node:crypto'
import { McpName, type McpServerInput } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from '../../settings/ports.ts'
import type { Vault } from '../../platform/vault/vault.ts'

/** An MCP server on a person's list. Only these are ever started or called. */
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

/** The durable list of allowed servers. Values of variables and headers are in the vault. */
export interface ServerList {
  all(): Promise<readonly ListedServer[]>
  put(name: string, input: McpServerInput): Promise<void>
  /** False: it was not on the list. */
  remove(name: string): Promise<boolean>
}

export const LISTED = 'mcp:'
/**
 * Names of variables or headers, each with the key of its value in the vault: `true`, or a key of its own. A new value gets a new key, so
 * that a row always finds its own values, and none goes to the address of another row. Versions before the vault had sealed values here.
 */
const Names = z.record(z.string(), z.unknown())
export const StoredServer = z.object({
  enabled: z.boolean(),
  transport: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stdio'),
      command: z.string(),
      args: z.array(z.string()),
      env: Names,
      cwd: z.string().optional(),
    }),
    z.object({ kind: z.literal('http'), url: z.string(), headers: Names }),
  ]),
})
type StoredServer = z.infer<typeof StoredServer>

/** Opens the list. Values that older versions stored in it move into the vault. */
export async function storedServerList(store: SettingsStore, vault: Vault): Promise<ServerList> {
  await moveIn(store, vault)

  /** Stores new values; null keeps the existing one. Returns the stored form: names and keys. */
  async function keep(
    name: string,
    given: Readonly<Record<string, string | null>>,
    before: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const names: Record<string, unknown> = {}
    for (const [variable, value] of Object.entries(given)) {
      if (value !== null) {
        const place = randomBytes(PLACE_BYTES).toString('hex')
        await vault.keep(secretName(name, variable, place), value)
        names[variable] = place
      } else if (Object.hasOwn(before, variable)) names[variable] = before[variable]
    }
    return names
  }

  /** A value that cannot be decrypted is omitted: the server then reports what it lacks. */
  async function opened(
    name: string,
    names: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, string>> {
    const values: Record<string, string> = {}
    for (const [variable, place] of Object.entries(names)) {
      const kept = await vault.read(secretName(name, variable, place))
      if (kept.kind === 'secret') values[variable] = kept.secret
    }
    return values
  }

  async function listed({ name, enabled, transport }: NamedServer): Promise<ListedServer> {
    if (transport.kind === 'http')
      return { name, enabled, transport: { ...transport, headers: await opened(name, transport.headers) } }
    return {
      name,
      enabled,
      transport: { ...transport, env: await opened(name, transport.env), cwd: transport.cwd },
    }
  }

  /** Removes values that no setting names any more. */
  async function forget(name: string, but: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const stay = new Set(Object.entries(but).map(([variable, place]) => secretName(name, variable, place)))
    for (const secret of await vault.names(secretName(name, '', true)))
      if (!stay.has(secret)) await vault.remove(secret)
  }

  return {
    all: async () => Promise.all((await storedServers(store)).map(listed)),
    async put(name, { enabled, transport }) {
      const before = StoredServer.safeParse(await store.get(WORKSPACE_SCOPE, `${LISTED}${name}`)).data
        ?.transport
      const names =
        transport.kind === 'http'
          ? await keep(name, transport.headers, before?.kind === 'http' ? before.headers : {})
          : await keep(name, transport.env, before?.kind === 'stdio' ? before.env : {})
      const next: StoredServer = {
        enabled,
        transport:
          transport.kind === 'http' ? { ...transport, headers: names } : { ...transport, env: names },
      }
      await store.set(WORKSPACE_SCOPE, `${LISTED}${name}`, next)
      await forget(name, names)
    },
    async remove(name) {
      const removed = await store.remove(WORKSPACE_SCOPE, `${LISTED}${name}`)
      await forget(name)
      return removed
    },
  }
}

/** Bytes of a key: no two values of a variable share one. */
const PLACE_BYTES = 8

function secretName(server: string, variable: string, place: unknown): string {
  const start = `${LISTED}${server}:${variable}`
  return typeof place === 'string' ? `${start} ${place}` : start
}

type NamedServer = StoredServer & { readonly name: string }

async function storedServers(store: SettingsStore): Promise<readonly NamedServer[]> {
  return [...(await store.all(WORKSPACE_SCOPE))].flatMap(([key, value]) => {
    const name = key.startsWith(LISTED) ? McpName.safeParse(key.slice(LISTED.length)) : undefined
    const server = StoredServer.safeParse(value)
    return name?.success === true && server.success ? [{ name: name.data, ...server.data }] : []
  })
}

/** A value is in the vault before it is removed from the setting: if this is interrupted, the next start completes it. */
async function moveIn(store: SettingsStore, vault: Vault): Promise<void> {
  for (const { name, ...server } of await storedServers(store)) {
    const { transport } = server
    const values = Object.entries(transport.kind === 'http' ? transport.headers : transport.env)
    const isPlaced = (value: unknown) => value === true || typeof value === 'string'
    if (values.every(([, value]) => isPlaced(value))) continue
    for (const [variable, value] of values)
      if (!isPlaced(value)) await vault.adopt(secretName(name, variable, true), value)
    const names = Object.fromEntries(
      values.map(([variable, value]) => [variable, isPlaced(value) ? value : true]),
    )
    await store.set(WORKSPACE_SCOPE, `${LISTED}${name}`, {
      ...server,
      transport: transport.kind === 'http' ? { ...transport, headers: names } : { ...transport, env: names },
    })
  }
}
