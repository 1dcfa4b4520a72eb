import { sessionRoutes } from '@countersign/protocol'
import type { Reply } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** Signed-in browsers and terminals, and which of them is this page. */
export async function fetchSessions(): Promise<HttpResult<Reply<typeof sessionRoutes.list>>> {
  return call(sessionRoutes.list, {})
}

/** A code that signs in one more browser or terminal, within ten minutes. */
export async function makeCode(): Promise<HttpResult<Reply<typeof sessionRoutes.newCode>>> {
  return call(sessionRoutes.newCode, {})
}

export async function revokeSession(id: string): Promise<HttpResult<unknown>> {
  return call(sessionRoutes.revoke, { params: { id } })
}
