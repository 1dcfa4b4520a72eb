import type { ServerMessage } from '@countersign/protocol'

type Waiting = Extract<ServerMessage, { type: 'waiting' }>

/** Makes one message of a list that comes in several. Null: the rest is on its way. Other messages go through as they are. */
export function createWaitingPages(): (message: ServerMessage) => ServerMessage | null {
  let pages: Waiting[] = []
  return (message) => {
    if (message.type !== 'waiting') return message
    pages.push(message)
    if (message.more) return null
    const all = pages
    pages = []
    return {
      type: 'waiting',
      approvals: all.flatMap(({ approvals }) => approvals),
      calls: all.flatMap(({ calls }) => calls),
      interrupted: all.flatMap(({ interrupted }) => interrupted ?? []),
    }
  }
}
