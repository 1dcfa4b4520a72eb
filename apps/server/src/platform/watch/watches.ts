import type { Clock } from '@countersign/agent'
import { realpath } from 'node:fs/promises'
import { ignoredBelow, type Ignored } from '../../workspace/ignored.ts'
import type { Change } from './known-tree.ts'
import { watchTree, type TreeWatch, type WatchLimits } from './watched-tree.ts'

/** A listener for a folder. */
export interface Follower {
  readonly root: string
  /**
   * `gitignore`: skips `.git` and everything that the folder's ignore files exclude. `everything`: skips nothing. `folder`: skips nothing,
   * but only watches its own entries.
   */
  readonly what: 'gitignore' | 'everything' | 'folder'
  /** The changes since the last report. The initial content is not reported. */
  changed(changes: readonly Change[]): void
}

export interface Following {
  /** Whether changes are reported immediately, or found by periodic scans. */
  readonly by: 'events' | 'scans'
  stop(): Promise<void>
}

/** Watches folders for all listeners: the same folder is watched once, however many follow it. */
export interface Watches {
  follow(follower: Follower): Promise<Following>
  /** How many trees are watched, and how many of these by scans. */
  state(): Promise<{ readonly trees: number; readonly by: { readonly scans: number } }>
  close(): Promise<void>
}

interface Shared {
  readonly tree: Promise<TreeWatch>
  readonly followers: Set<Follower>
}

const NOTHING_IGNORED: Ignored = {
  has: () => false,
  below: () => Promise.resolve(NOTHING_IGNORED),
}

export function openWatches(parts: {
  readonly clock: Clock
  failed(what: string, cause: unknown): void
  readonly limits?: Partial<WatchLimits>
}): Watches {
  const trees = new Map<string, Shared>()

  function shared(root: string, what: Follower['what']): Shared {
    const key = `${what}:${root}`
    const known = trees.get(key)
    if (known !== undefined) return known
    const followers = new Set<Follower>()
    const tree = watchTree({
      root,
      rules: () => (what === 'gitignore' ? ignoredBelow(root, root) : Promise.resolve(NOTHING_IGNORED)),
      clock: parts.clock,
      flat: what === 'folder',
      failed: (problem, cause) => parts.failed(problem, cause),
      ...(parts.limits === undefined ? {} : { limits: parts.limits }),
      changed(changes) {
        for (const follower of followers) {
          try {
            follower.changed(changes)
          } catch (cause) {
            parts.failed('reporting a changed file', cause)
          }
        }
      },
    })
    const made = { tree, followers }
    trees.set(key, made)
    // A watch that failed to start is not given to the next listener.
    tree.catch(() => trees.delete(key))
    return made
  }

  return {
    async follow(follower) {
      const root = await realpath(follower.root)
      const { tree, followers } = shared(root, follower.what)
      followers.add(follower)
      const watched = await tree
      return {
        get by() {
          return watched.by
        },
        async stop() {
          if (!followers.delete(follower) || followers.size > 0) return
          trees.delete(`${follower.what}:${root}`)
          await watched.close()
        },
      }
    },
    async state() {
      const open = await Promise.all([...trees.values()].map(({ tree }) => tree.catch(() => undefined)))
      return { trees: open.length, by: { scans: open.filter((tree) => tree?.by === 'scans').length } }
    },
    async close() {
      const all = [...trees.values()]
      trees.clear()
      for (const { tree } of all) await (await tree.catch(() => undefined))?.close()
    },
  }
}
