import type { FlushSchedule } from './stream-buffer.ts'

export interface Timers {
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

const FLUSH_MS = 50
const HIDDEN_FLUSH_MS = 1000

/** A flush every 50 ms, on a frame; once a second while the page is hidden. */
export const frameFlushes: FlushSchedule = {
  later: (flush) => {
    if (document.hidden) return after(HIDDEN_FLUSH_MS, flush)
    let frame = 0
    const cancel = after(FLUSH_MS, () => {
      frame = window.requestAnimationFrame(flush)
    })
    return () => {
      cancel()
      window.cancelAnimationFrame(frame)
    }
  },
}

export const windowTimers: Timers = { after }

function after(ms: number, run: () => void): () => void {
  const timer = window.setTimeout(run, ms)
  return () => window.clearTimeout(timer)
}
