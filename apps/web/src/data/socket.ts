import { ServerMessage } from '@countersign/protocol'
import type { Transport } from './transport.ts'

/** The live line over a WebSocket. A message that is not of the protocol closes the line: the page would be wrong. */
export function createSocketTransport(url: string): Transport {
  return {
    connect(listener) {
      const socket = new WebSocket(url)
      let over = false
      const end = (): void => {
        if (over) return
        over = true
        socket.close()
        listener.closed()
      }
      socket.addEventListener('open', () => listener.opened())
      socket.addEventListener('close', end)
      socket.addEventListener('error', end)
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (over) return
        const message = readMessage(event.data)
        if (message === null) end()
        else listener.said(message)
      })
      return {
        send: (command) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command))
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
