import type { ThreadId } from '@countersign/protocol'
import type { Db } from './database.ts'
import { notify } from './notify.ts'

/** Minimum milliseconds between two notifications for events of one thread: the database serialises notifying commits. */
const APART = 100

export interface ThrottledNotify {
  notify(threadId: ThreadId): void
  close(): void
}

/** Notifies other processes of events that nobody waits for, at most ten times a second per thread; the last event is always announced. */
export function throttledNotify(db: Db, from: string): ThrottledNotify {
  const pausing = new Map<ThreadId, { timer: NodeJS.Timeout; more: boolean }>()

  function send(threadId: ThreadId): void {
    // The next read of the outbox makes up for a lost hint.
    notify(db, { thread: threadId, from }).catch(() => undefined)
    const timer = setTimeout(() => {
      const pause = pausing.get(threadId)
      pausing.delete(threadId)
      if (pause?.more === true) send(threadId)
    }, APART)
    timer.unref()
    pausing.set(threadId, { timer, more: false })
  }

  return {
    notify(threadId) {
      const pause = pausing.get(threadId)
      if (pause === undefined) send(threadId)
      else pause.more = true
    },
    close() {
      for (const { timer } of pausing.values()) clearTimeout(timer)
      pausing.clear()
    },
  }
}
