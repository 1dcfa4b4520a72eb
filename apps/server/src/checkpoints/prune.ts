import { join } from 'node:path'
import { filesBelow, removeOld, thingsIn } from '../platform/files/old-files.ts'

export interface PruneParts {
  /** Folder of the checkpoints, and that of the trash. */
  readonly folder: string
  readonly trash: string
  readonly now: number
}

const DAY = 24 * 60 * 60_000

/** What is older cannot be taken back any more. */
const KEEP_FOR = 30 * DAY
/** Most bytes that are kept; the oldest go first. */
const KEEP_AT_MOST = 5 * 1024 ** 3

/** Removes what was kept for too long, and the oldest of what is too much. Returns how many things went. */
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
