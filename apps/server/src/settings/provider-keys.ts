import type { KeyView, NewKey, UserId } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from './ports.ts'
import type { SecretBox } from './secret-box.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Someone who wants a key, and the environment variables that can hold it, best first. */
export interface KeyOwner {
  readonly id: string
  readonly name: string
  readonly variables: readonly string[]
}

/** Keys of model providers. One of the settings goes before one of the environment. Keys never leave this process but to their provider. */
export interface ProviderKeys {
  /** The stored key, if there is one that can be read. */
  stored(owner: Pick<KeyOwner, 'id'>): Promise<NewKey | undefined>
  /** What the provider is opened with: the environment, with the stored key in the place of its first variable. */
  environment(owner: Pick<KeyOwner, 'id' | 'variables'>): Promise<Environment>
  view(owner: KeyOwner): Promise<KeyView>
  set(owner: Pick<KeyOwner, 'id'>, key: NewKey, by: UserId): Promise<void>
  /** False: none was stored. */
  remove(owner: Pick<KeyOwner, 'id'>, by: UserId): Promise<boolean>
}

const Stored = z.object({ sealed: z.unknown(), region: z.string().optional() })

const nameOf = (id: string) => `key:${id}`

export function providerKeys(parts: {
  readonly store: SettingsStore
  readonly box: SecretBox
  readonly env: Environment
}): ProviderKeys {
  const { store, box, env } = parts

  async function read(id: string): Promise<StoredKey> {
    const value = Stored.safeParse(await store.get(WORKSPACE_SCOPE, nameOf(id)))
    if (!value.success) return { kind: 'none' }
    const { sealed, region } = value.data
    const key = box.open(nameOf(id), sealed)
    if (key === undefined) return { kind: 'unreadable' }
    return { kind: 'key', key, ...(region === undefined ? {} : { region }) }
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
            ? 'the stored key cannot be read with the secret of this server; enter it again'
            : null,
      }
      if (own.kind === 'key') return { ...base, source: 'settings', last4: lastFour(own.key) }
      if (variable === undefined) return { ...base, source: 'none', last4: null }
      return { ...base, source: 'environment', last4: lastFour(env[variable] ?? '') }
    },
    set: ({ id }, { key, region }, user) =>
      store.set(
        WORKSPACE_SCOPE,
        nameOf(id),
        { sealed: box.seal(nameOf(id), key), ...(region === undefined ? {} : { region }) },
        { user, kind: 'key_set', data: { provider: id } },
      ),
    remove: ({ id }, user) =>
      store.remove(WORKSPACE_SCOPE, nameOf(id), { user, kind: 'key_removed', data: { provider: id } }),
  }
}

type StoredKey = { readonly kind: 'none' | 'unreadable' } | ({ readonly kind: 'key' } & NewKey)

/** The environment as a provider is to see it: with this key. */
export function withKey(env: Environment, variable: string, { key, region }: NewKey): Environment {
  return { ...env, [variable]: key, ...(region === undefined ? {} : { AWS_REGION: region }) }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** Shortest key of which the end is shown: four characters must not be a good part of it. */
const LONG_ENOUGH = 16

function lastFour(key: string): string | null {
  return key.length < LONG_ENOUGH ? null : key.slice(-4)
}
