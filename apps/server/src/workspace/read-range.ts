import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from '../disk/error-code.ts'
import { anchorFolder } from './anchored-folder.ts'

export type Range =
  | { readonly kind: 'file'; readonly size: number; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'no_file' }

/** Some bytes of a file of any size, at an absolute path without links. Follows no link, waits for no pipe. */
export async function readRange(path: string, from: number, length: number): Promise<Range> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { kind: 'absent' }
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const handle = await open(parent.folder.at(basename(path)), flags)
    try {
      const found = await handle.stat()
      if (!found.isFile()) return { kind: 'no_file' }
      const room = Math.max(0, Math.min(length, found.size - from))
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(room), 0, room, from)
      return { kind: 'file', size: found.size, bytes: buffer.subarray(0, bytesRead) }
    } finally {
      await handle.close()
    }
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
    if (code === 'ELOOP' || code === 'EACCES' || code === 'ENXIO' || code === 'EISDIR')
      return { kind: 'no_file' }
    throw cause
  } finally {
    await parent.folder.close()
  }
}
