import { fileRoutes } from '@countersign/protocol'
import type { FileNames, FolderLook, ThreadId } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** Names in the folder of a chat, or of new chats, that fit what was typed; null: there is no answer now. */
export async function findFiles(
  wanted: string,
  thread: ThreadId | null,
  signal: AbortSignal | null = null,
): Promise<FileNames | null> {
  const answer = await call(fileRoutes.names, { query: { wanted, thread_id: thread ?? undefined } }, signal)
  return answer.ok ? answer.value : null
}

/** What the server says of a folder that a person typed or opened. */
export function lookAtFolder(
  path: string,
  signal: AbortSignal | null = null,
): Promise<HttpResult<FolderLook>> {
  return call(fileRoutes.folders, { body: { path } }, signal)
}
