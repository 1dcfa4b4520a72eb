import type { SocketClient } from './socket-client.ts'
import type { Windows, WindowSeat } from './windows/windows.ts'

/** Windows, by the connections of their pages. */
export interface PageWindows extends Omit<Windows, 'join'> {
  /** Undefined: the connection does not belong to a page. */
  seatOf(client: SocketClient): WindowSeat | undefined
}

export function pageWindows(windows: Windows): PageWindows {
  const seats = new WeakMap<SocketClient, WindowSeat>()
  return {
    of: windows.of,
    offered: windows.offered,
    seatOf(client) {
      const { via, session } = client.actor
      if (via !== 'page' || session === undefined) return undefined
      const seat = seats.get(client) ?? windows.join({ session, send: (message) => client.send(message) })
      seats.set(client, seat)
      return seat
    },
  }
}
