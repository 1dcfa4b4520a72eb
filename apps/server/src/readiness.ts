import type { Clock } from '@countersign/agent'
import { statfs } from 'node:fs/promises'
import { whyAway } from './why-away.ts'

/** Bytes of the data folder's disk below which nothing more is promised. */
const LEAST_FREE = 20_000_000

/** Milliseconds for which a failure counts: a disk that is full says so only to whoever writes. */
const COUNTS_FOR = 10_000

/** Whether this process can do its work, and if not, why. */
export function readinessOf(parts: {
  readonly home: string
  readonly clock: Clock
  reachable(): Promise<boolean>
}): {
  /** Something failed here. */
  heard(cause: unknown): void
  /** Undefined: it can. */
  whyNot(): Promise<string | undefined>
} {
  const { home, clock } = parts
  let last: { readonly why: string; readonly at: number } | undefined
  return {
    heard(cause) {
      const why = whyAway(cause)
      if (why !== undefined) last = { why, at: clock.now() }
    },
    async whyNot() {
      if (!(await parts.reachable())) return 'the database cannot be reached'
      const free = await freeBytes(home)
      if (free !== undefined && free < LEAST_FREE)
        return `the disk of \`${home}\` is full: ${Math.floor(free / 1_000_000)} MB are left`
      // It is reached again: what was said about that is over.
      const isOver =
        last === undefined || clock.now() - last.at > COUNTS_FOR || last.why.endsWith('be reached')
      return isOver ? undefined : last?.why
    },
  }
}

/** Undefined: the system does not say. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
