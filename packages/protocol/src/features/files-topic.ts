import { z } from 'zod'
import type { ThreadId } from '../ids.ts'

/** Maximum number of folders that one window watches. */
export const LOOK_LIMIT = 500

/** An event of the topic `files:THREAD`: what changed in the folders that this window shows. */
export const FilesChanged = z.object({
  /** From the workspace root. */
  folders: z.array(z.string()).readonly(),
  paths: z.array(z.string()).readonly(),
})
export type FilesChanged = z.infer<typeof FilesChanged>

/** The topic of a thread's folder, or of the server's own folder. */
export function filesTopicId(thread: ThreadId | null): string {
  return thread ?? 'own'
}
