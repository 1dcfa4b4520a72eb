/** How long a lease holds for certain, by a clock of this process that no one sets and that goes on while the process is stopped. */
export interface LeaseClock {
  /** False: it may have run out. */
  mayAct(): boolean
  /** It was renewed by a question that was asked at this moment. */
  renewed(askedAt: number): void
}

/** Counts from before the database was asked: it gave the lease later than that, so it holds at least as long. */
export function leaseClock(length: number, askedAt: number, now: () => number): LeaseClock {
  let until = askedAt + length
  return {
    mayAct: () => now() < until,
    renewed(at) {
      until = Math.max(until, at + length)
    },
  }
}
