import type { Clock } from '@countersign/agent'
import { statfs } from 'node:fs/promises'
import { whyAway } from './why-away.ts'

/** Free bytes on the data folder's disk below which the server is not ready. */
const LEAST_FREE = 20_000_000

/** Milliseconds for which a failure is reported: a full disk is only noticed by writing. */
const COUNTS_FOR = 10_000

/** Whether this process can work, and if not, why. */
export function readinessOf(parts: {
  readonly home: string
  readonly clock: Clock
  reachable(): Promise<boolean>
}): {
  /** Reports a failure. */
  failed(cause: unknown): void
  /** Undefined: it is ready. */
  whyNot(): Promise<string | undefined>
} {
  const { home, clock } = parts
  let last: { readonly why: string; readonly at: number } | undefined
  return {
    failed(cause) {
      const why = whyAway(cause)
      if (why !== undefined) last = { why, at: clock.now() }
    },
    async whyNot() {
      if (!(await parts.reachable())) return 'the database cannot be reached'
      const free = await freeBytes(home)
      if (free !== undefined && free < LEAST_FREE)
        return `the disk of \`${home}\` is full: ${Math.floor(free / 1_000_000)} MB are left`
      // It is reachable again, so the earlier failure no longer applies.
      const isOver =
        last === undefined || clock.now() - last.at > COUNTS_FOR || last.why.endsWith('be reached')
      return isOver ? undefined : last?.why
    },
  }
}

/** Undefined: the system does not report it. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
