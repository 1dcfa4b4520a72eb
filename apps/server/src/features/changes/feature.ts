import type { Feature } from '../../platform/feature.ts'
import { byHandSince } from './by-hand-since.ts'
import { CHANGE_TABLES, keptHunks } from './kept-hunks.ts'
import { commitRoutes } from './commit-routes.ts'
import { listTool } from './list-tool.ts'
import { lookRoutes } from './look-routes.ts'
import { undoRoutes } from './undo-routes.ts'
import { madeOnce } from '../../platform/made-once.ts'

/** Changes of calls: by hunk, with call and signature; kept, undone and committed by a person. */
export const changes: Feature = {
  name: 'changes',
  ...CHANGE_TABLES,
  start(host) {
    const kept = keptHunks(host.store)
    const tools = madeOnce((user) => [listTool(host, kept, user)])
    return {
      forPerson: async (user) => ({
        tools: tools(user),
        remembered: [],
        meanwhile: (thread) => byHandSince(host, thread),
      }),
      routes: [...lookRoutes(host, kept), ...undoRoutes(host, kept), ...commitRoutes(host, kept)],
    }
  },
}
