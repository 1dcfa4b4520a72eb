/** How long a lease is certainly valid, by a monotonic clock that keeps running while the process is suspended. */
export interface LeaseClock {
  /** False: it may have expired. */
  mayAct(): boolean
  /** Records a renewal whose request was sent at this moment. */
  renewed(askedAt: number): void
}

/**
 * Makes a clock that starts when the database was asked. The database granted the lease later, so the lease lasts at least as long as this
 * clock says.
 */
export function leaseClock(length: number, askedAt: number, now: () => number): LeaseClock {
  let until = askedAt + length
  return {
    mayAct: () => now() < until,
    renewed(at) {
      until = Math.max(until, at + length)
    },
  }
}
