/** Milliseconds on a clock that never goes back; where it began says nothing. */
export function elapsed(): number {
  return performance.now()
}

/** The time of day. */
export const clock = { now: () => Date.now() }
