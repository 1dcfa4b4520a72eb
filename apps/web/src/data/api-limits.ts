import { LimitList } from '@countersign/protocol'
import type { LimitChange } from '@countersign/protocol'
import type { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

export async function fetchLimits(): Promise<HttpResult<z.infer<typeof LimitList>>> {
  return httpGet('/api/settings/limits', LimitList)
}

export async function changeLimits(change: LimitChange): Promise<HttpResult<z.infer<typeof LimitList>>> {
  return httpSend('PATCH', '/api/settings/limits', change, LimitList)
}
