import type { Connection } from './connection.ts'
import type { Outbox } from '../turns/outbox.ts'

/** All connections of this process. */
export interface Hub {
  /** Returns how to leave. */
  join(connection: Connection): () => void
  close(): void
}

/** Passes hints of the outbox on to everyone here. */
export function openHub(outbox: Outbox, onWake: () => void): Hub {
  const connections = new Set<Connection>()
  const stop = outbox.listen((hint) => {
    switch (hint.kind) {
      case 'thread':
        for (const connection of connections) connection.hint(hint.threadId)
        break
      case 'person':
        for (const connection of connections) connection.personChanged()
        break
      case 'wake':
        onWake()
        break
    }
  })
  return {
    join(connection) {
      connections.add(connection)
      return () => connections.delete(connection)
    },
    close: stop,
  }
}
