import type { Clock } from '@countersign/agent'
import { storedEndpoints, type Endpoints } from '../settings/endpoints.ts'
import { setLimits, type LimitValues, type SetLimits } from '../settings/limits.ts'
import type { SettingsStore } from '../settings/ports.ts'
import { preferencesOf, type PreferencesOf } from '../settings/preferences.ts'
import { providerKeys, type Environment, type ProviderKeys } from '../settings/provider-keys.ts'
import { secretBox } from '../settings/secret-box.ts'
import { openModels, type Models } from './models.ts'
import type { RetryPlan } from './retrying.ts'
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
  readonly config: { readonly approvalTimeout: number | null; readonly limits: LimitValues }
  /** What keys are sealed with. */
  readonly secret: Buffer
  readonly plan?: RetryPlan
  readonly patience?: number
}): ModelSettings {
  const { store, env, clock, config, plan, patience } = parts
  const preferences = preferencesOf(store, config)
  const endpoints = storedEndpoints(store)
  const keys = providerKeys({ store, env, box: secretBox(parts.secret) })
  const sources = openSources({
    env,
    keys,
    endpoints,
    store,
    clock,
    ...(patience === undefined ? {} : { patience }),
  })
  const limits = setLimits(store, config.limits)
  const models = openModels({
    limits: () => limits.values(),
    sources,
    preferences,
    wanted: env['COUNTERSIGN_MODEL'],
    ...(plan === undefined ? {} : { plan }),
  })
  return { models, sources, keys, endpoints, preferences, limits }
}
