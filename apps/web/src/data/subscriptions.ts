import type { ClientCommand, ThreadId } from '@countersign/protocol'
import type { RequestIds } from '../ids.ts'
import type { Api } from './api.ts'
import type { ViewStore } from './store.ts'

export interface SubscriptionPorts {
  readonly store: ViewStore
  readonly api: Api
  readonly send: (command: ClientCommand) => void
  readonly ids: RequestIds
  /** All missed events have been received. */
  readonly replayed: () => void
}

export interface Subscriptions {
  readonly watch: (thread: ThreadId) => () => void
  readonly follow: (topic: string) => () => void
  readonly resume: () => void
  readonly caughtUp: (thread: ThreadId) => void
  readonly listed: () => void
}

/** Which threads are live. A thread is loaded once; after that a reconnect only requests later events. */
export function createSubscriptions({ store, api, send, ids, replayed }: SubscriptionPorts): Subscriptions {
  const watched = counted<ThreadId>(
    (thread) => {
      store.dispatch({ type: 'thread_opened', thread })
      void load(thread)
    },
    (thread) => {
      send({ type: 'unsubscribe', request_id: ids(), thread_id: thread })
      store.dispatch({ type: 'thread_closed', thread })
    },
  )
  const followed = counted<string>(
    (topic) => {
      store.dispatch({ type: 'topic_followed', topic })
      sendFollow(topic)
    },
    (topic) => {
      send({ type: 'unfollow', request_id: ids(), topic })
      store.dispatch({ type: 'topic_unfollowed', topic })
    },
  )
  let behind = new Set<ThreadId>()
  let waitingListed = true

  async function load(thread: ThreadId): Promise<void> {
    const snapshot = await api.thread(thread)
    if (!watched.counts.has(thread)) return
    if (snapshot.ok) {
      store.dispatch({ type: 'thread_loaded', snapshot: snapshot.value })
      subscribe(thread)
    } else if (snapshot.error.code !== 'unreachable' || store.view.getState().connection.state === 'open') {
      // While disconnected the thread stays `loading`: it is requested again after the reconnect.
      store.dispatch({ type: 'thread_missing', thread })
      caughtUp(thread)
    }
  }

  function subscribe(thread: ThreadId): void {
    const open = store.view.getState().open.get(thread)
    if (open?.state !== 'ready') return
    send({ type: 'subscribe', request_id: ids(), thread_id: thread, after_seq: open.seq })
  }

  function sendFollow(topic: string): void {
    const after_seq = store.view.getState().topics.get(topic)?.seq ?? 0
    send({ type: 'follow', request_id: ids(), topic, after_seq })
  }

  function caughtUp(thread: ThreadId): void {
    behind.delete(thread)
    if (behind.size === 0 && waitingListed) replayed()
  }

  return {
    watch: watched.hold,
    follow: followed.hold,
    resume: () => {
      behind = new Set(watched.counts.keys())
      waitingListed = false
      for (const topic of followed.counts.keys()) sendFollow(topic)
      for (const thread of watched.counts.keys()) {
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

/** Something that starts with its first user and ends with its last. */
function counted<Key>(begin: (key: Key) => void, end: (key: Key) => void) {
  const counts = new Map<Key, number>()
  return {
    counts,
    hold: (key: Key): (() => void) => {
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      if (count === 0) begin(key)
      return () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) {
          counts.set(key, left)
          return
        }
        counts.delete(key)
        end(key)
      }
    },
  }
}
