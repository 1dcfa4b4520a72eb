import type { Outbox, OutboxHint } from '../turns/outbox.ts'
import type { Connection } from './connection.ts'

/** All connections of this process. */
export interface Hub {
  /** Returns a function that removes it. */
  join(connection: Connection): () => void
  close(): void
}

/** Called with the calls and turns that may be able to continue. */
export type Wake = (hint: Omit<Extract<OutboxHint, { kind: 'wake' }>, 'kind'>) => void

/** Passes outbox hints on to the connections that they concern. */
export function openHub(outbox: Outbox, onWake: Wake): Hub {
  const connections = new Set<Connection>()
  const stop = outbox.listen((hint) => {
    if (hint.kind === 'thread' || hint.kind === 'topic') {
      // Made once: there may be thousands of connections, and dozens of hints a second.
      const topic = hint.kind === 'thread' ? `thread:${hint.threadId}` : hint.topic
      for (const connection of connections) connection.hint(topic)
    } else if (hint.kind === 'wake') onWake(hint)
  })
  return {
    join(connection) {
      connections.add(connection)
      return () => {
        connections.delete(connection)
        connection.left()
      }
    },
    close: stop,
  }
}
