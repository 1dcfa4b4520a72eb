import { MemoryView } from '@countersign/protocol'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

/** What the agent may remember over chats, and whether it may at all. */
export async function fetchMemory(): Promise<HttpResult<MemoryView>> {
  return httpGet('/api/memory', MemoryView)
}

export async function switchMemory(enabled: boolean): Promise<HttpResult<MemoryView>> {
  return httpSend('PUT', '/api/memory', { enabled }, MemoryView)
}

/** Forgets one entry, or with null all of them. */
export async function forget(key: string | null): Promise<HttpResult<MemoryView>> {
  const path = key === null ? '/api/memory' : `/api/memory/${encodeURIComponent(key)}`
  return httpSend('DELETE', path, undefined, MemoryView)
}
