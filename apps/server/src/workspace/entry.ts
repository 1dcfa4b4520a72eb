import { lstat } from 'node:fs/promises'
import { anchorFolder, type AnchoredFolder } from './anchored-folder.ts'
import { hold, mountOf } from './descriptor.ts'
import { errorCode } from '../disk/error-code.ts'

/** An entry of a folder. Links are not followed. */
export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permission bits. */
  readonly mode: number
  readonly size: number
  /** Number of hard links. */
  readonly links: number
  /** Its mount; undefined if the system does not report it. */
  readonly mount: string | undefined
}

/** The entry with this name; undefined: none. */
export async function entryAt(folder: AnchoredFolder, name: string): Promise<Entry | undefined> {
  try {
    const path = folder.at(name)
    if (process.platform !== 'linux') return entryOf(await lstat(path), undefined)
    const handle = await hold(path)
    try {
      return entryOf(await handle.stat(), mountOf(handle))
    } finally {
      handle.close()
    }
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined
    throw cause
  }
}

/** The mount of a folder, by a path without links; undefined: there is none, or the system does not report it. */
export async function mountAt(path: string): Promise<string | undefined> {
  const anchored = await anchorFolder(path)
  if (!anchored.ok) return undefined
  try {
    return await anchored.folder.mount()
  } finally {
    await anchored.folder.close()
  }
}

function entryOf(found: Awaited<ReturnType<typeof lstat>>, mount: string | undefined): Entry {
  const kind = found.isFile()
    ? 'file'
    : found.isDirectory()
      ? 'folder'
      : found.isSymbolicLink()
        ? 'link'
        : 'other'
  return {
    kind,
    mode: Number(found.mode) & 0o7777,
    size: Number(found.size),
    links: Number(found.nlink),
    mount,
  }
}
