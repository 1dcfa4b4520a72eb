import { searchRoutes } from '@countersign/protocol'
import { CHOSEN, searchSettings } from './search-settings.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, route } from '../../platform/route.ts'
import { webTools } from './web-tools.ts'

/** Pages of the web, and services that search it. */
export const web: Feature = {
  name: 'web',
  settings: [CHOSEN],
  start(host) {
    const search = searchSettings({
      store: host.store.settings,
      keys: host.models.keys,
      env: host.env,
      fetch: host.egress.fetch,
    })
    const tools = webTools(host.egress, () => search.service())
    return {
      tools: () => tools,
      routes: [
        route(searchRoutes.read, () => search.view()),
        route(searchRoutes.choose, async ({ body }) => {
          await search.choose(body.chosen)
          return search.view()
        }),
        route(searchRoutes.set, async ({ actor, params, body }) => {
          const problem = await search.set(params.service, body.value, actor.user)
          return problem === undefined ? search.view() : refuse(400, 'bad_message', problem)
        }),
        route(searchRoutes.remove, async ({ actor, params }) => {
          await search.remove(params.service, actor.user)
          return search.view()
        }),
        route(searchRoutes.check, async ({ params }) => {
          const problem = await search.check(params.service)
          return problem === undefined ? { ok: true } : { ok: false, message: problem }
        }),
      ],
    }
  },
}
