import type { KeyView, NewKey, UserId } from '@countersign/protocol'
import type { Vault } from '../platform/vault/vault.ts'
import type { Environment } from '../settings/environment.ts'

/** A provider that needs a key, and the environment variables that can hold it, best first. */
export interface KeyOwner {
  readonly id: string
  readonly name: string
  readonly variables: readonly string[]
}

/** Keys of model providers. A stored key takes precedence over the environment. Keys leave this process only to their provider. */
export interface ProviderKeys {
  /** The stored key, if there is a readable one. */
  stored(owner: Pick<KeyOwner, 'id'>): Promise<NewKey | undefined>
  /** The environment for opening the provider, with the stored key in its first variable. */
  environment(owner: Pick<KeyOwner, 'id' | 'variables'>): Promise<Environment>
  view(owner: KeyOwner): Promise<KeyView>
  set(owner: Pick<KeyOwner, 'id'>, key: NewKey, by: UserId): Promise<void>
  /** False: none was stored. */
  remove(owner: Pick<KeyOwner, 'id'>, by: UserId): Promise<boolean>
}

const nameOf = (id: string) => `key:${id}`

export function providerKeys(parts: { readonly vault: Vault; readonly env: Environment }): ProviderKeys {
  const { vault, env } = parts

  async function read(id: string): Promise<StoredKey> {
    const kept = await vault.read(nameOf(id))
    if (kept.kind !== 'secret') return kept
    const { region } = kept.facts
    return { kind: 'key', key: kept.secret, ...(region === undefined ? {} : { region }) }
  }

  return {
    async stored({ id }) {
      const own = await read(id)
      return own.kind === 'key' ? own : undefined
    },
    async environment({ id, variables: [variable] }) {
      const own = await read(id)
      return own.kind === 'key' && variable !== undefined ? withKey(env, variable, own) : env
    },
    async view(owner) {
      const own = await read(owner.id)
      const variable = owner.variables.find((name) => isSet(env[name]))
      const base = {
        provider: owner.id,
        name: owner.name,
        variable: variable ?? owner.variables[0] ?? null,
        overrides_environment: own.kind === 'key' && variable !== undefined,
        problem:
          own.kind === 'unreadable'
            ? 'the stored key cannot be decrypted with this server’s secret; enter it again'
            : null,
      }
      if (own.kind === 'key') return { ...base, source: 'settings', last4: lastFour(own.key) }
      if (variable === undefined) return { ...base, source: 'none', last4: null }
      return { ...base, source: 'environment', last4: lastFour(env[variable] ?? '') }
    },
    set: ({ id }, { key, region }, user) =>
      vault.keep(nameOf(id), key, {
        facts: region === undefined ? {} : { region },
        note: { user, kind: 'key_set', data: { provider: id } },
      }),
    remove: ({ id }, user) => vault.remove(nameOf(id), { user, kind: 'key_removed', data: { provider: id } }),
  }
}

type StoredKey = { readonly kind: 'none' | 'unreadable' } | ({ readonly kind: 'key' } & NewKey)

/** The environment with this key, as a provider sees it. */
export function withKey(env: Environment, variable: string, { key, region }: NewKey): Environment {
  return { ...env, [variable]: key, ...(region === undefined ? {} : { AWS_REGION: region }) }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** Shortest key whose end is shown: four characters must not be a large part of it. */
const LONG_ENOUGH = 16

function lastFour(key: string): string | null {
  return key.length < LONG_ENOUGH ? null : key.slice(-4)
}
