import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../files/error-code.ts'

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

interface Kept {
  readonly path: string
  readonly at: number
  readonly bytes: number
}

/** Removes what was kept for too long, and the oldest of what is too much. Returns how many things went. */
export async function pruneKept(
  { folder, trash, now }: PruneParts,
  { keepFor = KEEP_FOR, atMost = KEEP_AT_MOST }: { readonly keepFor?: number; readonly atMost?: number } = {},
): Promise<number> {
  const kept = [
    ...(await filesBelow(join(folder, 'calls'))),
    ...(await filesBelow(join(folder, 'objects'))),
    ...(await thingsIn(trash)),
  ].toSorted((a, b) => b.at - a.at)
  let bytes = 0
  let gone = 0
  for (const one of kept) {
    bytes += one.bytes
    if (now - one.at <= keepFor && bytes <= atMost) continue
    await rm(one.path, { recursive: true, force: true })
    gone += 1
  }
  return gone
}

async function filesBelow(folder: string): Promise<readonly Kept[]> {
  const found: Kept[] = []
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await filesBelow(path)))
    else found.push(...(await measured(path)))
  }
  return found
}

/** Each thing in the trash is one, however much is in it. */
async function thingsIn(folder: string): Promise<readonly Kept[]> {
  const things: Kept[] = []
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    const [own] = await measured(path)
    if (own === undefined) continue
    const inside = entry.isDirectory() ? await filesBelow(path) : []
    things.push({ ...own, bytes: inside.reduce((sum, file) => sum + file.bytes, own.bytes) })
  }
  return things
}

async function measured(path: string): Promise<readonly Kept[]> {
  try {
    const { mtimeMs, size } = await lstat(path)
    return [{ path, at: mtimeMs, bytes: size }]
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}
