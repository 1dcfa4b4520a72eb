import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../../disk/error-code.ts'
import { anchorFolder } from '../../../workspace/anchored-folder.ts'
import { LIMITS } from '../extract/limits.ts'

export type LinkedFile =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly modified: number }
  | { readonly kind: 'failed' | 'skipped' | 'gone'; readonly reason: string }

/** Reads a file of a linked folder. It follows no links, neither on the way nor at the end, and waits for no pipe. */
export async function readLinked(root: string, name: string): Promise<LinkedFile> {
  const path = join(root, name)
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { kind: 'gone', reason: 'the file is gone' }
  try {
    const handle = await open(
      parent.folder.at(basename(path)),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const found = await handle.stat()
      if (!found.isFile()) return { kind: 'skipped', reason: 'it is not a file' }
      if (found.size > LIMITS.file) return { kind: 'skipped', reason: 'it is larger than 50 MB' }
      return { kind: 'file', bytes: await handle.readFile(), modified: found.mtimeMs }
    } finally {
      await handle.close()
    }
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone', reason: 'the file is gone' }
    if (code === 'ELOOP') return { kind: 'skipped', reason: 'it is a link' }
    if (code === 'EACCES' || code === 'EPERM')
      return { kind: 'failed', reason: 'this server may not read it' }
    throw cause
  } finally {
    await parent.folder.close()
  }
}
