import type { ClientCommand, ServerMessage } from '@countersign/protocol'

/** What a line tells. After `closed` it tells nothing more. */
export interface LineListener {
  readonly opened: () => void
  readonly said: (message: ServerMessage) => void
  readonly closed: () => void
}

/** One connection. `send` never throws: what is sent on a closed line is lost, and `closed` was or will be told. */
export interface Line {
  readonly send: (command: ClientCommand) => void
  readonly close: () => void
}

/** How to reach the server: the socket in the product, a script in tests. */
export interface Transport {
  readonly connect: (listener: LineListener) => Line
}
