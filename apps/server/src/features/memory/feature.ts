import { memoryRoutes, type UserId } from '@countersign/protocol'
import type { Feature } from '../../platform/feature.ts'
import { refuse, route } from '../../platform/route.ts'
import { longTermMemory, MEMORY_SETTINGS } from './long-term.ts'
import { rememberTools } from './tools.ts'

/** The agent's memory of a person, over all threads: off until they switch it on. */
export const memory: Feature = {
  name: 'memory',
  settings: MEMORY_SETTINGS,
  start(host) {
    const kept = longTermMemory(host.store.settings, host.clock)
    const view = async (user: UserId) => ({
      enabled: await kept.isOn(user),
      entries: [...(await kept.list(user))],
    })
    return {
      forPerson: async (user) =>
        (await kept.isOn(user))
          ? { tools: rememberTools(kept, user), remembered: await kept.list(user) }
          : { tools: [], remembered: [] },
      routes: [
        route(memoryRoutes.read, ({ actor }) => view(actor.user)),
        route(memoryRoutes.switch, async ({ actor: { user }, body }) => {
          await kept.switch(user, body.enabled)
          return view(user)
        }),
        route(memoryRoutes.forgetAll, async ({ actor: { user } }) => {
          await kept.forgetAll(user)
          return view(user)
        }),
        route(memoryRoutes.forget, async ({ actor: { user }, params: { key } }) =>
          (await kept.forget(user, key))
            ? view(user)
            : refuse(404, 'not_found', `nothing is saved under \`${key.slice(0, 100)}\``),
        ),
      ],
    }
  },
}
