import { canonicalMode, MODES } from '@countersign/policy'
import { settingsRoutes } from '@countersign/protocol'
import { TAKEN_IDS } from '../../providers/sources.ts'
import { workspaceAt } from '../../workspace/workspace-at.ts'
import { forbiddenModes, whyForbidden } from '../../rules/forbidden-modes.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { DONE, refuse, route, type Refused, type Route } from '../../platform/route.ts'
import { MODEL_SETTINGS } from './declared.ts'
import { settingRoutes } from './setting-routes.ts'

const NO_PROVIDER = refuse(404, 'not_found', 'there is no provider with this name')

/** Models, their keys, endpoints and limits, and a person's preferences. A key is accepted but never returned. */
export const models: Feature = {
  name: 'models',
  settings: MODEL_SETTINGS,
  start: (host) => ({
    routes: [...preferenceRoutes(host), ...settingRoutes(host), ...keyRoutes(host), ...endpointRoutes(host)],
  }),
}

function preferenceRoutes({
  home,
  models: { limits, models: all, preferences },
  own,
}: Host): readonly Route[] {
  const limitList = async () => ({ limits: [...(await limits.list())] })
  return [
    route(settingsRoutes.models, ({ actor }) => all.list(actor.user)),
    route(settingsRoutes.read, async ({ actor }) => ({ settings: await preferences.read(actor.user) })),
    route(settingsRoutes.change, async ({ actor, body }) => {
      const { default_mode, outside_mode, default_model } = body
      const modes = await readModes({ default_mode, outside_mode })
      if ('message' in modes) return modes
      const problem = typeof default_model === 'string' ? await all.problem(default_model) : undefined
      if (problem !== undefined) return refuse(400, 'unavailable', problem)
      const { default_folder: asked } = body
      const folder = typeof asked === 'string' ? await workspaceAt(asked, { home, own }) : undefined
      if (folder?.ok === false) return refuse(400, 'unavailable', folder.error.message)
      const change = { ...body, ...modes, ...(folder === undefined ? {} : { default_folder: folder.value }) }
      return { settings: await preferences.change(actor.user, change) }
    }),
    route(settingsRoutes.limits, limitList),
    route(settingsRoutes.changeLimits, async ({ actor, body }) => {
      const problem = await limits.change(actor.user, body)
      return problem === undefined ? limitList() : refuse(400, 'bad_message', problem)
    }),
  ]
}

type ModeNames = 'default_mode' | 'outside_mode'

/** The modes by their canonical names, or why one of them is unavailable. */
async function readModes(
  given: Readonly<Record<ModeNames, string | undefined>>,
): Promise<Partial<Record<ModeNames, string>> | Refused> {
  const modes: Partial<Record<ModeNames, string>> = {}
  for (const name of ['default_mode', 'outside_mode'] as const) {
    const asked = given[name]
    if (asked === undefined) continue
    const mode = canonicalMode(asked)
    if (!MODES.has(mode)) return refuse(400, 'bad_message', `there is no mode \`${asked}\``)
    const forbidden = whyForbidden(mode, await forbiddenModes())
    if (forbidden !== undefined) return refuse(400, 'mode_forbidden', forbidden)
    modes[name] = mode
  }
  return modes
}

function keyRoutes({ models: { keys, models: all, sources } }: Host): readonly Route[] {
  return [
    route(settingsRoutes.keys, async ({ actor }) => {
      const { providers } = await all.list(actor.user)
      return { keys: providers.flatMap(({ key }) => (key === null ? [] : [key])) }
    }),
    route(settingsRoutes.key, async ({ params }) => {
      const owner = await sources.keyOwner(params.provider)
      return owner ? { key: await keys.view(owner) } : NO_PROVIDER
    }),
    route(settingsRoutes.setKey, async ({ actor, params, body }) => {
      const owner = await sources.keyOwner(params.provider)
      if (!owner) return NO_PROVIDER
      await keys.set(owner, body, actor.user)
      await sources.forget(owner.id)
      return { key: await keys.view(owner) }
    }),
    route(settingsRoutes.removeKey, async ({ actor, params }) => {
      const owner = await sources.keyOwner(params.provider)
      if (!owner) return NO_PROVIDER
      await keys.remove(owner, actor.user)
      await sources.forget(owner.id)
      return { key: await keys.view(owner) }
    }),
    route(settingsRoutes.checkKey, async ({ params, body: { key, region } }) => {
      const given = key === undefined ? undefined : { key, ...(region === undefined ? {} : { region }) }
      return (await all.check(params.provider, given)) ?? NO_PROVIDER
    }),
  ]
}

function endpointRoutes({ models: { endpoints, keys, models: all, sources } }: Host): readonly Route[] {
  return [
    route(settingsRoutes.endpoints, async () => ({
      endpoints: (await endpoints.list()).map(({ id, name, baseUrl }) => ({ id, name, base_url: baseUrl })),
    })),
    route(settingsRoutes.setEndpoint, async ({ actor, params: { provider: id }, body }) => {
      if (TAKEN_IDS.has(id)) return refuse(400, 'bad_message', `\`${id}\` is taken`)
      const { key, ...endpoint } = body
      if (new URL(endpoint.base_url).password !== '')
        return refuse(400, 'bad_message', 'a key belongs in its own field, not in the address')
      await endpoints.set(id, endpoint, actor.user)
      if (key === null) await keys.remove({ id }, actor.user)
      else if (key !== undefined) await keys.set({ id }, { key }, actor.user)
      await sources.forget(id)
      return { check: await all.check(id) }
    }),
    route(settingsRoutes.removeEndpoint, async ({ actor, params: { provider: id } }) => {
      const removed = await endpoints.remove(id, actor.user)
      if (!removed) return NO_PROVIDER
      await keys.remove({ id }, actor.user)
      await sources.forget(id)
      return DONE
    }),
  ]
}
