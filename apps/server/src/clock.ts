/** Milliseconds on a monotonic clock with an arbitrary origin. */
export function elapsed(): number {
  return performance.now()
}

/** The time of day. */
export const clock = { now: () => Date.now() }
