import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { LimitChange, LimitList } from '../limits.ts'
import {
  CheckRequest,
  CheckResult,
  KeyView,
  ModelList,
  NewEndpoint,
  NewKey,
  Preferences,
  PreferencesChange,
  ProviderId,
} from '../settings.ts'
import { Done } from '../common.ts'

const OneKey = z.object({ key: KeyView })
const OneProvider = z.object({ provider: z.string() })
const Settings = z.object({ settings: Preferences })

/** A setting that a feature declared for people to change. */
export const SettingView = z.object({
  name: z.string(),
  about: z.string(),
  value: z.unknown(),
  /** The default. */
  standard: z.unknown(),
})
export type SettingView = z.infer<typeof SettingView>

/** Models, their keys, endpoints, limits, and preferences. */
export const settingsRoutes = {
  models: defineRoute({
    method: 'GET',
    path: '/api/models',
    needs: 'read',
    about: 'models that can be had',
    reply: ModelList,
  }),
  read: defineRoute({
    method: 'GET',
    path: '/api/settings',
    needs: 'read',
    about: 'the preferences of a person',
    reply: Settings,
  }),
  change: defineRoute({
    method: 'PATCH',
    path: '/api/settings',
    needs: 'person',
    about: 'changes some of it',
    body: PreferencesChange,
    reply: Settings,
  }),
  values: defineRoute({
    method: 'GET',
    path: '/api/settings/values',
    needs: 'read',
    about: 'settings of features',
    reply: z.object({ values: z.array(SettingView) }),
  }),
  setValue: defineRoute({
    method: 'PUT',
    path: '/api/settings/values/:name',
    needs: 'person',
    about: 'sets one of them; a row of the audit',
    params: z.object({ name: z.string().max(100) }),
    body: z.object({ value: z.unknown() }),
    reply: SettingView,
  }),
  keys: defineRoute({
    method: 'GET',
    path: '/api/settings/keys',
    needs: 'read',
    about: 'keys of providers, without the keys',
    reply: z.object({ keys: z.array(KeyView) }),
  }),
  key: defineRoute({
    method: 'GET',
    path: '/api/settings/keys/:provider',
    needs: 'read',
    about: 'one of them',
    params: OneProvider,
    reply: OneKey,
  }),
  setKey: defineRoute({
    method: 'PUT',
    path: '/api/settings/keys/:provider',
    needs: 'person',
    about: 'stores a key, encrypted',
    params: OneProvider,
    body: NewKey,
    reply: OneKey,
  }),
  removeKey: defineRoute({
    method: 'DELETE',
    path: '/api/settings/keys/:provider',
    needs: 'person',
    about: 'removes it',
    params: OneProvider,
    reply: OneKey,
  }),
  checkKey: defineRoute({
    method: 'POST',
    path: '/api/settings/keys/:provider/check',
    needs: 'person',
    about: 'tries a key, stored or not',
    params: OneProvider,
    body: CheckRequest,
    reply: CheckResult,
  }),
  endpoints: defineRoute({
    method: 'GET',
    path: '/api/settings/endpoints',
    needs: 'read',
    about: 'servers that a person added',
    reply: z.object({
      endpoints: z.array(z.object({ id: z.string(), name: z.string(), base_url: z.string() })),
    }),
  }),
  setEndpoint: defineRoute({
    method: 'PUT',
    path: '/api/settings/endpoints/:provider',
    needs: 'person',
    about: 'adds one',
    params: z.object({ provider: ProviderId }),
    namesNew: true,
    body: NewEndpoint,
    reply: z.object({ check: CheckResult.optional() }),
  }),
  removeEndpoint: defineRoute({
    method: 'DELETE',
    path: '/api/settings/endpoints/:provider',
    needs: 'person',
    about: 'removes it',
    params: OneProvider,
    reply: Done,
  }),
  limits: defineRoute({
    method: 'GET',
    path: '/api/settings/limits',
    needs: 'read',
    about: 'the limits of a turn',
    reply: LimitList,
  }),
  changeLimits: defineRoute({
    method: 'PATCH',
    path: '/api/settings/limits',
    needs: 'person',
    about: 'sets some of them; a row of the audit',
    body: LimitChange,
    reply: LimitList,
  }),
}
