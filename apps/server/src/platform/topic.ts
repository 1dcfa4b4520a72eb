import type { ServerMessage } from '@countersign/protocol'
import type { TopicEvents } from '../turns/topic-events.ts'
import type { Actor } from './actor.ts'

/** Something that clients can follow: `thread:thr_…`, `terminal:term_…`. */
export interface Topic {
  /** The part before the colon. */
  readonly kind: string
  mayFollow(actor: Actor, id: string): Promise<boolean>
  /** Events after `seq`, oldest first, as the texts for the socket. */
  read(id: string, after: number, limit: number): Promise<readonly TopicEvent[]>
  /** Sent once a client has everything that existed when it began to follow. */
  caughtUp(id: string, seq: number): ServerMessage
}

export interface TopicEvent {
  readonly seq: number
  /** The whole message, serialised once for all clients. */
  text(): string
}

/** `kind:id`, or undefined for anything else. */
export function readTopic(name: string): { readonly kind: string; readonly id: string } | undefined {
  const colon = name.indexOf(':')
  return colon < 1 ? undefined : { kind: name.slice(0, colon), id: name.slice(colon + 1) }
}

/** A topic whose events are in the store. */
export function storedTopic(
  kind: string,
  events: Pick<TopicEvents, 'read'>,
  mayFollow: Topic['mayFollow'],
): Topic {
  return {
    kind,
    mayFollow,
    async read(id, after, limit) {
      const topic = `${kind}:${id}`
      const found = await events.read(topic, after, limit)
      return found.map(({ seq, event }) => ({
        seq,
        text: () => JSON.stringify({ type: 'topic_event', topic, seq, event }),
      }))
    },
    caughtUp: (id, seq) => ({ type: 'topic_caught_up', topic: `${kind}:${id}`, seq }),
  }
}
