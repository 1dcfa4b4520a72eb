import { canonicalMode, MODES } from '@countersign/policy'
import {
  CheckRequest,
  NewEndpoint,
  NewKey,
  PreferencesChange,
  ProviderId,
  type UserId,
} from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import type { Models } from '../providers/models.ts'
import { TAKEN_IDS, type Sources } from '../providers/sources.ts'
import { forbiddenModes, whyForbidden } from '../rules/forbidden-modes.ts'
import type { Endpoints } from '../settings/endpoints.ts'
import type { PreferencesOf } from '../settings/preferences.ts'
import type { ProviderKeys } from '../settings/provider-keys.ts'

export interface SettingsRoutesParts {
  readonly user: UserId
  readonly models: Models
  readonly sources: Pick<Sources, 'keyOwner' | 'forget'>
  readonly keys: ProviderKeys
  readonly endpoints: Endpoints
  readonly preferences: PreferencesOf
  readonly guarded: RouteShorthandOptions
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const NO_PROVIDER = 'there is no provider of this name'

/** Models, their keys, endpoints, and what a person likes. A key goes in and is never given out again. */
export function settingsRoutes(app: FastifyInstance, parts: SettingsRoutesParts): void {
  const { guarded, user, models, preferences, refuse } = parts
  const bad = (reply: FastifyReply, error: z.ZodError) =>
    refuse(reply, 400, 'bad_message', z.prettifyError(error))

  app.get('/api/models', guarded, () => models.list(user))

  app.get('/api/settings', guarded, async () => ({ settings: await preferences.read(user) }))

  app.patch('/api/settings', guarded, async (request, reply) => {
    const change = PreferencesChange.safeParse(request.body)
    if (!change.success) return bad(reply, change.error)
    const { default_mode, outside_mode, default_model } = change.data
    const modes = await readModes({ default_mode, outside_mode })
    if ('message' in modes) return refuse(reply, 400, modes.code, modes.message)
    const problem = typeof default_model === 'string' ? await models.problem(default_model) : undefined
    if (problem !== undefined) return refuse(reply, 400, 'unavailable', problem)
    return { settings: await preferences.change(user, { ...change.data, ...modes }) }
  })

  keyRoutes(app, parts, bad)
  endpointRoutes(app, parts, bad)
}

type ModeNames = 'default_mode' | 'outside_mode'

/** The modes by their own names, or why one of them cannot be had. */
async function readModes(
  given: Readonly<Record<ModeNames, string | undefined>>,
): Promise<
  | Partial<Record<ModeNames, string>>
  | { readonly code: 'bad_message' | 'mode_forbidden'; readonly message: string }
> {
  const modes: Partial<Record<ModeNames, string>> = {}
  for (const name of ['default_mode', 'outside_mode'] as const) {
    const asked = given[name]
    if (asked === undefined) continue
    const mode = canonicalMode(asked)
    if (!MODES.has(mode)) return { code: 'bad_message', message: `\`${asked}\` is no mode` }
    const forbidden = whyForbidden(mode, await forbiddenModes())
    if (forbidden !== undefined) return { code: 'mode_forbidden', message: forbidden }
    modes[name] = mode
  }
  return modes
}

type Bad = (reply: FastifyReply, error: z.ZodError) => FastifyReply

function keyRoutes(app: FastifyInstance, parts: SettingsRoutesParts, bad: Bad): void {
  const { guarded, keys, models, refuse, sources, user } = parts

  app.get('/api/settings/keys', guarded, async () => {
    const { providers } = await models.list(user)
    return { keys: providers.flatMap(({ key }) => (key === null ? [] : [key])) }
  })

  app.get('/api/settings/keys/:provider', guarded, async (request, reply) => {
    const owner = await sources.keyOwner(providerOf(request))
    return owner ? { key: await keys.view(owner) } : refuse(reply, 404, 'not_found', NO_PROVIDER)
  })

  app.put('/api/settings/keys/:provider', guarded, async (request, reply) => {
    const owner = await sources.keyOwner(providerOf(request))
    if (!owner) return refuse(reply, 404, 'not_found', NO_PROVIDER)
    const body = NewKey.safeParse(request.body)
    if (!body.success) return bad(reply, body.error)
    await keys.set(owner, body.data, user)
    await sources.forget(owner.id)
    return { key: await keys.view(owner) }
  })

  app.delete('/api/settings/keys/:provider', guarded, async (request, reply) => {
    const owner = await sources.keyOwner(providerOf(request))
    if (!owner) return refuse(reply, 404, 'not_found', NO_PROVIDER)
    await keys.remove(owner, user)
    await sources.forget(owner.id)
    return { key: await keys.view(owner) }
  })

  app.post('/api/settings/keys/:provider/check', guarded, async (request, reply) => {
    const body = CheckRequest.safeParse(request.body ?? {})
    if (!body.success) return bad(reply, body.error)
    const { key, region } = body.data
    const given = key === undefined ? undefined : { key, ...(region === undefined ? {} : { region }) }
    const result = await models.check(providerOf(request), given)
    return result ?? refuse(reply, 404, 'not_found', NO_PROVIDER)
  })
}

function endpointRoutes(app: FastifyInstance, parts: SettingsRoutesParts, bad: Bad): void {
  const { endpoints, guarded, keys, models, refuse, sources, user } = parts

  app.get('/api/settings/endpoints', guarded, async () => ({
    endpoints: (await endpoints.list()).map(({ id, name, baseUrl }) => ({ id, name, base_url: baseUrl })),
  }))

  app.put('/api/settings/endpoints/:provider', guarded, async (request, reply) => {
    const id = ProviderId.safeParse(providerOf(request))
    if (!id.success) return bad(reply, id.error)
    if (TAKEN_IDS.has(id.data)) return refuse(reply, 400, 'bad_message', `\`${id.data}\` is taken`)
    const body = NewEndpoint.safeParse(request.body)
    if (!body.success) return bad(reply, body.error)
    const { key, ...endpoint } = body.data
    if (new URL(endpoint.base_url).password !== '')
      return refuse(reply, 400, 'bad_message', 'a key belongs in its own field, not in the address')
    await endpoints.set(id.data, endpoint, user)
    if (key === null) await keys.remove({ id: id.data }, user)
    else if (key !== undefined) await keys.set({ id: id.data }, { key }, user)
    await sources.forget(id.data)
    return { check: await models.check(id.data) }
  })

  app.delete('/api/settings/endpoints/:provider', guarded, async (request, reply) => {
    const id = providerOf(request)
    const removed = await endpoints.remove(id, user)
    if (!removed) return refuse(reply, 404, 'not_found', NO_PROVIDER)
    await keys.remove({ id }, user)
    await sources.forget(id)
    return { ok: true }
  })
}

const Params = z.object({ provider: z.string() })

function providerOf(request: FastifyRequest): string {
  return Params.safeParse(request.params).data?.provider ?? ''
}
