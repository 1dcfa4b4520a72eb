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

/** A feature's setting that people can change. */
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
    about: 'the available models',
    reply: ModelList,
  }),
  read: defineRoute({
    method: 'GET',
    path: '/api/settings',
    needs: 'read',
    about: 'a person’s preferences',
    reply: Settings,
  }),
  change: defineRoute({
    method: 'PATCH',
    path: '/api/settings',
    needs: 'person',
    about: 'changes some preferences',
    body: PreferencesChange,
    reply: Settings,
  }),
  values: defineRoute({
    method: 'GET',
    path: '/api/settings/values',
    needs: 'read',
    about: 'settings that features declare',
    reply: z.object({ values: z.array(SettingView) }),
  }),
  setValue: defineRoute({
    method: 'PUT',
    path: '/api/settings/values/:name',
    needs: 'person',
    about: 'changes one of these settings; writes an audit row',
    params: z.object({ name: z.string().max(100) }),
    body: z.object({ value: z.unknown() }),
    reply: SettingView,
  }),
  keys: defineRoute({
    method: 'GET',
    path: '/api/settings/keys',
    needs: 'read',
    about: 'provider keys, without the keys themselves',
    reply: z.object({ keys: z.array(KeyView) }),
  }),
  key: defineRoute({
    method: 'GET',
    path: '/api/settings/keys/:provider',
    needs: 'read',
    about: 'one provider key, without the key itself',
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
    about: 'removes a key',
    params: OneProvider,
    reply: OneKey,
  }),
  checkKey: defineRoute({
    method: 'POST',
    path: '/api/settings/keys/:provider/check',
    needs: 'person',
    about: 'tests a key, stored or not',
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
    about: 'adds a server',
    params: z.object({ provider: ProviderId }),
    namesNew: true,
    body: NewEndpoint,
    reply: z.object({ check: CheckResult.optional() }),
  }),
  removeEndpoint: defineRoute({
    method: 'DELETE',
    path: '/api/settings/endpoints/:provider',
    needs: 'person',
    about: 'removes a server',
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
    about: 'changes some limits; writes an audit row',
    body: LimitChange,
    reply: LimitList,
  }),
}
