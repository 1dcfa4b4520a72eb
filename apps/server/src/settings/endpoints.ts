import { ProviderId, type NewEndpoint, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from './ports.ts'

/** A server with OpenAI's chat format, added by a person. Its key is stored with the other keys. */
export interface Endpoint {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
}

export interface Endpoints {
  list(): Promise<readonly Endpoint[]>
  set(id: string, endpoint: Pick<NewEndpoint, 'name' | 'base_url'>, by: UserId): Promise<Endpoint>
  /** False: there was none. */
  remove(id: string, by: UserId): Promise<boolean>
}

export const ENDPOINT = 'endpoint:'
export const StoredEndpoint = z.object({ name: z.string(), base_url: z.string() })

export function storedEndpoints(store: SettingsStore): Endpoints {
  return {
    async list() {
      const all = await store.all(WORKSPACE_SCOPE)
      return [...all].flatMap(([name, value]) => {
        const id = name.startsWith(ENDPOINT) ? ProviderId.safeParse(name.slice(ENDPOINT.length)) : undefined
        const stored = StoredEndpoint.safeParse(value)
        return id?.success === true && stored.success
          ? [{ id: id.data, name: stored.data.name, baseUrl: stored.data.base_url }]
          : []
      })
    },
    async set(id, { name, base_url }, user) {
      const baseUrl = base_url.replace(/\/+$/, '')
      const value = { name, base_url: baseUrl }
      const data = { endpoint: id, ...value }
      await store.set(WORKSPACE_SCOPE, `${ENDPOINT}${id}`, value, { user, kind: 'endpoint_set', data })
      return { id, name, baseUrl }
    },
    remove: (id, user) =>
      store.remove(WORKSPACE_SCOPE, `${ENDPOINT}${id}`, {
        user,
        kind: 'endpoint_removed',
        data: { endpoint: id },
      }),
  }
}
