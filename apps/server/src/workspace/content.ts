import type { Ahead } from '@countersign/agent'
import { closeSync, constants, fstatSync, openSync, read, readFile } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { anchorFolder, type AnchoredFolder } from './anchored-folder.ts'
import { errorCode } from '../disk/error-code.ts'
import { hashOf } from '../platform/files/content-files.ts'

/** Largest file that is read or changed, in bytes. */
export const FILE_LIMIT = 20_000_000

export type Content =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file'
      readonly bytes: Buffer
      readonly hash: string
      /** Permission bits. */
      readonly mode: number
      readonly owner: { readonly uid: number; readonly gid: number }
      /** Number of hard links. */
      readonly links: number
    }
  | { readonly kind: 'folder' }
  /** Neither a readable file nor a folder; `text` says what is there. */
  | { readonly kind: 'unreadable'; readonly text: string }

/** The content at an absolute path without links. Follows no link, waits for no pipe. */
export async function readContent(path: string): Promise<Content> {
  if (dirname(path) === path) return { kind: 'folder' }
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) {
    if (parent.code === 'not_found') return { kind: 'absent' }
    return { kind: 'unreadable', text: `\`${parent.path}\` is not a folder` }
  }
  try {
    return await readIn(parent.folder, basename(path))
  } finally {
    await parent.folder.close()
  }
}

/** The content of a path after the earlier calls of its step. */
export async function contentAhead(path: string, ahead: Ahead | undefined): Promise<Content> {
  const left = ahead?.get(path)
  if (left === undefined) return readContent(path)
  if (left === null) return { kind: 'absent' }
  const bytes = Buffer.from(left)
  return { kind: 'file', bytes, hash: hashOf(bytes), mode: 0o666, owner: { uid: 0, gid: 0 }, links: 1 }
}

const readAll: (fd: number) => Promise<Buffer> = promisify(readFile)
const readPart = promisify(read)

/** The bytes of an open file whose size was just asked for, usually in one request. */
async function bytesOf(fd: number, size: number): Promise<Buffer> {
  // Files of the system itself have none.
  if (size === 0) return readAll(fd)
  const bytes = Buffer.alloc(size)
  let got = 0
  while (got < size) {
    const { bytesRead } = await readPart(fd, bytes, got, size - got, null)
    if (bytesRead === 0) break
    got += bytesRead
  }
  return bytes.subarray(0, got)
}

/** The content of a name in an open folder. Only the bytes are read asynchronously: the rest is what the system has in memory. */
export async function readIn(folder: AnchoredFolder, name: string): Promise<Content> {
  try {
    const fd = openSync(folder.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = fstatSync(fd)
      if (found.isDirectory()) return { kind: 'folder' }
      if (!found.isFile()) return { kind: 'unreadable', text: `\`${name}\` is neither a file nor a folder` }
      if (found.size > FILE_LIMIT) return tooLarge(name, found.size)
      const bytes = await bytesOf(fd, found.size)
      if (bytes.length > FILE_LIMIT) return tooLarge(name, bytes.length)
      return {
        kind: 'file',
        bytes,
        hash: hashOf(bytes),
        mode: found.mode & 0o7777,
        owner: { uid: found.uid, gid: found.gid },
        links: found.nlink,
      }
    } finally {
      closeSync(fd)
    }
  } catch (cause) {
    return withoutContent(name, cause)
  }
}

function tooLarge(name: string, size: number): Content {
  return {
    kind: 'unreadable',
    text: `\`${name}\` has ${size} bytes, more than the limit of ${FILE_LIMIT}`,
  }
}

function withoutContent(name: string, cause: unknown): Content {
  switch (errorCode(cause)) {
    case 'ENOENT':
      return { kind: 'absent' }
    case 'ELOOP':
      return { kind: 'unreadable', text: `\`${name}\` is a broken link` }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', text: `this user cannot read \`${name}\`` }
    case 'ENXIO':
      return { kind: 'unreadable', text: `\`${name}\` is neither a file nor a folder` }
    case 'ENAMETOOLONG':
      return { kind: 'unreadable', text: 'the name is too long' }
    default:
      throw cause
  }
}
