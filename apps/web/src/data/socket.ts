import { ServerMessage } from '@countersign/protocol'
import type { Transport } from './transport.ts'

/**
 * The live connection over a WebSocket. `address` returns where to connect, or null when this page is signed out: then `signedOut` is
 * called, and the connection stays closed. A message outside of the protocol closes the connection, because the page would be wrong.
 */
export function createSocketTransport(
  address: () => Promise<string | null>,
  signedOut: () => void,
): Transport {
  return {
    connect(listener) {
      let socket: WebSocket | null = null
      let over = false
      const end = (): void => {
        if (over) return
        over = true
        socket?.close()
        listener.closed()
      }
      const open = async (): Promise<void> => {
        const url = await address()
        if (over) return
        if (url === null) {
          signedOut()
          return end()
        }
        socket = new WebSocket(url)
        socket.addEventListener('open', () => listener.opened())
        socket.addEventListener('close', end)
        socket.addEventListener('error', end)
        socket.addEventListener('message', (event: MessageEvent<unknown>) => {
          if (over) return
          const message = readMessage(event.data)
          if (message === null) end()
          else listener.said(message)
        })
      }
      open().catch(end)
      return {
        send: (command) => {
          if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command))
        },
        close: end,
      }
    },
  }
}

function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = ServerMessage.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
