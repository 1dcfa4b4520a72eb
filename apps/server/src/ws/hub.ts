import type { Outbox, OutboxHint } from '../turns/outbox.ts'
import type { Connection } from './connection.ts'
import type { Overviews } from './overviews.ts'

/** All connections of this process. */
export interface Hub {
  /** Returns how to leave. */
  join(connection: Connection): () => void
  close(): void
}

/** Called when something can go on, with what. */
export type Wake = (hint: Omit<Extract<OutboxHint, { kind: 'wake' }>, 'kind'>) => void

/** Passes hints of the outbox on to those whom they concern. */
export function openHub(outbox: Outbox, overviews: Pick<Overviews, 'changed'>, onWake: Wake): Hub {
  const connections = new Set<Connection>()
  const stop = outbox.listen((hint) => {
    switch (hint.kind) {
      case 'thread':
        for (const connection of connections) connection.hint(hint.threadId)
        break
      case 'person':
        overviews.changed(hint.userId, hint.changed)
        break
      case 'wake':
        onWake(hint)
        break
    }
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
