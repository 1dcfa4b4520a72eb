import { memoryRoutes } from '@countersign/protocol'
import type { MemoryView } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** The agent's memory across threads, and whether it is enabled. */
export async function fetchMemory(): Promise<HttpResult<MemoryView>> {
  return call(memoryRoutes.read, {})
}

export async function switchMemory(enabled: boolean): Promise<HttpResult<MemoryView>> {
  return call(memoryRoutes.switch, { body: { enabled } })
}

/** Deletes one entry, or with null all. */
export async function forget(key: string | null): Promise<HttpResult<MemoryView>> {
  return key === null ? call(memoryRoutes.forgetAll, {}) : call(memoryRoutes.forget, { params: { key } })
}
