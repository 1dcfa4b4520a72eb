import { setTimeout as delay } from 'node:timers/promises'
import type { Topic } from './topic.ts'

/** Events read at once. */
const PAGE = 500
/** Milliseconds after which a failed read of events is retried. */
const READ_AGAIN = 1000
/** Bytes of a replay that may wait to be sent before the next page is read. */
const REPLAY_BACKLOG = 1_000_000

export interface FollowedParts {
  readonly socket: { readonly backlog: number }
  sendText(text: string): void
  failed(what: string, cause: unknown): void
}

/** The topics that one connection follows: everything after the last event that it has seen, in order, once. */
export interface Followed {
  /** Begins to follow and sends the missed events; resolves with the number of the last event sent. */
  follow(name: string, topic: Topic, id: string, after: number): Promise<number>
  unfollow(name: string): void
  follows(name: string): boolean
  /** There may be new events. */
  hint(name: string): void
  clear(): void
}

interface Follow {
  readonly topic: Topic
  readonly id: string
  seq: number
  sending: boolean
  again: boolean
}

export function followed({ socket, sendText, failed }: FollowedParts): Followed {
  const follows = new Map<string, Follow>()

  /** Sends new events; a hint that arrives meanwhile causes one more round. */
  async function sendNew(name: string, follow: Follow): Promise<void> {
    if (follow.sending) {
      follow.again = true
      return
    }
    follow.sending = true
    try {
      do {
        follow.again = false
        for (;;) {
          const events = await follow.topic.read(follow.id, follow.seq, PAGE)
          if (follows.get(name) !== follow) return
          for (const event of events) {
            sendText(event.text())
            follow.seq = event.seq
          }
          if (events.length < PAGE) break
          // A long replay is throttled to the client's reading speed.
          while (socket.backlog > REPLAY_BACKLOG && follows.get(name) === follow) await delay(20)
        }
      } while (follow.again)
    } finally {
      follow.sending = false
    }
  }

  function hint(name: string): void {
    const follow = follows.get(name)
    if (follow === undefined) return
    sendNew(name, follow).catch((cause: unknown) => {
      failed('sending events', cause)
      // The hint is not repeated, and these may be the last events for a long time.
      setTimeout(() => hint(name), READ_AGAIN).unref()
    })
  }

  return {
    async follow(name, topic, id, after) {
      const follow: Follow = { topic, id, seq: after, sending: false, again: false }
      follows.set(name, follow)
      await sendNew(name, follow)
      return follow.seq
    },
    unfollow: (name) => void follows.delete(name),
    follows: (name) => follows.has(name),
    hint,
    clear: () => follows.clear(),
  }
}
