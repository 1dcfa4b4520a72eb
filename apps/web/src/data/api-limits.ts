import { settingsRoutes } from '@countersign/protocol'
import type { LimitChange, Reply } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

type Limits = Reply<typeof settingsRoutes.limits>

export async function fetchLimits(): Promise<HttpResult<Limits>> {
  return call(settingsRoutes.limits, {})
}

export async function changeLimits(change: LimitChange): Promise<HttpResult<Limits>> {
  return call(settingsRoutes.changeLimits, { body: change })
}
