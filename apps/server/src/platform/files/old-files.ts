import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'

/** A stored file, or a folder that is stored as one unit. */
export interface Kept {
  readonly name: string
  readonly path: string
  /** When it was last used. */
  readonly at: number
  readonly bytes: number
}

export interface Retention {
  /** Milliseconds that something is kept after its last use. */
  readonly keepFor: number
  /** Maximum total size in bytes; the oldest are removed first. */
  readonly atMost?: number | undefined
  /** Names that stay whatever their age. */
  readonly inUse?: ReadonlySet<string>
}

/** Removes files that are too old, and the oldest ones beyond the size limit. Returns how many were removed. */
export async function removeOld(
  kept: readonly Kept[],
  now: number,
  { keepFor, atMost = Infinity, inUse = new Set() }: Retention,
): Promise<number> {
  let bytes = 0
  let removed = 0
  for (const one of kept.toSorted((a, b) => b.at - a.at)) {
    bytes += one.bytes
    if (inUse.has(one.name) || (now - one.at <= keepFor && bytes <= atMost)) continue
    // Someone may have used it since the folder was read.
    const [present] = await measured(one.path, one.name)
    if (present === undefined || present.at !== one.at) continue
    await rm(one.path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

export async function filesBelow(folder: string): Promise<readonly Kept[]> {
  const found: Kept[] = []
  for (const { name, ...entry } of await entriesOf(folder)) {
    const path = join(folder, name)
    if (entry.isFolder) found.push(...(await filesBelow(path)))
    else found.push(...(await measured(path, name)))
  }
  return found
}

/** The direct entries of a folder; a subfolder is one entry, whatever its size. */
export async function thingsIn(folder: string): Promise<readonly Kept[]> {
  const things: Kept[] = []
  for (const { name, isFolder } of await entriesOf(folder)) {
    const path = join(folder, name)
    const [own] = await measured(path, name)
    if (own === undefined) continue
    const inside = isFolder ? await filesBelow(path) : []
    things.push({ ...own, bytes: inside.reduce((sum, file) => sum + file.bytes, own.bytes) })
  }
  return things
}

async function measured(path: string, name: string): Promise<readonly Kept[]> {
  try {
    const { mtimeMs, size } = await lstat(path)
    return [{ name, path, at: mtimeMs, bytes: size }]
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}

async function entriesOf(
  folder: string,
): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  try {
    const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}
