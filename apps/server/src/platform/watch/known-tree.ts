import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { Ignored } from '../../workspace/ignored.ts'

/** One change. `path` is absolute. A rename is a `gone` and a `created`. */
export interface Change {
  readonly kind: 'created' | 'changed' | 'gone'
  readonly path: string
  readonly is: 'file' | 'folder' | 'link' | 'other'
}

/** Which entries of a folder to check: those that an event named, or all. */
export type Names = ReadonlySet<string> | 'all'

export interface TreeParts {
  readonly root: string
  /** Reads the ignore rules of the root. */
  rules(): Promise<Ignored>
  /** Called before a folder is read, so that its watch misses nothing. */
  entered(path: string): void
  left(path: string): void
  /** Only the root's own entries are read, and nothing below them. */
  readonly flat?: boolean
}

interface Seen {
  readonly is: Change['is']
  /** Changes when the entry does. */
  readonly mark: string
}

interface Folder {
  readonly entries: Map<string, Seen>
  /** The rules of this folder and of those above it. */
  ignored: Ignored
}

/** How many entries are read in parallel. */
const AT_ONCE = 32
const IGNORE_FILE = '.gitignore'

/**
 * The last known state of a tree of folders. Looking again finds changes; `takeChanges` returns them. A look that fails midway keeps its
 * findings, because the tree already contains them and would not find them again. Links are reported, never followed.
 */
export class KnownTree {
  readonly #parts: TreeParts
  readonly #folders = new Map<string, Folder>()
  #changes: Change[] = []

  constructor(parts: TreeParts) {
    this.#parts = parts
  }

  /** Paths of all known folders. */
  get folders(): readonly string[] {
    return [...this.#folders.keys()]
  }

  get size(): number {
    return this.#folders.size
  }

  has(path: string): boolean {
    return this.#folders.has(path)
  }

  /** The changes since the last call. */
  takeChanges(): readonly Change[] {
    const changes = this.#changes
    this.#changes = []
    return changes
  }

  /** Reads a folder and everything below it for the first time. */
  async enter(path: string): Promise<void> {
    this.#folders.set(path, { entries: new Map(), ignored: await this.#rulesOf(path) })
    this.#parts.entered(path)
    await this.#lookAt(path, 'all')
  }

  /** Forgets a folder and everything below it. */
  leave(path: string): void {
    const folder = this.#folders.get(path)
    if (folder === undefined) return
    this.#folders.delete(path)
    this.#parts.left(path)
    for (const [name, { is }] of folder.entries) this.#gone(join(path, name), is)
  }

  /** Checks entries of a folder again. */
  async look(path: string, names: Names): Promise<void> {
    const from = this.#changes.length
    await this.#lookAt(path, names)
    const rules = join(path, IGNORE_FILE)
    // Ignore rules apply to everything below: read them again, then check it with the new ones.
    if (this.#changes.slice(from).some((change) => change.path === rules)) await this.lookAfresh(path)
  }

  /** Checks a folder and everything below it again, with ignore rules that are read again. */
  async lookAfresh(path: string): Promise<void> {
    for (const known of this.folders.filter((one) => isAtOrBelow(one, path))) {
      const folder = this.#folders.get(known)
      if (folder !== undefined) folder.ignored = await this.#rulesOf(known)
    }
    await this.lookBelow(path)
  }

  /** Checks a folder and everything below it again. */
  async lookBelow(path: string): Promise<void> {
    const below = [...(this.#folders.get(path)?.entries ?? [])].flatMap(([name, { is }]) =>
      is === 'folder' ? [join(path, name)] : [],
    )
    await this.look(path, 'all')
    for (const folder of below) if (this.has(folder)) await this.lookBelow(folder)
  }

  #rulesOf(path: string): Promise<Ignored> {
    const above = path === this.#parts.root ? undefined : this.#folders.get(dirname(path))
    return above === undefined ? this.#parts.rules() : above.ignored.below(path)
  }

  async #lookAt(path: string, names: Names): Promise<void> {
    const folder = this.#folders.get(path)
    if (folder === undefined) return
    const wanted =
      names === 'all' ? [...new Set([...(await namesIn(path)), ...folder.entries.keys()])] : [...names]
    const fresh: string[] = []
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE)
      const found = await Promise.all(some.map((name) => see(join(path, name), folder.ignored)))
      for (const [index, name] of some.entries()) {
        this.#compare(path, folder, name, found[index])
        if (found[index]?.is === 'folder' && !this.has(join(path, name))) fresh.push(join(path, name))
      }
    }
    // New folders are read last, after a renamed folder was removed from its old place.
    if (this.#parts.flat !== true) for (const below of fresh) await this.enter(below)
  }

  #compare(path: string, { entries }: Folder, name: string, after: Seen | undefined): void {
    const before = entries.get(name)
    const whole = join(path, name)
    if (after === undefined) entries.delete(name)
    else entries.set(name, after)
    if (before?.mark === after?.mark) return
    if (before !== undefined && before.is === after?.is && before.is !== 'folder') {
      this.#changes.push({ kind: 'changed', path: whole, is: before.is })
      return
    }
    if (before !== undefined) this.#gone(whole, before.is)
    if (after !== undefined) this.#changes.push({ kind: 'created', path: whole, is: after.is })
  }

  /** Its content is reported first. */
  #gone(path: string, is: Change['is']): void {
    this.leave(path)
    this.#changes.push({ kind: 'gone', path, is })
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Undefined: nothing is there, it is ignored, or it is unreadable. */
async function see(path: string, ignored: Ignored): Promise<Seen | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) return undefined
  const is = kindOf(found)
  if (ignored.has(path, is === 'folder' ? 'folder' : 'file')) return undefined
  // A folder's times change with its entries, which are checked separately.
  const mark =
    is === 'folder'
      ? [found.dev, found.ino, found.birthtimeNs]
      : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs]
  return { is, mark: mark.join(':') }
}

function kindOf(found: BigIntStats): Change['is'] {
  if (found.isDirectory()) return 'folder'
  if (found.isSymbolicLink()) return 'link'
  return found.isFile() ? 'file' : 'other'
}

/** A folder that disappeared or is unreadable has no entries. */
async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return []
    throw cause
  }
}
