import { settingsRoutes } from '@countersign/protocol'
import type { CheckResult, ModelList, NewEndpoint, NewKey, Reply } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** The available models and their providers. */
export async function fetchModels(): Promise<HttpResult<ModelList>> {
  return call(settingsRoutes.models, {})
}

/** Stores a key. It is never returned. */
export async function setKey(provider: string, key: NewKey): Promise<HttpResult<unknown>> {
  return call(settingsRoutes.setKey, { params: { provider }, body: key })
}

export async function removeKey(provider: string): Promise<HttpResult<unknown>> {
  return call(settingsRoutes.removeKey, { params: { provider } })
}

/** Asks the provider whether a key works: a new one, or with null the stored one. */
export async function checkKey(provider: string, key: NewKey | null): Promise<HttpResult<CheckResult>> {
  return call(settingsRoutes.checkKey, { params: { provider }, body: key ?? {} })
}

export async function setEndpoint(
  provider: string,
  endpoint: NewEndpoint,
): Promise<HttpResult<Reply<typeof settingsRoutes.setEndpoint>>> {
  return call(settingsRoutes.setEndpoint, { params: { provider }, body: endpoint })
}

export async function removeEndpoint(provider: string): Promise<HttpResult<unknown>> {
  return call(settingsRoutes.removeEndpoint, { params: { provider } })
}
