import type { AnswerWait, CallStore, StoredCall } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import type { Some } from '../turns/outbox.ts'

/** Calls, as far as waiting for their answers needs them. */
export interface WaitedCalls extends Pick<CallStore, 'find'> {
  /** Which of these calls no longer wait. */
  settledAmong(ids: readonly CallId[]): Promise<readonly CallId[]>
}

export interface AnswerWaits extends AnswerWait {
  /** These calls may have left `waiting`; `any`: look which have. */
  wake(calls: Some<CallId>): void
}

/** Calls that are asked about in one look. */
const LOOK = 1000

/**
 * The fast path of a live turn: parked promises, found by the id of their call, woken by hints and looked up in the store, which
 * alone is the truth. A process that dies with promises parked loses nothing.
 */
export function answerWaits(calls: WaitedCalls, failed: (what: string, cause: unknown) => void): AnswerWaits {
  const sleepers = new Map<CallId, Set<() => void>>()
  let looking: Promise<void> | undefined

  function rouse(ids: readonly CallId[]): void {
    for (const id of ids) for (const sleeper of sleepers.get(id) ?? []) sleeper()
  }

  /** One question for many sleepers: a look costs the same whether anyone was answered or not. */
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

/** Listens before the look-up, so that an answer between look-up and sleep is not missed. */
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
