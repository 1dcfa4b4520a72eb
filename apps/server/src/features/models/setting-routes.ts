import { settingsRoutes, unknownKey, type SettingView, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import { refuse, route, type Route } from '../../platform/route.ts'
import { changeSetting, readSetting, type SettingSpec } from '../../platform/setting.ts'

/** Settings that features declare for people to change. Settings of threads are changed in the thread. */
export function settingRoutes({ settings, store }: Pick<Host, 'settings' | 'store'>): readonly Route[] {
  const open = settings.filter((spec) => spec.open === true && spec.scope !== 'thread')
  const view = async (spec: SettingSpec, user: UserId): Promise<SettingView> => ({
    name: spec.name,
    about: spec.about,
    value: await readSetting(store.settings, spec, user),
    standard: spec.standard,
  })
  return [
    route(settingsRoutes.values, async ({ actor }) => ({
      values: await Promise.all(open.map((spec) => view(spec, actor.user))),
    })),
    route(settingsRoutes.setValue, async ({ actor: { user }, params, body }) => {
      const spec = open.find(({ name }) => name === params.name)
      if (spec === undefined) return refuse(404, 'not_found', 'there is no such setting')
      const value = spec.schema.safeParse(body.value)
      if (!value.success) return refuse(400, 'bad_message', z.prettifyError(value.error))
      const unknown = unknownKey(spec.schema, body.value)
      if (unknown !== undefined)
        return refuse(400, 'bad_message', `refused at \`value.${unknown.at}\`: ${unknown.message}`)
      await changeSetting(store.settings, spec, { user, value: value.data })
      return view(spec, user)
    }),
  ]
}
