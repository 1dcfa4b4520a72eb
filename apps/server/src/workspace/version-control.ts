import { constants, lstatSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { readGitIndex, type GitIndex } from './git-index.ts'

/** Whether files are under version control; undefined: unknown. */
export type Versioned = 'all' | 'some' | 'none' | undefined

/** Largest index that is read: about half a million files. */
const INDEX_LIMIT = 64_000_000
/** Largest file that points to a repository. */
const POINTER_LIMIT = 4096
/** Other systems: their files are not read, and nothing is reported. */
const OTHERS = ['.hg', '.svn', '.jj', '.bzr', '_darcs', '.fslckout']

/** Whether version control has these files, given by paths without links. Starts no program, never rejects. */
export async function versionedOf(folder: string, files: readonly string[]): Promise<Versioned> {
  try {
    return await lookedUp(folder, files)
  } catch {
    // An unreadable repository yields nothing; its call continues.
    return undefined
  }
}

async function lookedUp(folder: string, files: readonly string[]): Promise<Versioned> {
  const repository = await repositoryOf(folder)
  if (repository === 'none') return 'none'
  if (repository === 'unknown') return undefined
  const index = await indexOf(repository.index)
  if (index === undefined) return undefined
  const kept = files.filter((file) => index.has(relative(repository.root, file))).length
  if (kept === files.length && files.length > 0) return 'all'
  return kept === 0 ? 'none' : 'some'
}

/** The index of the repository that contains a folder, with its root; undefined: there is no readable one. */
export async function indexAround(
  folder: string,
): Promise<{ readonly root: string; readonly index: GitIndex } | undefined> {
  const repository = await repositoryOf(folder)
  if (repository === 'none' || repository === 'unknown') return undefined
  const index = await indexOf(repository.index)
  return index === undefined ? undefined : { root: repository.root, index }
}

/** Whether there is a repository at or above a folder: for a file that does not exist yet. */
export async function versionedPlace(folder: string): Promise<Versioned> {
  return (await repositoryOf(folder)) === 'none' ? 'none' : undefined
}

type Repository = 'none' | 'unknown' | { readonly root: string; readonly index: string }

async function repositoryOf(folder: string): Promise<Repository> {
  for (let root = folder; ; root = dirname(root)) {
    const git = kindOf(join(root, '.git'))
    if (git === 'folder') return { root, index: join(root, '.git', 'index') }
    if (git === 'file') {
      const text = (await readBounded(join(root, '.git'), POINTER_LIMIT))?.toString('utf8') ?? ''
      const named = /^gitdir: (?<path>.+)$/m.exec(text)?.groups?.['path']
      if (named === undefined) return 'unknown'
      return { root, index: join(isAbsolute(named) ? named : resolve(root, named), 'index') }
    }
    for (const other of OTHERS) if (kindOf(join(root, other)) !== undefined) return 'unknown'
    if (dirname(root) === root) return 'none'
  }
}

interface Known {
  readonly stamp: string
  readonly index: GitIndex | undefined
}

/** The latest ones: calls come in series, and an index is read once for all of them. */
const known = new Map<string, Known>()
const KEPT = 4

async function indexOf(path: string): Promise<GitIndex | undefined> {
  const file = await opened(path)
  // A new repository has none: nothing is tracked yet.
  if (file === undefined) return { has: () => false, entry: () => undefined }
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > INDEX_LIMIT) return undefined
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
    const before = known.get(path)
    if (before?.stamp === stamp) return before.index
    const index = readGitIndex(await file.readFile())
    known.delete(path)
    known.set(path, { stamp, index })
    const [oldest] = known.keys()
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
    return index
  } finally {
    await file.close()
  }
}

async function readBounded(path: string, limit: number): Promise<Buffer | undefined> {
  const file = await opened(path)
  if (file === undefined) return undefined
  try {
    const found = await file.stat()
    return found.isFile() && found.size <= limit ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}

/** Waits for no pipe. */
async function opened(path: string): Promise<FileHandle | undefined> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
}

/**
 * Synchronous, as the files of rules are read: a call asks for a dozen names in each folder above it, most of which are missing, and a promise that fails
 * takes twenty times the processor time.
 */
function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    return found.isDirectory() ? 'folder' : 'file'
  } catch {
    // Unreadable: as if it were not there.
    return undefined
  }
}
