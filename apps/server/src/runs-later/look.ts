import { chmodSync, lstatSync, readdirSync, realpathSync, type BigIntStats } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { errorCode } from '../disk/error-code.ts'
import { compared, fitName, isPackageFolder, type LaterKind, type NameFits } from './names.ts'

/** A protected file or link in a workspace, without its content. */
export interface Seen {
  readonly kind: LaterKind
  readonly type: 'file' | 'link' | 'other'
  /** The gate's own configuration. */
  readonly own: boolean
  /** Its names from the protected one on: the same file in another folder has the same. */
  readonly tail: string
  /** It belongs to the repository of a submodule. */
  readonly isModule: boolean
  /** Changes with the content, the permissions and the file itself. */
  readonly stamp: string
  /** It has no other hard link, so it can only be written here. */
  readonly isAlone: boolean
  /** Last change of any kind, in milliseconds. */
  readonly changed: number
}

export interface Look {
  /** By absolute path. */
  readonly found: ReadonlyMap<string, Seen>
  /** Folders that could not be inspected, with their stamps. */
  readonly unseen: ReadonlyMap<string, string>
  /** Protected folders: a new one that becomes empty is removed with its content. */
  readonly folders: ReadonlySet<string>
}

/** The entries of a folder when it was last read, and the relevant ones. */
interface KnownFolder {
  readonly stamp: string
  readonly entries: readonly Entry[]
  readonly isGit: boolean
  readonly fitted: { plain?: FittedFolder; linked?: FittedFolder }
}

interface FittedFolder {
  readonly marked: readonly Marked[]
  readonly below: readonly Below[]
}

type Marked = Pick<Seen, 'kind' | 'own' | 'tail' | 'isModule'> & { readonly at: string }

interface Below {
  readonly path: string
  readonly way: Way
}

interface Entry {
  readonly name: string
  readonly type: 'folder' | 'file' | 'link' | 'other'
}

/** Folders at the last check: an unchanged one is not read again. */
export type FolderMemory = Map<string, KnownFolder>

/** Milliseconds within which two changes may have the same timestamp. */
const SAME_TIME = 2000
/** How many folders are read before other work gets a turn. */
const SLICE = 100
/** Maximum number of folders. */
const FOLDERS = 1_000_000

/** The position of the walk. */
interface Way {
  readonly partial: NameFits['partial']
  /** Everything here is protected, as this kind. */
  readonly inside?: 'any' | 'hooks'
  /** The protected names so far. */
  readonly tail?: string
  readonly own: boolean
  readonly inPackages: boolean
  /** In the folder of a repository: as this part of it. */
  readonly git?: 'folder' | 'info'
  readonly isModule: boolean
}

const ROOT: Way = { partial: [], own: false, inPackages: false, isModule: false }

/**
 * Finds every protected name in a workspace, including in `.git`, ignored and new folders, without following links. Folders that did not
 * change since the last check are not read again. Unreadable places are reported.
 */
export async function lookForLater(
  workspace: string,
  memory: FolderMemory,
  {
    now,
    folders: most = FOLDERS,
    extra = [],
  }: { readonly now: number; readonly folders?: number; readonly extra?: readonly string[] },
): Promise<Look> {
  const walk = new Walk(memory, most, now)
  await walk.run(workspace, ROOT)
  for (const path of extra) await walk.include(path)
  for (const path of walk.linked(workspace)) await walk.include(path)
  for (const path of memory.keys()) if (!walk.visited.has(path)) memory.delete(path)
  return { found: walk.found, unseen: walk.unseen, folders: walk.folders }
}

class Walk {
  readonly found = new Map<string, Seen>()
  readonly unseen = new Map<string, string>()
  readonly folders = new Set<string>()
  readonly visited = new Set<string>()
  readonly #memory: FolderMemory
  readonly #most: number
  readonly #began: number

  constructor(memory: FolderMemory, most: number, now: number) {
    this.#memory = memory
    this.#most = most
    this.#began = now
  }

  async run(path: string, way: Way): Promise<void> {
    const todo: Below[] = [{ path, way }]
    for (let next = todo.pop(); next; next = todo.pop()) {
      if (this.visited.size % SLICE === 0) await nextTick()
      for (const child of this.#folder(next.path, next.way)) todo.push(child)
    }
  }

  /** A place that is protected because something protected leads there. */
  async include(path: string): Promise<void> {
    const stats = statsOf(path)
    if (stats === undefined || stats === 'closed' || this.folders.has(path)) return
    if (stats.isDirectory()) await this.run(path, { ...ROOT, inside: 'any', tail: path })
    else if (!this.found.has(path)) this.#note(path, { kind: 'any', own: false, tail: path, isModule: false })
  }

  /** Targets of protected links in the workspace. */
  linked(workspace: string): readonly string[] {
    return [...this.found].flatMap(([path, { type }]) => {
      if (type !== 'link') return []
      try {
        const real = realpathSync(path)
        return real.startsWith(`${workspace}/`) ? [real] : []
      } catch {
        // It leads nowhere, or in circles.
        return []
      }
    })
  }

  #folder(path: string, way: Way): readonly Below[] {
    const known = this.#read(path)
    if (known === undefined) return []
    this.visited.add(path)
    if (way.inside !== undefined) this.folders.add(path)
    // A folder is read twice if a protected link leads to it: then everything in it matters.
    const key = way.tail?.startsWith('/') === true ? 'linked' : 'plain'
    const { marked, below } = (known.fitted[key] ??= fitAll(path, known, way))
    for (const { at, ...what } of marked) this.#note(at, what)
    return below
  }

  /** The entries of a folder, read only if it changed. */
  #read(path: string): KnownFolder | undefined {
    const stats = statsOf(path)
    if (stats === 'closed') {
      this.unseen.set(path, 'closed')
      return undefined
    }
    // It is gone or was replaced, which the next check finds.
    if (stats === undefined || !stats.isDirectory()) return undefined
    const stamp = stampOf(stats)
    if (this.visited.size >= this.#most) {
      this.unseen.set(path, stamp)
      return undefined
    }
    const known = this.#memory.get(path)
    if (known?.stamp === stamp) return known
    const entries = entriesOf(path, stats)
    if (entries === undefined) {
      this.unseen.set(path, stamp)
      return undefined
    }
    const names = new Set(entries.map(({ name }) => compared(name)))
    const isGit =
      compared(basename(path)) === '.git' ||
      (names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs'))))
    // It changed just now: it may change again within the same tick, which its timestamp would not show.
    const settled = this.#began - Number(stats.ctimeMs) > SAME_TIME
    const fresh: KnownFolder = { stamp: settled ? stamp : '', entries, isGit, fitted: {} }
    this.#memory.set(path, fresh)
    return fresh
  }

  #note(path: string, what: Pick<Seen, 'kind' | 'own' | 'tail' | 'isModule'>): void {
    const stats = statsOf(path)
    if (stats === 'closed') this.unseen.set(path, 'closed')
    if (stats === undefined || stats === 'closed') return
    const type = stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : 'other'
    const stamp = `${type} ${stats.dev} ${stats.ino} ${stats.size} ${stats.mode} ${stats.mtimeNs} ${stats.ctimeNs}`
    const isAlone = type !== 'file' || stats.nlink === 1n
    this.found.set(path, { ...what, type, stamp, isAlone, changed: Number(stats.ctimeMs) })
  }
}

function fitAll(path: string, { entries, isGit }: KnownFolder, way: Way): FittedFolder {
  const git = way.git ?? (isGit && way.inside === undefined ? 'folder' : undefined)
  const here: Way = git === undefined ? way : { ...way, git }
  const marked: Marked[] = []
  const below: Below[] = []
  for (const { name, type } of entries) {
    const at = join(path, name)
    const next = fit(name, here)
    if (type === 'folder') {
      if (next.way !== undefined) below.push({ path: at, way: next.way })
    } else if (next.kind !== undefined || (type === 'link' && next.leads))
      marked.push({
        at,
        kind: next.kind ?? 'any',
        own: next.way?.own ?? false,
        tail: tailOf(name, here),
        isModule: here.isModule,
      })
  }
  return { marked, below }
}

function tailOf(name: string, { tail, partial, git }: Way): string {
  if (tail !== undefined) return `${tail}/${name}`
  const [first] = partial
  const above = first === undefined ? [] : first.names.slice(0, first.met)
  return [...(git === undefined ? above : ['.git']), name].join('/')
}

interface Fitted {
  readonly kind?: LaterKind
  /** A link with this name leads to a protected place. */
  readonly leads: boolean
  /** How to continue below it, if it is a folder; undefined: nothing below matters. */
  readonly way: Way | undefined
}

function fit(name: string, way: Way): Fitted {
  if (way.inside !== undefined) {
    const below = { leads: true, way: { ...way, tail: tailOf(name, way) } }
    // Samples are not run under this name.
    return way.inside === 'hooks' && name.endsWith('.sample') ? below : { ...below, kind: 'any' }
  }
  if (way.git !== undefined) return fitInGit(name, way)
  const low = compared(name)
  if (low === '.git')
    return { kind: 'git-file', leads: true, way: { ...ROOT, git: 'folder', inPackages: way.inPackages } }
  const fits = fitName(name, way.partial, way)
  const { kind, own = false, partial } = fits
  if (kind !== undefined)
    return { kind, leads: true, way: { ...ROOT, inside: 'any', tail: tailOf(name, way), own } }
  return {
    leads: partial.length > 0,
    way: { ...ROOT, partial, inPackages: way.inPackages || isPackageFolder(name), isModule: way.isModule },
  }
}

/** Git writes to its folder constantly; only some names there run or lead elsewhere. */
function fitInGit(name: string, way: Way): Fitted {
  const low = compared(name)
  const plain: Way = { ...ROOT, inPackages: way.inPackages, isModule: way.isModule }
  if (way.git === 'info')
    return low === 'attributes' ? { kind: 'any', leads: true, way: undefined } : { leads: false, way: plain }
  switch (low) {
    case 'hooks':
      return { kind: 'any', leads: true, way: { ...plain, inside: 'hooks', tail: '.git/hooks' } }
    case 'config':
    case 'config.worktree':
      return { kind: 'git-config', leads: true, way: plain }
    case 'commondir':
      return { kind: 'git-commondir', leads: true, way: plain }
    case 'info':
      return { leads: true, way: { ...plain, git: 'info' } }
    case 'modules':
      return { leads: true, way: { ...plain, isModule: true } }
    // Contents by their hashes: nothing runs from there.
    case 'objects':
      return { leads: false, way: undefined }
    default:
      return { leads: false, way: plain }
  }
}

/** `closed`: something is there but unreadable, or its name cannot be represented. */
function statsOf(path: string): BigIntStats | 'closed' | undefined {
  try {
    return lstatSync(path, { bigint: true })
  } catch (cause) {
    const code = errorCode(cause)
    // An invalid UTF-8 name is read as this character, and nothing is found under it.
    const gone = code === 'ENOENT' || code === 'ENOTDIR'
    return gone && !path.includes('\ufffd') ? undefined : 'closed'
  }
}

function stampOf({ dev, ino, mode, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${mode} ${mtimeNs} ${ctimeNs}`
}

/** The entries of a folder; one of our own that was closed is opened first. Undefined: it is unreadable. */
function entriesOf(path: string, stats: BigIntStats): readonly Entry[] | undefined {
  try {
    const mode = Number(stats.mode) & 0o7777
    if ((mode & 0o500) !== 0o500 && Number(stats.uid) === process.getuid?.()) chmodSync(path, mode | 0o700)
    return readEntries(path)
  } catch (cause) {
    return errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR' ? [] : undefined
  }
}

function readEntries(path: string): readonly Entry[] {
  return readdirSync(path, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    type: entry.isDirectory()
      ? 'folder'
      : entry.isFile()
        ? 'file'
        : entry.isSymbolicLink()
          ? 'link'
          : 'other',
  }))
}

/** A path for people. */
export function shownPath(path: string, workspace: string): string {
  const inside = relative(workspace, path)
  return inside.startsWith('..') ? path : inside
}
