import type { Clock } from '@countersign/agent'
import { watch, type FSWatcher } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { Ignored } from '../../workspace/ignored.ts'
import { KnownTree, type Change } from './known-tree.ts'

export interface WatchLimits {
  /** Maximum number of folders watched by events; a larger tree is scanned instead. */
  readonly folders: number
  /** Milliseconds that events are collected before the folders are checked. */
  readonly settle: number
  /** Number of simultaneous events beyond which the kernel may have dropped some, so that everything is checked again. */
  readonly burst: number
  /** Minimum milliseconds between two scans. */
  readonly scanEvery: number
}

const WATCH_LIMITS: WatchLimits = {
  folders: 5000,
  settle: 50,
  // Linux queues 16,384 events by default and drops the rest; Node does not report that.
  burst: 8192,
  scanEvery: 5000,
}

/** Scans take at most one part in this many of the time. */
const SCAN_SHARE = 20

export interface TreeWatch {
  /** By events, or by scans: for a tree that is too large, a system without free watches, or a missing root. */
  readonly by: 'events' | 'scans'
  close(): Promise<void>
}

export interface WatchParts {
  /** A path without links. */
  readonly root: string
  rules(): Promise<Ignored>
  readonly clock: Clock
  /** Never called concurrently, nor after `close`. */
  changed(changes: readonly Change[]): void
  failed(what: string, cause: unknown): void
  readonly limits?: Partial<WatchLimits>
  /** Only the root's own entries, and nothing below them. */
  readonly flat?: boolean
}

/**
 * Watches a folder and everything below it that no rule ignores. There is one non-recursive `fs.watch` for each folder: recursive watching
 * cannot exclude ignored folders. An event only says where to check; the check finds what changed.
 */
export async function watchTree(parts: WatchParts): Promise<TreeWatch> {
  const tree = new WatchedTree(parts)
  try {
    await tree.begin()
  } catch (cause) {
    await tree.close()
    throw cause
  }
  return tree
}

class WatchedTree implements TreeWatch {
  readonly #parts: WatchParts
  readonly #limits: WatchLimits
  readonly #tree: KnownTree
  readonly #watchers = new Map<string, FSWatcher>()
  /** What to check next. */
  #dirty = new Map<string, Set<string> | 'all'>()
  #events = 0
  /** The last check failed at an unknown place. */
  #unsure = false
  /** False until the whole tree was read once: an earlier check would report everything as new. */
  #begun = false
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #scans = false
  #rootMark: string | undefined
  #closed = false

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#limits = { ...WATCH_LIMITS, ...parts.limits }
    this.#tree = new KnownTree({
      root: parts.root,
      rules: () => parts.rules(),
      entered: (path) => this.#watch(path),
      left: (path) => this.#unwatch(path),
      ...(parts.flat === undefined ? {} : { flat: parts.flat }),
    })
  }

  get by(): 'events' | 'scans' {
    return this.#scans || this.#rootMark === undefined ? 'scans' : 'events'
  }

  /** Takes the present content as the baseline. */
  async begin(): Promise<void> {
    this.#rootMark = await markOf(this.#parts.root)
    if (this.#rootMark !== undefined) await this.#tree.enter(this.#parts.root)
    this.#tree.takeChanges()
    this.#begun = true
    this.#planNext(0)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    this.#closeWatchers()
  }

  #watch(path: string): void {
    if (this.#scans || this.#closed) return
    if (this.#tree.size > this.#limits.folders) return this.#scanInstead()
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => this.#onEvent(path, name))
      watcher.on('error', () => this.#lookAgain(path))
      this.#unwatch(path)
      this.#watchers.set(path, watcher)
    } catch (cause) {
      // The folder disappeared at this moment, which its parent reports, or it is unreadable. After any other error, such as ENOSPC or
      // EMFILE, the tree is scanned.
      if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(cause) ?? '')) this.#scanInstead()
    }
  }

  #unwatch(path: string): void {
    this.#watchers.get(path)?.close()
    this.#watchers.delete(path)
  }

  #closeWatchers(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #scanInstead(): void {
    this.#scans = true
    this.#closeWatchers()
    this.#plan(this.#limits.scanEvery)
  }

  #onEvent(folder: string, name: string | null): void {
    this.#events += 1
    const known = this.#dirty.get(folder)
    if (name === null || this.#events > this.#limits.burst) this.#dirty.set(folder, 'all')
    else if (known === undefined) this.#dirty.set(folder, new Set([name]))
    else if (known !== 'all') known.add(name)
    // A deleted or moved folder reports under its own name: only its parent knows what happened to it.
    if (name === basename(folder)) this.#lookAgain(folder)
    this.#plan(this.#limits.settle)
  }

  /** The folder may have been replaced. */
  #lookAgain(folder: string): void {
    this.#dirty.set(folder, 'all')
    if (folder !== this.#parts.root) this.#dirty.set(dirname(folder), 'all')
    this.#plan(this.#limits.settle)
  }

  #plan(wait: number): void {
    if (!this.#begun || this.#closed || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#round()
    }, wait)
    this.#timer.unref()
  }

  /** Schedules the next scan, given how many milliseconds the last one took. */
  #planNext(took: number): void {
    if (this.by === 'scans' || this.#unsure) this.#plan(Math.max(this.#limits.scanEvery, took * SCAN_SHARE))
    else if (this.#dirty.size > 0) this.#plan(this.#limits.settle)
  }

  async #round(): Promise<void> {
    const began = this.#parts.clock.now()
    try {
      await this.#look()
    } catch (cause) {
      this.#unsure = true
      this.#failed(cause)
    }
    this.#tell(this.#tree.takeChanges())
    this.#timer = undefined
    this.#planNext(this.#parts.clock.now() - began)
  }

  #tell(changes: readonly Change[]): void {
    if (changes.length === 0 || this.#closed) return
    try {
      this.#parts.changed(changes)
    } catch (cause) {
      this.#failed(cause)
    }
  }

  #failed(cause: unknown): void {
    this.#parts.failed(`watching \`${this.#parts.root}\``, cause)
  }

  async #look(): Promise<void> {
    const { root } = this.#parts
    const dirty = this.#dirty
    const unsure = this.#unsure
    const everything = this.#scans || this.#events > this.#limits.burst
    this.#dirty = new Map()
    this.#unsure = false
    this.#events = 0
    const mark = await markOf(root)
    // The root was replaced by another folder, or is gone.
    if (mark !== this.#rootMark) this.#tree.leave(root)
    this.#rootMark = mark
    if (mark === undefined) return
    if (!this.#tree.has(root)) return this.#tree.enter(root)
    for (const [folder, names] of dirty) {
      // A watch that failed, or whose folder was replaced by another of the same name, no longer reports anything.
      if (names === 'all' && this.#tree.has(folder)) this.#watch(folder)
    }
    if (unsure) return this.#tree.lookAfresh(root)
    if (everything) return this.#tree.lookBelow(root)
    for (const [folder, names] of dirty) await this.#tree.look(folder, names)
  }
}

/** Identifies the folder; undefined: there is none. */
async function markOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined)
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : undefined
}
