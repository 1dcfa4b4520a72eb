import { CheckResult, KeyView, ModelList } from '@countersign/protocol'
import type { NewEndpoint, NewKey } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

const Key = z.object({ key: KeyView })
const at = (provider: string): string => encodeURIComponent(provider)

/** Models that can be used, and who has them. */
export async function fetchModels(): Promise<HttpResult<ModelList>> {
  return httpGet('/api/models', ModelList)
}

/** Stores a key. It is never given out again. */
export async function setKey(provider: string, key: NewKey): Promise<HttpResult<unknown>> {
  return httpSend('PUT', `/api/settings/keys/${at(provider)}`, key, Key)
}

export async function removeKey(provider: string): Promise<HttpResult<unknown>> {
  return httpSend('DELETE', `/api/settings/keys/${at(provider)}`, undefined, Key)
}

/** Asks the provider whether a key works: one that is not stored yet, or with null the stored one. */
export async function checkKey(provider: string, key: NewKey | null): Promise<HttpResult<CheckResult>> {
  return httpSend('POST', `/api/settings/keys/${at(provider)}/check`, key ?? {}, CheckResult)
}

export async function setEndpoint(
  id: string,
  endpoint: NewEndpoint,
): Promise<HttpResult<{ check?: CheckResult | undefined }>> {
  const answer = z.object({ check: CheckResult.optional() })
  return httpSend('PUT', `/api/settings/endpoints/${at(id)}`, endpoint, answer)
}

export async function removeEndpoint(id: string): Promise<HttpResult<unknown>> {
  return httpSend('DELETE', `/api/settings/endpoints/${at(id)}`, undefined, z.object({ ok: z.literal(true) }))
}
