import { constants, readlinkSync } from 'node:fs'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { hold, mountOf, type Descriptor } from './descriptor.ts'
import { errorCode } from '../disk/error-code.ts'

/**
 * An open folder. Everything done through `at` happens in exactly this folder, even if its path is concurrently given to another one, or to
 * a link.
 */
export interface AnchoredFolder {
  /** A path of one name in this folder, for any call of the file system. */
  at(name: string): string
  /** A folder in this one, opened separately; undefined: nothing or not a folder has this name. */
  child(name: string): Promise<AnchoredFolder | undefined>
  /** The mount of the folder; undefined if the system does not report it. */
  mount(): Promise<string | undefined>
  close(): Promise<void>
}

export type Anchored =
  | { readonly ok: true; readonly folder: AnchoredFolder; readonly made: readonly string[] }
  /** A component is missing, or is a link or a file. */
  | { readonly ok: false; readonly code: 'not_found' | 'not_a_folder'; readonly path: string }

/** Whether a folder can be held open and addressed by its descriptor. */
const HOLDS = process.platform === 'linux'

/**
 * Opens the folder at an absolute path without links, name by name, following none: the opened folder is the judged one. With `create`
 * missing folders are created, and `made` lists them. The caller closes it.
 */
export async function anchorFolder(
  path: string,
  options: { readonly create?: boolean } = {},
): Promise<Anchored> {
  return HOLDS ? walk(path, options.create ?? false) : openByPath(path, options.create ?? false)
}

async function walk(path: string, create: boolean): Promise<Anchored> {
  const there = await openAtOnce(path)
  if (there !== undefined) return { ok: true, folder: held(there), made: [] }
  const made: string[] = []
  let handle = await hold('/', constants.O_DIRECTORY)
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

/**
 * Most paths have no link in them, and opening them name by name costs two operations for each name. The system names the opened folder by a path
 * without links, so an equal name proves that none was followed. Undefined: only walking can tell what is there.
 */
async function openAtOnce(path: string): Promise<Descriptor | undefined> {
  const handle = await hold(path, constants.O_DIRECTORY).catch(() => undefined)
  if (handle === undefined || nameOf(handle) === path) return handle
  handle.close()
  return undefined
}

function nameOf({ fd }: Descriptor): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return undefined
  }
}

async function openAndLeave(parent: Descriptor, name: string, create: boolean): Promise<Child> {
  try {
    return await openChild(parent, name, create)
  } finally {
    parent.close()
  }
}

type Child = { readonly handle: Descriptor; readonly made: boolean } | 'not_found' | 'not_a_folder'

async function openChild(parent: Descriptor, name: string, create: boolean): Promise<Child> {
  const path = descriptorPath(parent, name)
  let made = false
  for (;;) {
    try {
      return { handle: await hold(path, constants.O_DIRECTORY), made }
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
    // Someone else created it: opening it will show what it is.
    if (errorCode(cause) === 'EEXIST') return false
    throw cause
  }
}

function held(handle: Descriptor): AnchoredFolder {
  return {
    at: (name) => descriptorPath(handle, name),
    async child(name) {
      const child = await openChild(handle, name, false)
      return child === 'not_found' || child === 'not_a_folder' ? undefined : held(child.handle)
    },
    mount: async () => mountOf(handle),
    close: async () => handle.close(),
  }
}

function descriptorPath(handle: Descriptor, name: string): string {
  return `/proc/self/fd/${handle.fd}/${name}`
}

/** Where folders cannot be held open: checks whether the path has links now. A swap right after that goes unnoticed. */
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
