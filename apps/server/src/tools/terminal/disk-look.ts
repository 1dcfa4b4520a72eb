import { changedPaths, type ChangedPath, type DiskFacts, type Place } from '@countersign/policy'
import type { Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { WorkspaceSnapshots } from '../checkpoints/workspace-snapshots.ts'
import { isMadeAgain } from '../checkpoints/made-again.ts'
import { keepingOf } from '../checkpoints/unkept.ts'
import { FILE_LIMIT } from '../files/content.ts'
import { errorCode } from '../files/error-code.ts'
import { ignoredBelow, type Ignored } from '../files/ignored.ts'

/** How far a look goes. What is beyond counts as lost: a look that is cut short proves nothing. */
export interface LookLimits {
  /** Milliseconds. */
  readonly time: number
  /** Files and folders. */
  readonly things: number
}

const LIMITS: LookLimits = { time: 2000, things: 20_000 }

/** Paths of one command that are looked at. */
const MOST_CHANGES = 100
/** Lost paths that are told: one is enough to ask. */
const MOST_TOLD = 20

/**
 * What the disk says of the paths that a command removes, overwrites or writes (SPEC P20, DECISIONS 74): what of it undo does not keep
 * and nobody makes again, and where nothing is yet. Only looks; the policy decides. Never rejects: what cannot be looked at counts
 * as lost.
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
  /** Where the workspace leads. */
  readonly root: string
  /** The device that it lies on. */
  readonly device: number | undefined
}

interface Folder {
  /** As the text names it, and where that leads. */
  readonly path: string
  readonly at: string
  /** Of the folder above. */
  readonly rules: Ignored
  readonly beyond: ReadonlySet<string> | undefined
}

class DiskLook {
  readonly unkept = new Set<string>()
  readonly absent = new Set<string>()
  readonly #around: Around
  readonly #snapshots: Pick<WorkspaceSnapshots, 'beyond'> | undefined
  readonly #late: AbortSignal
  #things: number

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
      if (names !== undefined) await this.#below(change, path, { ...names, way: '' })
      else if (act === 'write') await this.#writable(path)
      else await this.#target(act, path)
    } catch {
      // It is there, and nobody may look: only a person can say.
      if (act !== 'write') this.unkept.add(path)
    }
  }

  /** Counts one thing. False: there is no time or room for more. */
  #counts(): boolean {
    this.#things -= 1
    return this.#things >= 0 && !this.#late.aborted && this.unkept.size < MOST_TOLD
  }

  async #writable(path: string): Promise<void> {
    const at = await followed(path, 'overwrite')
    const found = at === undefined ? undefined : await statOf(at)
    if (found === undefined || found.isDirectory()) this.#noteFree(path)
  }

  /** A write overwrites nothing there. In the workspace it does not matter: what is there is kept. */
  #noteFree(path: string): void {
    if (!isBelow(path, this.#around.workspace)) this.absent.add(path)
  }

  /** Every path below a folder that fits, whatever is ignored on the way: a pattern finds it all the same. */
  async #below(
    change: ChangedPath,
    folder: string,
    names: { readonly pattern: RegExp; readonly depth: number; readonly way: string },
  ): Promise<void> {
    if (change.act === 'write') return
    for (const entry of await entriesAt(folder)) {
      const path = join(folder, entry.name)
      if (!this.#counts()) return this.#cutShort(change.path)
      const kind = entry.isDirectory() ? 'folder' : 'file'
      if (keepingOf(entry.name, kind, false) === 'again') continue
      const way = `${names.way}${entry.name}`
      if (names.pattern.test(way)) await this.#target(change.act, path)
      else if (kind === 'folder' && names.depth > 1)
        await this.#below(change, path, { ...names, depth: names.depth - 1, way: `${way}/` })
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
    // What is written into a folder is told with its name in there.
    if (found.isDirectory() && act === 'overwrite') return this.#noteFree(path)
    if (!found.isFile() && !found.isDirectory()) return
    const { root, workspace } = this.#around
    if (!isBelow(at, root)) {
      // Named in the workspace and led out of it by a link. What is named outside is judged by its text.
      if (isBelow(path, workspace)) this.unkept.add(path)
      return
    }
    const way = relative(root, at).split('/')
    const rules = await this.#onTheWay(way, path, found)
    if (rules === undefined) return
    const beyond = await this.#snapshots?.beyond(workspace)
    if (beyond === 'all' || !this.#fits(at, found, beyond)) this.unkept.add(path)
    else if (found.isDirectory()) await this.#folder({ path, at, rules, beyond })
  }

  /** Has undo room for it? */
  #fits(at: string, found: Stats, beyond: ReadonlySet<string> | undefined): boolean {
    const { size, dev } = found
    const small = found.isDirectory() || size <= FILE_LIMIT
    const { workspace, root, device } = this.#around
    return dev === device && small && beyond?.has(join(workspace, relative(root, at))) !== true
  }

  /** Rules that hold in the target's folder; undefined: it, or a folder that it lies in, is settled. */
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

  /** What is in a folder that is kept itself. */
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

  /** A folder in which there is nothing but what is made again is no loss. */
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

/** Where a path leads; a link that is removed goes itself. Undefined: nothing is there. */
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
