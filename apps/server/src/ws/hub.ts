import type { UserId } from '@countersign/protocol'
import type { Outbox, OutboxHint } from '../turns/outbox.ts'
import type { Connection } from './connection.ts'

/** All connections of this process. */
export interface Hub {
  /** Returns how to leave. */
  join(user: UserId, connection: Connection): () => void
  close(): void
}

/** Called when something can go on, with what. */
export type Wake = (hint: Omit<Extract<OutboxHint, { kind: 'wake' }>, 'kind'>) => void

/** Passes hints of the outbox on to those whom they concern. */
export function openHub(outbox: Outbox, onWake: Wake): Hub {
  const connections = new Map<Connection, UserId>()
  const stop = outbox.listen((hint) => {
    switch (hint.kind) {
      case 'thread':
        for (const connection of connections.keys()) connection.hint(hint.threadId)
        break
      case 'person':
        for (const [connection, user] of connections)
          if (user === hint.userId) connection.listsChanged(hint.changed)
        break
      case 'wake':
        onWake(hint)
        break
    }
  })
  return {
    join(user, connection) {
      connections.set(connection, user)
      return () => {
        connections.delete(connection)
        connection.left()
      }
    },
    close: stop,
  }
}
