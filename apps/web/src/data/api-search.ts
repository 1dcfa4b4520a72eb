import { SearchSettingsView } from '@countersign/protocol'
import type { SearchServiceId } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

const PATH = '/api/settings/search'

/** Services that search the web, and which of them does. */
export async function fetchSearch(): Promise<HttpResult<SearchSettingsView>> {
  return httpGet(PATH, SearchSettingsView)
}

/** Stores a key or an address. It is never given out again. */
export async function setSearch(
  service: SearchServiceId,
  value: string,
): Promise<HttpResult<SearchSettingsView>> {
  return httpSend('PUT', `${PATH}/${service}`, { value }, SearchSettingsView)
}

export async function removeSearch(service: SearchServiceId): Promise<HttpResult<SearchSettingsView>> {
  return httpSend('DELETE', `${PATH}/${service}`, undefined, SearchSettingsView)
}

/** With null the first that is set up. */
export async function chooseSearch(chosen: SearchServiceId | null): Promise<HttpResult<SearchSettingsView>> {
  return httpSend('PATCH', PATH, { chosen }, SearchSettingsView)
}

const Checked = z.object({ ok: z.boolean(), message: z.string().optional() })

/** Asks the service something small. */
export async function checkSearch(service: SearchServiceId): Promise<HttpResult<z.infer<typeof Checked>>> {
  return httpSend('POST', `${PATH}/${service}/check`, {}, Checked)
}
