import { changeRoutes } from '@countersign/protocol'
import { DONE, refuse, Refused, route, type Route } from '../../platform/route.ts'
import { changedFiles } from './changed-files.ts'
import { changesView, thenFiles } from './changes-view.ts'
import type { KeptHunks } from './kept-hunks.ts'
import { threadPlace, loadChanges, type ChangesHost } from './load-changes.ts'
import { readableByHand } from './readable.ts'
import { pastCalls } from './past-calls.ts'

/** A person reads the changes, and marks what they have read. */
export function lookRoutes(host: ChangesHost, kept: KeptHunks): readonly Route[] {
  return [
    route(changeRoutes.list, async ({ actor, query }) => {
      const loaded = await loadChanges(host, kept, actor.user, query)
      return loaded instanceof Refused ? loaded : changesView({ ...loaded, shown: loaded.shownPath })
    }),
    route(changeRoutes.since, async ({ actor, query: { thread_id, call_id } }) => {
      const place = await threadPlace(host, actor.user, { thread_id })
      if (place instanceof Refused) return place
      const { calls } = await pastCalls(host.store, actor.user, place.scope)
      const at = calls.findIndex(({ id }) => id === call_id)
      if (at === -1) return refuse(404, 'not_found', 'there is no such call in this chat')
      const later = calls.slice(at + 1).filter(({ changed }) => changed)
      const files = await changedFiles(host.laterFiles.checkpoints, later)
      return { files: thenFiles(await readableByHand(host, place.place, files), place.shownPath) }
    }),
    route(changeRoutes.keep, async ({ actor, body: { thread_id, parts, kept: isKept } }) => {
      const place = await threadPlace(host, actor.user, { thread_id })
      if (place instanceof Refused) return place
      await kept.mark(actor.user, parts, isKept)
      return DONE
    }),
  ]
}
