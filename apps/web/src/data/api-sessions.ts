import { SessionView } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

const SessionList = z.object({ sessions: z.array(SessionView), own: z.string().nullable() })
type SessionList = z.infer<typeof SessionList>
const NewCode = z.object({ code: z.string(), address: z.string() })
type NewCode = z.infer<typeof NewCode>

/** Browsers and terminals that are signed in, and which of them this page is. */
export async function fetchSessions(): Promise<HttpResult<SessionList>> {
  return httpGet('/api/sessions', SessionList)
}

/** A code that signs in one more browser or terminal, within ten minutes. */
export async function makeCode(): Promise<HttpResult<NewCode>> {
  return httpSend('POST', '/api/session/codes', {}, NewCode)
}

export async function revokeSession(id: string): Promise<HttpResult<unknown>> {
  return httpSend('DELETE', `/api/sessions/${encodeURIComponent(id)}`, undefined, z.unknown())
}
