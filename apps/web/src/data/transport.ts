import type { ClientCommand, ServerMessage } from '@countersign/protocol'

/** Events of a connection. After `closed` there are no more. */
export interface LineListener {
  readonly opened: () => void
  readonly said: (message: ServerMessage) => void
  readonly closed: () => void
}

/** One connection. `send` never throws: messages sent on a closed connection are lost, and `closed` is or was reported. */
export interface Line {
  readonly send: (command: ClientCommand) => void
  readonly close: () => void
}

/** How to reach the server: the socket in the product, a script in tests. */
export interface Transport {
  readonly connect: (listener: LineListener) => Line
}
