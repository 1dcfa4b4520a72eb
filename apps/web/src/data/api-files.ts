import { FileNames } from '@countersign/protocol'
import type { ThreadId } from '@countersign/protocol'
import { httpGet } from './http.ts'

/** Names in the folder of a chat, or of new chats, that fit what was typed; null: there is no answer now. */
export async function findFiles(
  wanted: string,
  thread: ThreadId | null,
  signal: AbortSignal | null = null,
): Promise<FileNames | null> {
  const query = new URLSearchParams({ wanted, ...(thread === null ? {} : { thread_id: thread }) })
  const answer = await httpGet(`/api/files?${query.toString()}`, FileNames, signal)
  return answer.ok ? answer.value : null
}
