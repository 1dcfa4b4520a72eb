import { join } from 'node:path'
import { filesBelow, removeOld, thingsIn } from '../platform/files/old-files.ts'

export interface PruneParts {
  /** Folder of the checkpoints, and that of the trash. */
  readonly folder: string
  readonly trash: string
  readonly now: number
}

const DAY = 24 * 60 * 60_000

/** Older changes can no longer be undone. */
const KEEP_FOR = 30 * DAY
/** Maximum number of stored bytes; the oldest are removed first. */
const KEEP_AT_MOST = 5 * 1024 ** 3

/** Removes contents that are too old, and the oldest ones beyond the size limit. Returns how many were removed. */
export async function pruneKept(
  { folder, trash, now }: PruneParts,
  { keepFor = KEEP_FOR, atMost = KEEP_AT_MOST }: { readonly keepFor?: number; readonly atMost?: number } = {},
): Promise<number> {
  const kept = [
    ...(await filesBelow(join(folder, 'calls'))),
    ...(await filesBelow(join(folder, 'objects'))),
    ...(await thingsIn(trash)),
  ]
  return removeOld(kept, now, { keepFor, atMost })
}
