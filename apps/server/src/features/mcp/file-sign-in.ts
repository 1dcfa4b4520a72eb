import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { SettingsStore } from '../../settings/ports.ts'
import { masterSecret } from '../../platform/vault/master-secret.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { mcpOAuth, type McpOAuth } from './oauth.ts'
import { serial } from '../../serial.ts'

/**
 * Signing in at a server for a process without a database: its data is sealed, as in the database, in a file of the data folder that only
 * its owner can read.
 */
export async function fileSignIn(parts: {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The server by its address: each has its own. */
  readonly server: string
  readonly redirectUrl: () => string
  newState(): string
}): Promise<
  { readonly ok: true; readonly oauth: McpOAuth } | { readonly ok: false; readonly message: string }
> {
  const { home, env, ...rest } = parts
  await mkdir(home, { recursive: true, mode: 0o700 })
  const master = await masterSecret(home, env)
  if (!master.ok) return master
  const settings = fileSettings(join(home, 'mcp-sign-in.json'))
  return { ok: true, oauth: mcpOAuth({ ...rest, vault: await openVault(settings, master.secret) }) }
}

const Rows = z.record(z.string(), z.unknown())

/** Settings in a file. It is read every time, because another process may have written it. */
function fileSettings(path: string): SettingsStore {
  async function read(): Promise<Record<string, unknown>> {
    try {
      return Rows.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      // Missing, or not ours: then nobody has signed in.
      return {}
    }
  }
  async function write(rows: Record<string, unknown>): Promise<void> {
    const beside = `${path}.${process.pid}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(beside, JSON.stringify(rows), { mode: 0o600 })
    await rename(beside, path)
  }
  /** Two concurrent writes would replace the file under each other, and lose one of them. */
  const alone = serial()
  const keyOf = (scope: string, name: string) => `${scope}:${name}`
  return {
    async get(scope, name) {
      const rows = await read()
      const key = keyOf(scope, name)
      return Object.hasOwn(rows, key) ? rows[key] : undefined
    },
    async all(scope) {
      const start = keyOf(scope, '')
      return new Map(
        Object.entries(await read()).flatMap(([key, value]) =>
          key.startsWith(start) ? [[key.slice(start.length), value] as const] : [],
        ),
      )
    },
    set: (scope, name, value) => alone(async () => write({ ...(await read()), [keyOf(scope, name)]: value })),
    replace: (scope, name, value) =>
      alone(async () => {
        const rows = await read()
        const isSet = Object.hasOwn(rows, keyOf(scope, name))
        if (isSet) await write({ ...rows, [keyOf(scope, name)]: value })
        return isSet
      }),
    remove: (scope, name) =>
      alone(async () => {
        const { [keyOf(scope, name)]: found, ...others } = await read()
        if (found !== undefined) await write(others)
        return found !== undefined
      }),
  }
}
