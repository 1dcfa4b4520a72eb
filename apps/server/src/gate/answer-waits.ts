import type { AnswerWait, CallStore, StoredCall } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import type { Some } from '../turns/outbox.ts'

/** The part of the call store that waiting for answers needs. */
export interface WaitedCalls extends Pick<CallStore, 'find'> {
  /** Which of these calls no longer wait. */
  settledAmong(ids: readonly CallId[]): Promise<readonly CallId[]>
}

export interface AnswerWaits extends AnswerWait {
  /** These calls may have left `waiting`; `any`: check all. */
  wake(calls: Some<CallId>): void
}

/** How many calls one query covers. */
const LOOK = 1000

/**
 * The fast path of a live turn: parked promises, keyed by call id, woken by hints and then looked up in the store, which is the only truth.
 * A process that dies with parked promises loses nothing.
 */
export function answerWaits(calls: WaitedCalls, failed: (what: string, cause: unknown) => void): AnswerWaits {
  const sleepers = new Map<CallId, Set<() => void>>()
  let looking: Promise<void> | undefined

  function rouse(ids: readonly CallId[]): void {
    for (const id of ids) for (const sleeper of sleepers.get(id) ?? []) sleeper()
  }

  /** One query for many waiters: it costs the same whether anyone was answered or not. */
  async function look(): Promise<void> {
    const ids = [...sleepers.keys()]
    for (let from = 0; from < ids.length; from += LOOK)
      rouse(await calls.settledAmong(ids.slice(from, from + LOOK)))
  }

  return {
    async settled(id, signal): Promise<StoredCall> {
      for (;;) {
        signal.throwIfAborted()
        const woken = nextWake(sleepers, id, signal)
        try {
          const stored = await calls.find(id)
          if (stored && stored.state !== 'waiting') return stored
          await woken.promise
        } finally {
          woken.cancel()
        }
      }
    },
    wake(ids) {
      if (ids !== 'any') rouse(ids)
      else if (sleepers.size > 0)
        looking ??= look()
          .catch((cause: unknown) => failed('looking for answers', cause))
          .finally(() => {
            looking = undefined
          })
    },
  }
}

/** Subscribes before the lookup, so that an answer in between is not missed. */
function nextWake(
  sleepers: Map<CallId, Set<() => void>>,
  id: CallId,
  signal: AbortSignal,
): { promise: Promise<void>; cancel: () => void } {
  let cancel = () => {}
  const promise = new Promise<void>((resume) => {
    cancel = () => {
      const own = sleepers.get(id)
      own?.delete(cancel)
      if (own?.size === 0) sleepers.delete(id)
      signal.removeEventListener('abort', cancel)
      resume()
    }
    const own = sleepers.get(id)
    if (own === undefined) sleepers.set(id, new Set([cancel]))
    else own.add(cancel)
    signal.addEventListener('abort', cancel)
  })
  return { promise, cancel }
}
