import type { Clock } from '@countersign/agent'
import { storedEndpoints, type Endpoints } from '../settings/endpoints.ts'
import { setLimits, type LimitValues, type SetLimits } from '../settings/limits.ts'
import type { SettingsStore } from '../settings/ports.ts'
import { preferencesOf, type PreferencesOf } from '../settings/preferences.ts'
import { providerKeys, type ProviderKeys } from './provider-keys.ts'
import type { Environment } from '../settings/environment.ts'
import type { Vault } from '../platform/vault/vault.ts'
import { openModels, type Models } from './models.ts'
import type { RetryPlan } from './retrying.ts'
import type { Fetch } from './services.ts'
import { openSources, type Sources } from './sources.ts'

/** Everything about models that a person can set. */
export interface ModelSettings {
  readonly models: Models
  readonly sources: Sources
  readonly keys: ProviderKeys
  readonly endpoints: Endpoints
  readonly preferences: PreferencesOf
  readonly limits: SetLimits
}

export function modelSettings(parts: {
  readonly store: SettingsStore
  readonly env: Environment
  readonly clock: Clock
  readonly config: {
    readonly approvalTimeout: number | null
    readonly limits: LimitValues
    /** The folder named at startup. */
    readonly workspace?: string | undefined
  }
  readonly vault: Vault
  /** How models are reached. */
  readonly fetch: Fetch
  readonly plan?: RetryPlan
  readonly patience?: number
}): ModelSettings {
  const { store, env, clock, config, fetch, plan, patience } = parts
  const preferences = preferencesOf(store, config, clock)
  const endpoints = storedEndpoints(store)
  const keys = providerKeys({ vault: parts.vault, env })
  const sources = openSources({
    env,
    keys,
    endpoints,
    store,
    clock,
    fetch,
    ...(patience === undefined ? {} : { patience }),
  })
  const limits = setLimits(store, config.limits)
  const models = openModels({
    limits: () => limits.values(),
    fetch,
    sources,
    preferences,
    wanted: env['COUNTERSIGN_MODEL'],
    ...(plan === undefined ? {} : { plan }),
  })
  return { models, sources, keys, endpoints, preferences, limits }
}
