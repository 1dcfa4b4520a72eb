import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import { NO_SERVICE, type SearchHit, type SearchService } from './search-services.ts'

/** Limits: results, and characters of one. */
const COUNT_LIMIT = 20
const TEXT_LIMIT = 500
/** Milliseconds that a service has. */
const TIME = 20_000

/** Searches the web with the configured service; without one it says what to configure. */
export function webSearch(service: () => Promise<SearchService | undefined>): Tool {
  return defineTool({
    name: 'web_search',
    description: 'Searches the web and returns titles, addresses and snippets. `web.fetch` reads a page.',
    input: z.object({
      query: z.string().min(1).max(500),
      count: z.number().int().min(1).max(COUNT_LIMIT).default(8).describe('How many results.'),
    }),
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'network',
    specifier: { kind: 'text', template: '{query}' },
    repeat: 'safe',
    parallelSafe: true,
    limits: [`${COUNT_LIMIT} results`, '20 seconds'],
    title: ({ query }) => `Search the web for ${query.slice(0, 100)}`,
    inspect: ({ query, count }) =>
      Promise.resolve({
        specifier: { kind: 'text', text: query },
        body: {
          kind: 'arguments',
          entries: [
            { name: 'query', value: query },
            { name: 'count', value: String(count) },
          ],
        },
        targets: [],
      }),
    async run({ query, count }, context) {
      const chosen = await service()
      if (!chosen) return { ok: false, code: 'not_set_up', text: NO_SERVICE }
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME)])
      try {
        const hits = (await chosen.search(query, { count, signal })).slice(0, count)
        return {
          ok: true,
          text: shownHits(hits),
          summary: hits.length === 1 ? '1 result' : `${hits.length} results`,
        }
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause)
        return { ok: false, code: 'unreachable', text: `${chosen.name} could not search: ${why}` }
      }
    },
  })
}

function shownHits(hits: readonly SearchHit[]): string {
  if (hits.length === 0) return 'Nothing was found.'
  return hits
    .map(
      ({ title, url, text }, index) => `${index + 1}. ${title}\n   ${url}\n   ${text.slice(0, TEXT_LIMIT)}`,
    )
    .join('\n')
}
