import { fileRoutes } from '@countersign/protocol'
import type { FileNames, FolderLook, ThreadId } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** Names in a thread's folder, or in the folder of new threads, that match the typed text; null: no answer now. */
export async function findFiles(
  wanted: string,
  thread: ThreadId | null,
  signal: AbortSignal | null = null,
): Promise<FileNames | null> {
  const answer = await call(fileRoutes.names, { query: { wanted, thread_id: thread ?? undefined } }, signal)
  return answer.ok ? answer.value : null
}

/** The server's report on a folder that a person typed or opened. */
export function lookAtFolder(
  path: string,
  signal: AbortSignal | null = null,
): Promise<HttpResult<FolderLook>> {
  return call(fileRoutes.folders, { body: { path } }, signal)
}
