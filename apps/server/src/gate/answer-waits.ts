import type { AnswerWait, CallStore, StoredCall } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'

/**
 * The fast path of a live turn: parked promises, woken by hints and looked up in the store, which alone is the truth. A process that
 * dies with promises parked loses nothing.
 */
export function answerWaits(calls: Pick<CallStore, 'find'>): AnswerWait & { wake(): void } {
  const sleepers = new Set<() => void>()
  return {
    async settled(id: CallId, signal: AbortSignal): Promise<StoredCall> {
      for (;;) {
        signal.throwIfAborted()
        const woken = nextWake(sleepers, signal)
        const stored = await calls.find(id)
        if (stored && stored.state !== 'waiting') {
          woken.cancel()
          return stored
        }
        await woken.promise
      }
    },
    wake() {
      for (const sleeper of sleepers) sleeper()
    },
  }
}

/** Listens before the look-up, so that an answer between look-up and sleep is not missed. */
function nextWake(
  sleepers: Set<() => void>,
  signal: AbortSignal,
): { promise: Promise<void>; cancel: () => void } {
  let cancel = () => {}
  const promise = new Promise<void>((resume) => {
    cancel = () => {
      sleepers.delete(cancel)
      signal.removeEventListener('abort', cancel)
      resume()
    }
    sleepers.add(cancel)
    signal.addEventListener('abort', cancel)
  })
  return { promise, cancel }
}
