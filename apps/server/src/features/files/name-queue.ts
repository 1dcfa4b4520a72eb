import { setTimeout as delay } from 'node:timers/promises'

/** Questions that may wait for their turn. */
const WAITING_LIMIT = 20

/** Walks of a folder, one at a time. A request whose client is gone ends its walk, or never begins one. */
export function nameQueue(patience: number): {
  readonly full: boolean
  /** Undefined: its client is gone. */
  run<T>(gone: AbortSignal, look: () => Promise<T>): Promise<T | undefined>
} {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    get full() {
      return waiting > WAITING_LIMIT
    },
    async run(gone, look) {
      const before = last
      const mine = before.then(() => (gone.aborted ? undefined : look()))
      // A walk that hangs in the file system cannot be interrupted: the others do not wait for it forever.
      const over = () =>
        Promise.race([mine.catch(() => undefined), delay(2 * patience, undefined, { ref: false })])
      last = before.then(over)
      waiting += 1
      try {
        return await mine
      } finally {
        waiting -= 1
      }
    },
  }
}
