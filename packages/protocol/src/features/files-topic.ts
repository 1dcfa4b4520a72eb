import { z } from 'zod'
import type { ThreadId } from '../ids.ts'

/** Most folders that one window is told of. */
export const LOOK_LIMIT = 500

/** An event of the topic `files:THREAD`: what changed in the folders that this window shows. */
export const FilesChanged = z.object({
  /** From the workspace root. */
  folders: z.array(z.string()).readonly(),
  paths: z.array(z.string()).readonly(),
})
export type FilesChanged = z.infer<typeof FilesChanged>

/** The topic of a chat's folder, or of the server's own. */
export function filesTopicId(thread: ThreadId | null): string {
  return thread ?? 'own'
}
