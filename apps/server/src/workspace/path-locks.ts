/** Who changes which path. */
export interface PathLocks {
  /**
   * Does work on these real paths while nobody else does work on one of them, or on what is above or below: not in another chat, and not
   * in another process. Rejects when it has waited for too long; the work was then not begun. A holder that dies lets go.
   */
  alone<T>(paths: readonly string[], work: () => Promise<T>): Promise<T>
}

/** Among the calls of one process, which has its data folder to itself. One at a time. */
export function locksOfOneProcess(): PathLocks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    alone(_paths, work) {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
  }
}
