import type { ThreadId } from '@countersign/protocol'
import type { Db } from './database.ts'
import { notifyAll } from './notify.ts'

/** Milliseconds between two notifications: notifying commits are serialised by the database. */
const APART = 100

export interface ThrottledNotify {
  notify(threadId: ThreadId): void
  close(): void
}

/**
 * Notifies other processes of events that nobody waits for: at most ten times a second, of all threads together in one statement. The last event
 * is always announced.
 */
export function throttledNotify(db: Db, from: string): ThrottledNotify {
  const due = new Set<ThreadId>()
  let pause: NodeJS.Timeout | undefined

  function send(): void {
    pause = undefined
    if (due.size === 0) return
    const hints = [...due].map((thread) => ({ thread, from }))
    due.clear()
    // The next read of the outbox makes up for a lost hint.
    notifyAll(db, hints).catch(() => undefined)
    pause = setTimeout(send, APART)
    pause.unref()
  }

  return {
    notify(threadId) {
      due.add(threadId)
      if (pause === undefined) send()
    },
    close() {
      clearTimeout(pause)
      due.clear()
    },
  }
}
