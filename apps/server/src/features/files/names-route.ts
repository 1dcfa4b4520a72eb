import { fileRoutes } from '@countersign/protocol'
import type { ModePolicies } from '../../rules/policy-source.ts'
import { noSuchThread, refuse, route, type Route } from '../../platform/route.ts'
import { folderOfNewThreads, type NewThreads } from '../../workspace/workspace-at.ts'
import type { NameWish, OfferedNames } from './offered-names.ts'
import type { Threads } from '../../turns/ports.ts'
import { nameQueue } from './name-queue.ts'

export interface NamesRouteParts extends NewThreads {
  readonly store: { readonly threads: Pick<Threads, 'get'> }
  readonly policy: Pick<ModePolicies, 'snapshot' | 'inFolder'>
}

/** Milliseconds that searching names may take. */
const PATIENCE = 1000

/**
 * Names of the workspace for people who write a message. A person looks, so nothing is asked; content is never returned, and names that
 * rules withhold from the agent are not offered.
 */
export function namesRoute(
  host: NamesRouteParts,
  look: (wish: NameWish) => Promise<OfferedNames>,
  patience = PATIENCE,
): Route {
  const { home, own, policy, store } = host
  const queue = nameQueue(patience)
  return route(fileRoutes.names, async ({ actor: { user }, query, gone }) => {
    if (queue.full) return refuse(429, 'rate_limited', 'too many requests at once; try again in a moment')
    const { wanted, thread_id: id } = query
    const thread = id === undefined ? undefined : await store.threads.get(user, id)
    if (id !== undefined && thread === undefined) return noSuchThread()
    const workspace = thread?.workspace ?? (await folderOfNewThreads(host, user))
    const rules = id === undefined ? await policy.inFolder(user, workspace) : await policy.snapshot(id)
    const names = await queue.run(gone, () =>
      look({
        place: { workspace, cwd: workspace, home, own },
        policy: rules,
        wanted,
        signal: AbortSignal.any([gone, AbortSignal.timeout(patience)]),
      }),
    )
    // Nobody is left to read it.
    return names === undefined ? { names: [], more: true } : { ...names, names: [...names.names] }
  })
}
