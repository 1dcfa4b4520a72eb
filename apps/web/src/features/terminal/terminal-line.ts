import { TERMINAL_SOCKET, TerminalSaid, type TerminalAsked, type ThreadId } from '@countersign/protocol'
import { socketTicket } from '../../data/signed-fetch.ts'

/** Milliseconds before a broken connection is retried. */
const AGAIN_AFTER = 1000
/** The server's code for a missing terminal. */
const NOT_THERE = 4404

export interface LineEvents {
  said(message: TerminalSaid): void
  bytes(bytes: Uint8Array): void
  /** Whether the line is connected. */
  connected(is: boolean): void
  /** There is no such terminal. */
  absent(): void
}

/** The page's connection to one terminal. It reconnects whenever it breaks. */
export interface TerminalLine {
  type(bytes: Uint8Array<ArrayBuffer>): void
  ask(message: TerminalAsked): void
  close(): void
}

export function openLine(
  { terminal, thread }: { readonly terminal: string; readonly thread: ThreadId | null },
  events: LineEvents,
): TerminalLine {
  let socket: WebSocket | null = null
  let over = false
  let timer = 0

  async function open(): Promise<void> {
    const ticket = await socketTicket()
    // A signed-out page is reported elsewhere; it has no terminals.
    if (over || ticket === null) return
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
    const query = new URLSearchParams({ terminal, ticket, ...(thread === null ? {} : { thread }) })
    const made = new WebSocket(`${scheme}://${window.location.host}${TERMINAL_SOCKET}?${query}`)
    made.binaryType = 'arraybuffer'
    socket = made
    made.addEventListener('open', () => events.connected(true))
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (over) return
      if (data instanceof ArrayBuffer) events.bytes(new Uint8Array(data))
      else if (typeof data === 'string') hear(data)
    })
    made.addEventListener('close', ({ code }) => {
      socket = null
      if (over) return
      events.connected(false)
      if (code === NOT_THERE) events.absent()
      else retry()
    })
  }

  function hear(text: string): void {
    const message = TerminalSaid.safeParse(JSON.parse(text))
    if (message.success) events.said(message.data)
  }

  function retry(): void {
    timer = window.setTimeout(begin, AGAIN_AFTER)
  }

  function begin(): void {
    open().catch(() => {
      if (!over) retry()
    })
  }

  begin()
  const send = (data: string | Uint8Array<ArrayBuffer>): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data)
  }
  return {
    type: send,
    ask: (message) => send(JSON.stringify(message)),
    close() {
      over = true
      window.clearTimeout(timer)
      socket?.close()
    },
  }
}
