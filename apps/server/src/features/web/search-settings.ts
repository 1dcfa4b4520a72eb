import type { SearchServiceId, SearchSettingsView, UserId } from '@countersign/protocol'
import { SearchServiceId as ServiceId } from '@countersign/protocol'
import { searchService, type Fetch, type SearchService, type ServiceAddresses } from './search-services.ts'
import { readSetting, setting } from '../../platform/setting.ts'
import { WORKSPACE_SCOPE, type SettingsStore } from '../../settings/ports.ts'
import type { KeyOwner, ProviderKeys } from '../../providers/provider-keys.ts'
import type { Environment } from '../../settings/environment.ts'

export const CHOSEN = setting({
  name: 'search',
  scope: 'server',
  schema: ServiceId.nullable(),
  standard: null,
  about: 'Which service searches the web; null: the first that is set up.',
})

interface Owner extends KeyOwner {
  readonly service: SearchServiceId
  /** The required value: an address, or a key. */
  readonly wants: 'address' | 'key'
}

/** The services, in order of preference. A colon keeps their ids distinct from those of model providers. */
const OWNERS: readonly Owner[] = [
  { service: 'searxng', id: 'search:searxng', name: 'SearXNG', wants: 'address', variables: ['SEARXNG_URL'] },
  { service: 'brave', id: 'search:brave', name: 'Brave Search', wants: 'key', variables: ['BRAVE_API_KEY'] },
  { service: 'tavily', id: 'search:tavily', name: 'Tavily', wants: 'key', variables: ['TAVILY_API_KEY'] },
]

/** Search services as people set them up: stored like keys, encrypted, and preferred over those of the environment. */
export interface SearchSettings {
  /** The service to use now. */
  service(): Promise<SearchService | undefined>
  view(): Promise<SearchSettingsView>
  /** Why it was not stored; undefined: it was. */
  set(service: SearchServiceId, value: string, by: UserId): Promise<string | undefined>
  /** False: nothing was stored. */
  remove(service: SearchServiceId, by: UserId): Promise<boolean>
  /** Null: the first that is set up. */
  choose(service: SearchServiceId | null): Promise<void>
  /** Tests one with a small query. Undefined: it works. */
  check(service: SearchServiceId): Promise<string | undefined>
}

/** Milliseconds that a service has to answer when it is tried. */
const CHECK_TIME = 15_000

export function searchSettings(parts: {
  readonly store: SettingsStore
  readonly keys: ProviderKeys
  readonly env: Environment
  readonly fetch: Fetch
  readonly addresses?: ServiceAddresses
}): SearchSettings {
  const { store, keys, env, fetch, addresses } = parts

  async function chosen(): Promise<SearchServiceId | null> {
    return readSetting(store, CHOSEN, WORKSPACE_SCOPE)
  }

  /** The environment, overridden with stored values. */
  async function effective(wanted: SearchServiceId | null): Promise<Environment> {
    let seen = env
    for (const owner of OWNERS) {
      const own = await keys.stored(owner)
      const [variable = ''] = owner.variables
      if (own) seen = { ...seen, [variable]: own.key }
    }
    return wanted === null ? seen : { ...seen, COUNTERSIGN_SEARCH: wanted }
  }

  async function service(wanted: SearchServiceId | null): Promise<SearchService | undefined> {
    return searchService(await effective(wanted), fetch, addresses)
  }

  return {
    service: async () => service(await chosen()),
    async view() {
      const wanted = await chosen()
      const services = await Promise.all(
        OWNERS.map(async (owner) => {
          const { source, last4, problem, variable } = await keys.view(owner)
          return { id: owner.service, name: owner.name, wants: owner.wants, source, last4, problem, variable }
        }),
      )
      const used = (await service(wanted))?.name
      return { services, chosen: wanted, used: ServiceId.safeParse(used).data ?? null }
    },
    async set(id, value, by) {
      const owner = ownerOf(id)
      if (owner.wants === 'address' && !isAddress(value))
        return `\`${value.slice(0, 100)}\` is not an address; use one such as \`https://search.example.org/\``
      await keys.set(owner, { key: value }, by)
      return undefined
    },
    remove: (id, by) => keys.remove(ownerOf(id), by),
    async choose(id) {
      if (id === null) await store.remove(WORKSPACE_SCOPE, CHOSEN.name)
      else await store.set(WORKSPACE_SCOPE, CHOSEN.name, id)
    },
    async check(id) {
      const found = await service(id)
      if (!found) return 'it is not set up'
      try {
        await found.search('countersign', { count: 1, signal: AbortSignal.timeout(CHECK_TIME) })
        return undefined
      } catch (cause) {
        return cause instanceof Error ? cause.message : String(cause)
      }
    },
  }
}

function ownerOf(id: SearchServiceId): Owner {
  const owner = OWNERS.find(({ service }) => service === id)
  if (!owner) throw new Error(`\`${id}\` is in the protocol and not here`)
  return owner
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
