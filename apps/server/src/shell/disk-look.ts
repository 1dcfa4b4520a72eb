import {
  changedPaths,
  type ChangedPath,
  type DiskFacts,
  type NamesBelow,
  type Place,
} from '@countersign/policy'
import type { Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { WorkspaceSnapshots } from '../checkpoints/workspace-snapshots.ts'
import { isMadeAgain } from '../checkpoints/made-again.ts'
import { keepingOf } from '../checkpoints/unkept.ts'
import { FILE_LIMIT } from '../workspace/content.ts'
import { errorCode } from '../disk/error-code.ts'
import { ignoredBelow, type Ignored } from '../workspace/ignored.ts'

/** Limits of a look. Everything beyond is treated as lost: an incomplete look proves nothing. */
export interface LookLimits {
  /** Milliseconds. */
  readonly time: number
  /** Files and folders. */
  readonly things: number
}

const LIMITS: LookLimits = { time: 2000, things: 20_000 }

/** Maximum number of paths of one command. */
const MOST_CHANGES = 100
/** Maximum number of reported losses: one is enough to ask. */
const MOST_TOLD = 20

/**
 * Facts from the disk about the paths that a command removes, overwrites or writes (SPEC P20): which of them undo does not
 * keep and nothing regenerates, and where nothing exists yet. It only looks; the policy decides. Never rejects: an unreadable path is
 * treated as lost.
 */
export async function lookAtDisk(
  command: string,
  place: Place,
  snapshots: Pick<WorkspaceSnapshots, 'beyond'> | undefined,
  limits: LookLimits = LIMITS,
): Promise<DiskFacts> {
  const changes = changedPaths(command, place)
  if (changes.length === 0) return {}
  const root = await realpath(place.workspace).catch(() => place.workspace)
  const device = await lstat(root).then(
    ({ dev }) => dev,
    () => undefined,
  )
  const look = new DiskLook({ workspace: place.workspace, root, device }, snapshots, limits)
  for (const change of changes.slice(0, MOST_CHANGES)) await look.at(change)
  for (const { act, path } of changes.slice(MOST_CHANGES)) if (act !== 'write') look.unkept.add(path)
  return {
    ...(look.unkept.size === 0 ? {} : { unkept: [...look.unkept].slice(0, MOST_TOLD) }),
    ...(look.absent.size === 0 ? {} : { absent: [...look.absent] }),
  }
}

interface Around {
  readonly workspace: string
  /** The resolved workspace. */
  readonly root: string
  /** The device that contains it. */
  readonly device: number | undefined
}

interface Folder {
  /** As the text names it, and its target. */
  readonly path: string
  readonly at: string
  /** The rules of the parent folder. */
  readonly rules: Ignored
  readonly beyond: ReadonlySet<string> | undefined
}

interface Names extends NamesBelow {
  readonly act: 'remove' | 'overwrite'
  /** The start of the search. */
  readonly start: string
}

interface Way extends Omit<Folder, 'beyond'> {
  /** Relative to the start of the search. */
  readonly way: string
}

class DiskLook {
  readonly unkept = new Set<string>()
  readonly absent = new Set<string>()
  readonly #around: Around
  readonly #snapshots: Pick<WorkspaceSnapshots, 'beyond'> | undefined
  readonly #late: AbortSignal
  #things: number
  #beyond: ReturnType<WorkspaceSnapshots['beyond']> | undefined

  constructor(
    around: Around,
    snapshots: Pick<WorkspaceSnapshots, 'beyond'> | undefined,
    { time, things }: LookLimits,
  ) {
    this.#around = around
    this.#snapshots = snapshots
    this.#late = AbortSignal.timeout(time)
    this.#things = things
  }

  async at(change: ChangedPath): Promise<void> {
    const { act, path, names } = change
    try {
      if (names !== undefined) await this.#pattern(change, names)
      else if (act === 'write') await this.#writable(path)
      else await this.#target(act, path)
    } catch {
      // It exists but is unreadable: only a person can decide.
      if (act !== 'write') this.unkept.add(path)
    }
  }

  /** Counts one entry. False: the limit of time or entries is reached. */
  #counts(): boolean {
    this.#things -= 1
    return this.#things >= 0 && !this.#late.aborted && this.unkept.size < MOST_TOLD
  }

  async #writable(path: string): Promise<void> {
    const at = await followed(path, 'overwrite')
    const found = at === undefined ? undefined : await statOf(at)
    if (found === undefined || found.isDirectory()) this.#noteFree(path)
  }

  /** A write overwrites nothing there. In the workspace it does not matter: existing files are kept. */
  #noteFree(path: string): void {
    if (!isBelow(path, this.#around.workspace)) this.absent.add(path)
  }

  /** Every matching path below a folder. Outside the workspace only the text is judged. */
  async #pattern({ act, path }: ChangedPath, names: NamesBelow): Promise<void> {
    const { root } = this.#around
    const at = await followed(path, 'overwrite')
    if (act === 'write' || at === undefined || !isBelow(at, root)) return
    const rules = await ignoredBelow(root, dirname(at))
    await this.#below({ act, start: path, ...names }, { path, at, rules, way: '' })
  }

  async #below(names: Names, { path, at, rules: above, way }: Way): Promise<void> {
    const rules = at === this.#around.root ? above : await above.below(at)
    for (const entry of await entriesAt(at)) {
      if (!this.#counts()) return this.#cutShort(names.start)
      const kind = entry.isDirectory() ? 'folder' : 'file'
      const below = {
        path: join(path, entry.name),
        at: join(at, entry.name),
        rules,
        way: `${way}${entry.name}`,
      }
      const keeping = keepingOf(entry.name, kind, rules.has(below.at, kind))
      if (keeping === 'again') continue
      if (names.pattern.test(below.way)) await this.#target(names.act, below.path)
      else if (kind === 'folder' && keeping !== 'history' && names.depth > 1)
        await this.#below({ ...names, depth: names.depth - 1 }, { ...below, way: `${below.way}/` })
    }
  }

  #cutShort(path: string): void {
    if (this.unkept.size < MOST_TOLD) this.unkept.add(path)
  }

  /** One path that is removed or overwritten, as the text names it. */
  async #target(act: 'remove' | 'overwrite', path: string): Promise<void> {
    const at = await followed(path, act)
    const found = at === undefined ? undefined : await statOf(at)
    if (at === undefined || found === undefined) {
      if (act === 'overwrite') this.#noteFree(path)
      return
    }
    // A write into a folder is reported with its name inside the folder.
    if (found.isDirectory() && act === 'overwrite') return this.#noteFree(path)
    if (!found.isFile() && !found.isDirectory()) return
    const { root, workspace } = this.#around
    if (!isBelow(at, root)) {
      // Named in the workspace, but a link leads out of it. A path named outside is judged by its text.
      if (isBelow(path, workspace)) this.unkept.add(path)
      return
    }
    const way = relative(root, at).split('/')
    const rules = await this.#onTheWay(way, path, found)
    if (rules === undefined) return
    this.#beyond ??= this.#snapshots?.beyond(workspace)
    const beyond = await this.#beyond
    if (beyond === 'all' || !this.#fits(at, found, beyond)) this.unkept.add(path)
    else if (found.isDirectory()) await this.#folder({ path, at, rules, beyond })
  }

  /** Whether undo has room for it. */
  #fits(at: string, found: Stats, beyond: ReadonlySet<string> | undefined): boolean {
    const { size, dev } = found
    const small = found.isDirectory() || size <= FILE_LIMIT
    const { workspace, root, device } = this.#around
    return dev === device && small && beyond?.has(join(workspace, relative(root, at))) !== true
  }

  /** The rules in the target's folder; undefined: it, or a folder that contains it, is already settled. */
  async #onTheWay(way: readonly string[], path: string, found: Stats): Promise<Ignored | undefined> {
    const { root } = this.#around
    let at = root
    let rules = await ignoredBelow(root, root)
    for (const [index, name] of way.entries()) {
      if (index > 0) rules = await rules.below(at)
      at = join(at, name)
      const kind = index < way.length - 1 || found.isDirectory() ? 'folder' : 'file'
      const keeping = keepingOf(name, kind, name !== '' && rules.has(at, kind))
      if (keeping === 'kept') continue
      if (keeping !== 'again' && (await this.#holdsSomething(join(root, ...way), found)))
        this.unkept.add(path)
      return undefined
    }
    return rules
  }

  /** The content of a folder that is itself kept. */
  async #folder({ path, at, rules: above, beyond }: Folder): Promise<void> {
    const rules = await above.below(at)
    for (const entry of await entriesAt(at)) {
      const [named, there] = [join(path, entry.name), join(at, entry.name)]
      if (!this.#counts()) return this.#cutShort(path)
      const kind = entry.isDirectory() ? 'folder' : 'file'
      const keeping = keepingOf(entry.name, kind, rules.has(there, kind))
      if (keeping === 'again' || entry.isSymbolicLink()) continue
      const found = await statOf(there)
      if (found === undefined) continue
      if (keeping !== 'kept') {
        if (await this.#holdsSomething(there, found)) this.unkept.add(named)
      } else if (!this.#fits(there, found, beyond)) this.unkept.add(named)
      else if (found.isDirectory()) await this.#folder({ path: named, at: there, rules, beyond })
    }
  }

  /** Losing a folder with only regenerated files does not matter. */
  async #holdsSomething(at: string, found: Stats): Promise<boolean> {
    if (!found.isDirectory()) return found.isFile()
    for (const entry of await entriesAt(at)) {
      if (!this.#counts()) return true
      const kind = entry.isDirectory() ? 'folder' : 'file'
      if (entry.isSymbolicLink() || isMadeAgain(entry.name, kind)) continue
      if (kind === 'file') return true
      const below = join(at, entry.name)
      const there = await statOf(below)
      if (there !== undefined && (await this.#holdsSomething(below, there))) return true
    }
    return false
  }
}

/** The target of a path; a removed link is itself the target. Undefined: nothing is there. */
async function followed(path: string, act: 'remove' | 'overwrite'): Promise<string | undefined> {
  try {
    return act === 'remove' && dirname(path) !== path
      ? join(await realpath(dirname(path)), basename(path))
      : await realpath(path)
  } catch (cause) {
    if (isAbsent(cause)) return undefined
    throw cause
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (cause) {
    if (isAbsent(cause)) return undefined
    throw cause
  }
}

async function entriesAt(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    if (isAbsent(cause)) return []
    throw cause
  }
}

function isAbsent(cause: unknown): boolean {
  const code = errorCode(cause)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
