import type { ClientCommand, ThreadId } from '@countersign/protocol'
import type { RequestIds } from '../ids.ts'
import type { Api } from './api.ts'
import type { ViewStore } from './store.ts'

export interface SubscriptionPorts {
  readonly store: ViewStore
  readonly api: Api
  readonly send: (command: ClientCommand) => void
  readonly ids: RequestIds
  /** Everything that was missed has been heard. */
  readonly replayed: () => void
}

export interface Subscriptions {
  readonly watch: (thread: ThreadId) => () => void
  readonly resume: () => void
  readonly caughtUp: (thread: ThreadId) => void
  readonly listed: () => void
}

/** Which threads are live. A thread is loaded once; after that a reconnect asks only for what came later. */
export function createSubscriptions({ store, api, send, ids, replayed }: SubscriptionPorts): Subscriptions {
  const watchers = new Map<ThreadId, number>()
  let behind = new Set<ThreadId>()
  let waitingListed = true

  async function load(thread: ThreadId): Promise<void> {
    const snapshot = await api.thread(thread)
    if (!watchers.has(thread)) return
    if (snapshot.ok) {
      store.dispatch({ type: 'thread_loaded', snapshot: snapshot.value })
      subscribe(thread)
    } else if (snapshot.error.code !== 'unreachable' || store.view.getState().connection.state === 'open') {
      // While the line is down the thread stays `loading`: it is asked for again when the line is back.
      store.dispatch({ type: 'thread_missing', thread })
      caughtUp(thread)
    }
  }

  function subscribe(thread: ThreadId): void {
    const open = store.view.getState().open.get(thread)
    if (open?.state !== 'ready') return
    send({ type: 'subscribe', request_id: ids(), thread_id: thread, after_seq: open.seq })
  }

  function caughtUp(thread: ThreadId): void {
    behind.delete(thread)
    if (behind.size === 0 && waitingListed) replayed()
  }

  return {
    watch: (thread) => {
      const count = watchers.get(thread) ?? 0
      watchers.set(thread, count + 1)
      if (count === 0) {
        store.dispatch({ type: 'thread_opened', thread })
        void load(thread)
      }
      return () => {
        const left = (watchers.get(thread) ?? 1) - 1
        if (left > 0) {
          watchers.set(thread, left)
          return
        }
        watchers.delete(thread)
        send({ type: 'unsubscribe', request_id: ids(), thread_id: thread })
        store.dispatch({ type: 'thread_closed', thread })
      }
    },
    resume: () => {
      behind = new Set(watchers.keys())
      waitingListed = false
      for (const thread of watchers.keys()) {
        if (store.view.getState().open.get(thread)?.state === 'ready') subscribe(thread)
        else void load(thread)
      }
    },
    caughtUp,
    listed: () => {
      waitingListed = true
      if (behind.size === 0) replayed()
    },
  }
}
