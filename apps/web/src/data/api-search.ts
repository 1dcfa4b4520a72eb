import { searchRoutes } from '@countersign/protocol'
import type { Reply, SearchServiceId, SearchSettingsView } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** Services that search the web, and which of them does. */
export async function fetchSearch(): Promise<HttpResult<SearchSettingsView>> {
  return call(searchRoutes.read, {})
}

/** Stores a key or an address. It is never returned. */
export async function setSearch(
  service: SearchServiceId,
  value: string,
): Promise<HttpResult<SearchSettingsView>> {
  return call(searchRoutes.set, { params: { service }, body: { value } })
}

export async function removeSearch(service: SearchServiceId): Promise<HttpResult<SearchSettingsView>> {
  return call(searchRoutes.remove, { params: { service } })
}

/** Null: the first that is set up. */
export async function chooseSearch(chosen: SearchServiceId | null): Promise<HttpResult<SearchSettingsView>> {
  return call(searchRoutes.choose, { body: { chosen } })
}

/** Sends the service a small query. */
export async function checkSearch(
  service: SearchServiceId,
): Promise<HttpResult<Reply<typeof searchRoutes.check>>> {
  return call(searchRoutes.check, { params: { service } })
}
