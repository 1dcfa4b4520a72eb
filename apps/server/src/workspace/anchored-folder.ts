import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { mountOf, O_PATH } from './descriptor.ts'
import { errorCode } from '../disk/error-code.ts'

/**
 * A folder that is held open. What is done through `at` happens in this very folder, even when its path is given to another one,
 * or to a link, at the same time.
 */
export interface AnchoredFolder {
  /** A path of one name in this folder, for any call of the file system. */
  at(name: string): string
  /** A folder in this one, held on its own; undefined: nothing or no folder is under this name. */
  child(name: string): Promise<AnchoredFolder | undefined>
  /** The mount that the folder is on; undefined where the system does not say. */
  mount(): Promise<string | undefined>
  close(): Promise<void>
}

export type Anchored =
  | { readonly ok: true; readonly folder: AnchoredFolder; readonly made: readonly string[] }
  /** Something on the way is missing, or is a link or a file. */
  | { readonly ok: false; readonly code: 'not_found' | 'not_a_folder'; readonly path: string }

/** Can a folder be held open and named by its descriptor? */
const HOLDS = process.platform === 'linux'

/**
 * Opens the folder at an absolute path that has no links in it, name by name, following none: what was judged is what is opened.
 * With `create` the folders that are missing are made, and `made` says which. The caller closes it.
 */
export async function anchorFolder(
  path: string,
  options: { readonly create?: boolean } = {},
): Promise<Anchored> {
  return HOLDS ? walk(path, options.create ?? false) : openByPath(path, options.create ?? false)
}

async function walk(path: string, create: boolean): Promise<Anchored> {
  const made: string[] = []
  let handle = await open('/', O_PATH | constants.O_DIRECTORY)
  let walked = '/'
  for (const name of path.split('/').filter((part) => part !== '')) {
    walked = join(walked, name)
    const next = await openAndLeave(handle, name, create)
    if (next === 'not_found' || next === 'not_a_folder') return { ok: false, code: next, path: walked }
    if (next.made) made.push(walked)
    handle = next.handle
  }
  return { ok: true, folder: held(handle), made }
}

async function openAndLeave(parent: FileHandle, name: string, create: boolean): Promise<Child> {
  try {
    return await openChild(parent, name, create)
  } finally {
    await parent.close()
  }
}

type Child = { readonly handle: FileHandle; readonly made: boolean } | 'not_found' | 'not_a_folder'

async function openChild(parent: FileHandle, name: string, create: boolean): Promise<Child> {
  const path = descriptorPath(parent, name)
  const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW
  let made = false
  for (;;) {
    try {
      return { handle: await open(path, flags), made }
    } catch (cause) {
      const code = errorCode(cause)
      if (code === 'ENOTDIR' || code === 'ELOOP') return 'not_a_folder'
      if (code !== 'ENOENT') throw cause
      if (!create || made) return 'not_found'
    }
    made = await makeFolder(path)
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (cause) {
    // Someone else made it: what it is, opening it will tell.
    if (errorCode(cause) === 'EEXIST') return false
    throw cause
  }
}

function held(handle: FileHandle): AnchoredFolder {
  return {
    at: (name) => descriptorPath(handle, name),
    async child(name) {
      const child = await openChild(handle, name, false)
      return child === 'not_found' || child === 'not_a_folder' ? undefined : held(child.handle)
    },
    mount: () => mountOf(handle),
    close: () => handle.close(),
  }
}

function descriptorPath(handle: FileHandle, name: string): string {
  return `/proc/self/fd/${handle.fd}/${name}`
}

/** Where folders cannot be held: looks whether the path has links now. A swap right after that is not seen. */
async function openByPath(path: string, create: boolean): Promise<Anchored> {
  const made: string[] = []
  if (create) {
    const first = await mkdir(path, { recursive: true })
    if (first !== undefined) made.push(...foldersBetween(first, path))
  }
  try {
    if ((await realpath(path)) !== path) return { ok: false, code: 'not_a_folder', path }
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
    return { ok: false, code: 'not_found', path }
  }
  return { ok: true, folder: named(path), made }
}

function named(path: string): AnchoredFolder {
  return {
    at: (name) => join(path, name),
    async child(name) {
      const found = await lstat(join(path, name)).catch(() => undefined)
      return found?.isDirectory() === true ? named(join(path, name)) : undefined
    },
    mount: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  }
}

function foldersBetween(first: string, last: string): readonly string[] {
  const folders = [first]
  for (const name of last
    .slice(first.length)
    .split('/')
    .filter((part) => part !== ''))
    folders.push(join(folders.at(-1) ?? first, name))
  return folders
}
