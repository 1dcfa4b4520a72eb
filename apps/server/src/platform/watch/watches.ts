import type { Clock } from '@countersign/agent'
import { realpath } from 'node:fs/promises'
import { ignoredBelow, type Ignored } from '../../workspace/ignored.ts'
import type { Change } from './known-tree.ts'
import { watchTree, type TreeWatch, type WatchLimits } from './watched-tree.ts'

/** Who wants to know about which folder. */
export interface Follower {
  readonly root: string
  /** `gitignore`: what the ignore files of the folder leave out is left out here, and so is `.git`. `everything`: nothing is.
   * `folder`: nothing is, but only its own entries are watched, and nothing below them. */
  readonly what: 'gitignore' | 'everything' | 'folder'
  /** What changed since the last report. The initial content is not reported. */
  changed(changes: readonly Change[]): void
}

export interface Following {
  /** Whether changes are reported at once, or found by periodic scans. */
  readonly by: 'events' | 'scans'
  stop(): Promise<void>
}

/** Watches folders for everyone who asks: the same folder is watched once, however many follow it. */
export interface Watches {
  follow(follower: Follower): Promise<Following>
  /** How many folders are watched, with all that is below, and how many of these by scans. */
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
      failed: (said, cause) => parts.failed(said, cause),
      ...(parts.limits === undefined ? {} : { limits: parts.limits }),
      changed(changes) {
        for (const follower of followers) {
          try {
            follower.changed(changes)
          } catch (cause) {
            parts.failed('telling of a changed file', cause)
          }
        }
      },
    })
    const made = { tree, followers }
    trees.set(key, made)
    // One that could not begin is not handed to the next who asks.
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
