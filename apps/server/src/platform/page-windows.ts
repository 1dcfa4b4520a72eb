import type { TurnId } from '@countersign/protocol'
import type { SocketClient } from './socket-client.ts'
import type { WindowRows } from './windows/begun-turns.ts'
import type { Windows, WindowSeat } from './windows/windows.ts'

/** Windows, by the connections of their pages. */
export interface PageWindows extends Omit<Windows, 'join'> {
  /** Undefined: the connection does not belong to a page. */
  seatOf(client: SocketClient): WindowSeat | undefined
  /** Records that this client began the turn, if it is a page or a terminal of a person. */
  began(client: SocketClient, turn: TurnId): Promise<void>
  /** Where a person began the turn; undefined: a program or the server itself began it. */
  beganIn(turn: TurnId): Promise<'page' | 'terminal' | undefined>
}

/** Stands for every terminal: no window has this name, so no call goes to one. */
const TERMINAL = 'terminal'

export function pageWindows(windows: Windows, rows: WindowRows): PageWindows {
  const seats = new WeakMap<SocketClient, WindowSeat>()
  function seatOf(client: SocketClient): WindowSeat | undefined {
    const { via, session } = client.actor
    if (via !== 'page' || session === undefined) return undefined
    const seat = seats.get(client) ?? windows.join({ session, send: (message) => client.send(message) })
    seats.set(client, seat)
    return seat
  }
  return {
    of: windows.of,
    offered: windows.offered,
    seatOf,
    async began(client, turn) {
      const { via } = client.actor
      // The host is a person's command in a terminal that also runs the server.
      if (via === 'terminal' || via === 'host') await rows.setWindow(turn, TERMINAL)
      else await seatOf(client)?.began(turn)
    },
    async beganIn(turn) {
      const window = await rows.windowOf(turn)
      return window === undefined || window === TERMINAL ? window : 'page'
    },
  }
}
