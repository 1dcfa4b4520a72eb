import { observabilityRoutes, type ObservedFilter, type UserId } from '@countersign/protocol'
import { actByHand } from '../../platform/act-by-hand.ts'
import type { Feature } from '../../platform/feature.ts'
import { Content, route } from '../../platform/route.ts'
import { observedOf, START, type Observed } from './observed.ts'
import { observabilityTools } from './tools.ts'
import { madeOnce } from '../../platform/made-once.ts'

/** Most calls that are exported. */
const EXPORT_LIMIT = 10_000

/** Calls of models and tools, over all threads: for people, and as numbers for the agent. */
export const observability: Feature = {
  name: 'observability',
  settings: [START],
  start(host) {
    const observed = observedOf(host)
    const tools = madeOnce((user) => observabilityTools(observed, user))
    return {
      forPerson: async (user) => ({ tools: tools(user), remembered: [] }),
      routes: [
        route(observabilityRoutes.list, ({ actor, query: { before, ...filter } }) =>
          observed.page(actor.user, filter, before),
        ),
        route(
          observabilityRoutes.export,
          async ({ actor, query, gone }) =>
            new Content(await exported(observed, actor.user, query, gone), {
              'content-type': 'application/jsonl; charset=utf-8',
              'content-disposition': 'attachment; filename="calls.jsonl"',
              'cache-control': 'no-store',
            }),
        ),
        route(observabilityRoutes.clear, async ({ actor }) => {
          const tool = observabilityTools(observed, actor.user).find(
            ({ name }) => name === 'observability.clear',
          )
          if (tool === undefined) throw new Error('there is no observability.clear')
          const { state, text } = await actByHand(host, actor, { workspace: host.workspace, tool, args: {} })
          return { ok: state === 'succeeded', text }
        }),
      ],
    }
  },
}

/** One line of JSON per call, as shown. */
async function exported(
  observed: Observed,
  user: UserId,
  filter: ObservedFilter,
  gone: AbortSignal,
): Promise<string> {
  const lines = new Map<string, string>()
  let before: string | undefined
  do {
    const { calls, next } = await observed.page(user, filter, before)
    for (const call of calls) lines.set(call.id, `${JSON.stringify(call)}\n`)
    before = next ?? undefined
  } while (before !== undefined && lines.size < EXPORT_LIMIT && !gone.aborted)
  return [...lines.values()].slice(0, EXPORT_LIMIT).join('')
}
