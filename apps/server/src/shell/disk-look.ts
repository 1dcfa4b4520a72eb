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

interface Names extends NamesBelow {
  readonly act: 'remove' | 'overwrite'
  /** Where the search began. */
  readonly start: string
}

interface Way extends Omit<Folder, 'beyond'> {
  /** From where the search began. */
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

  /** Every path below a folder that fits. Outside the workspace the text alone is judged. */
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
    this.#beyond ??= this.#snapshots?.beyond(workspace)
    const beyond = await this.#beyond
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
