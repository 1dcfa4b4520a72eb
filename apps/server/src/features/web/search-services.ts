import { z } from 'zod'

/** One search result. */
export interface SearchHit {
  readonly title: string
  readonly url: string
  readonly text: string
}

/** A search service. Rejects if it is unreachable or its answer is invalid. */
export interface SearchService {
  readonly name: string
  search(
    query: string,
    options: { readonly count: number; readonly signal: AbortSignal },
  ): Promise<readonly SearchHit[]>
}

/** How a service is reached. */
export type Fetch = typeof globalThis.fetch

export type Environment = Readonly<Record<string, string | undefined>>

/** The addresses of the services; tests have their own. */
export interface ServiceAddresses {
  readonly brave: string
  readonly tavily: string
}

const ADDRESSES: ServiceAddresses = {
  brave: 'https://api.search.brave.com/res/v1/web/search',
  tavily: 'https://api.tavily.com/search',
}

/** What must be configured for a search, for people. */
export const NO_SERVICE =
  'no search service is set up: enter one in the settings (or with `countersign search set searxng|brave|tavily`), or set `SEARXNG_URL`, `BRAVE_API_KEY` or `TAVILY_API_KEY` where the server is started'

/** The service from the environment: the wanted one, otherwise the first that is set up. */
export function searchService(
  env: Environment,
  fetch: Fetch,
  addresses: ServiceAddresses = ADDRESSES,
): SearchService | undefined {
  const known = [
    ...(isSet(env['SEARXNG_URL']) ? [searxng(fetch, env['SEARXNG_URL'])] : []),
    ...(isSet(env['BRAVE_API_KEY']) ? [brave(fetch, env['BRAVE_API_KEY'], addresses.brave)] : []),
    ...(isSet(env['TAVILY_API_KEY']) ? [tavily(fetch, env['TAVILY_API_KEY'], addresses.tavily)] : []),
  ]
  const wanted = env['COUNTERSIGN_SEARCH']
  return isSet(wanted) ? known.find((service) => service.name === wanted) : known[0]
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const SearxngAnswer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
})

function searxng(fetch: Fetch, base: string): SearchService {
  return {
    name: 'searxng',
    async search(query, { count, signal }) {
      const url = new URL('search', base.endsWith('/') ? base : `${base}/`)
      url.searchParams.set('q', query)
      url.searchParams.set('format', 'json')
      const { results } = await ask(fetch, SearxngAnswer, url, { signal })
      return results
        .slice(0, count)
        .map(({ title, url: found, content }) => ({ title, url: found, text: content }))
    },
  }
}

const BraveAnswer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: text, url: z.string(), description: text })) })
    .nullish(),
})

function brave(fetch: Fetch, key: string, address: string): SearchService {
  return {
    name: 'brave',
    async search(query, { count, signal }) {
      const url = new URL(address)
      url.searchParams.set('q', query)
      url.searchParams.set('count', String(count))
      const headers = { 'x-subscription-token': key }
      const { web } = await ask(fetch, BraveAnswer, url, { signal, headers })
      return (web?.results ?? []).map(({ title, url: found, description }) => ({
        title: plain(title),
        url: found,
        text: plain(description),
      }))
    },
  }
}

const TavilyAnswer = z.object({ results: z.array(z.object({ title: text, url: z.string(), content: text })) })

function tavily(fetch: Fetch, key: string, address: string): SearchService {
  return {
    name: 'tavily',
    async search(query, { count, signal }) {
      const { results } = await ask(fetch, TavilyAnswer, new URL(address), {
        method: 'POST',
        signal,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: count }),
      })
      return results.map(({ title, url, content }) => ({ title, url, text: content }))
    },
  }
}

async function ask<T>(fetch: Fetch, schema: z.ZodType<T>, url: URL, init: RequestInit): Promise<T> {
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    headers: { accept: 'application/json', ...init.headers },
  })
  if (!answer.ok) throw new Error(`it responded with ${answer.status}`)
  const parsed = schema.safeParse(await answer.json())
  if (!parsed.success) throw new Error('its response was not in the expected format')
  return parsed.data
}

/** Without a service's highlighting marks. */
function plain(html: string): string {
  return html
    .replaceAll(/<\/?[a-z]+>/gi, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
