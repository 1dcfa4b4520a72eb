import { z } from 'zod'
import { WORKSPACE_SCOPE, type Note, type SettingsStore } from '../../settings/ports.ts'
import { Sealed, secretBox } from './secret-box.ts'

/** Unencrypted facts stored with a secret, which may be shown. */
export type Facts = Readonly<Record<string, string>>

export type KeptSecret =
  | { readonly kind: 'none' }
  /** It was sealed with another master secret: someone has to enter it again. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'secret'; readonly secret: string; readonly facts: Facts }

/**
 * Secrets of features: keys, sign-ins, values of variables. They are sealed before they are stored, and only the feature that uses one
 * reads it: no view, log or export does. Names have an owner prefix, such as `key:` or `mcp:`.
 */
export interface Vault {
  read(name: string): Promise<KeptSecret>
  keep(
    name: string,
    secret: string,
    more?: { readonly facts?: Facts | undefined; readonly note?: Note },
  ): Promise<void>
  /** Changes a secret that is there. False: there is none, and none is made. */
  replace(name: string, secret: string, facts: Facts): Promise<boolean>
  /** Stores a value that an older version sealed under this name elsewhere. An existing value stays. */
  adopt(name: string, sealed: unknown, facts?: Facts): Promise<void>
  /** False: there was none. */
  remove(name: string, note?: Note): Promise<boolean>
  /** Names of all secrets that begin with this. */
  names(prefix: string): Promise<readonly string[]>
}

/** Where secrets are stored among the settings. */
export const VAULT_SCOPE = 'vault'
export const Stored = z.object({ sealed: z.unknown(), facts: z.record(z.string(), z.string()).default({}) })

/** Opens the vault on a store. Secrets that older versions stored among the settings move in. */
export async function openVault(store: SettingsStore, master: Buffer): Promise<Vault> {
  const vault = storedVault(store, master)
  await moveIn(store, vault)
  return vault
}

/** The vault in the store. */
export function storedVault(store: SettingsStore, master: Buffer): Vault {
  const box = secretBox(master)
  return {
    async read(name) {
      const stored = await store.get(VAULT_SCOPE, name)
      if (stored === undefined) return { kind: 'none' }
      const parsed = Stored.safeParse(stored)
      const secret = parsed.success ? box.open(name, parsed.data.sealed) : undefined
      return !parsed.success || secret === undefined
        ? { kind: 'unreadable' }
        : { kind: 'secret', secret, facts: parsed.data.facts }
    },
    keep: (name, secret, { facts = {}, note } = {}) =>
      store.set(VAULT_SCOPE, name, { sealed: box.seal(name, secret), facts }, note),
    replace: (name, secret, facts) =>
      store.replace(VAULT_SCOPE, name, { sealed: box.seal(name, secret), facts }),
    async adopt(name, sealed, facts = {}) {
      if ((await store.get(VAULT_SCOPE, name)) === undefined)
        await store.set(VAULT_SCOPE, name, { sealed, facts })
    },
    remove: (name, note) => store.remove(VAULT_SCOPE, name, note),
    names: async (prefix) =>
      [...(await store.all(VAULT_SCOPE)).keys()].filter((name) => name.startsWith(prefix)),
  }
}

/** The format in which versions before the vault stored provider keys and MCP sign-ins. */
const OlderKey = z.object({ sealed: Sealed, region: z.string().optional() })

/** A secret is in the vault before it is removed from its old place: if this is interrupted, the next start completes it. */
async function moveIn(store: SettingsStore, vault: Vault): Promise<void> {
  for (const [name, value] of await store.all(WORKSPACE_SCOPE)) {
    const key = name.startsWith('key:') ? OlderKey.safeParse(value).data : undefined
    const signIn = name.startsWith('mcp-oauth:') ? Sealed.safeParse(value).data : undefined
    if (key !== undefined)
      await vault.adopt(name, key.sealed, key.region === undefined ? {} : { region: key.region })
    else if (signIn !== undefined) await vault.adopt(name, signIn)
    else continue
    await store.remove(WORKSPACE_SCOPE, name)
  }
}
