import { BROWSER_SOCKET, BrowserSaid, type BrowserAsked, type ThreadId } from '@countersign/protocol'
import { socketTicket } from '../../data/signed-fetch.ts'

/** Milliseconds before a broken connection is retried. */
const AGAIN_AFTER = 1000

export interface ScreenEvents {
  said(state: BrowserSaid): void
  frame(jpeg: Blob): void
  /** Called when the browser closes or the connection breaks. */
  gone(): void
}

/** The page's connection to the browser of a thread. */
export interface ScreenLine {
  ask(message: BrowserAsked): void
  close(): void
}

export function openScreen(thread: ThreadId, events: ScreenEvents): ScreenLine {
  let socket: WebSocket | null = null
  let over = false
  let timer = 0

  async function open(): Promise<void> {
    const ticket = await socketTicket()
    if (over || ticket === null) return
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
    const made = new WebSocket(
      `${scheme}://${window.location.host}${BROWSER_SOCKET}?${new URLSearchParams({ thread, ticket })}`,
    )
    made.binaryType = 'blob'
    socket = made
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (over) return
      if (data instanceof Blob) events.frame(data)
      else if (typeof data === 'string') {
        const said = BrowserSaid.safeParse(JSON.parse(data))
        if (said.success) events.said(said.data)
      }
    })
    made.addEventListener('close', ({ code }) => {
      socket = null
      if (over) return
      events.gone()
      if (code !== 4404) timer = window.setTimeout(begin, AGAIN_AFTER)
    })
  }

  function begin(): void {
    open().catch(() => {
      if (!over) timer = window.setTimeout(begin, AGAIN_AFTER)
    })
  }

  function send(message: BrowserAsked): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  // A mouse moves more often than the screen is drawn: only the last position of a frame is sent, and always before a press at that position.
  let moved: BrowserAsked | null = null
  let frame = 0
  function flush(): void {
    window.cancelAnimationFrame(frame)
    if (moved !== null) send(moved)
    moved = null
  }

  begin()
  return {
    ask(message) {
      if (message.type === 'mouse' && message.event === 'mouseMoved') {
        if (moved === null) frame = window.requestAnimationFrame(flush)
        moved = message
        return
      }
      flush()
      send(message)
    },
    close() {
      over = true
      window.cancelAnimationFrame(frame)
      window.clearTimeout(timer)
      socket?.close()
    },
  }
}
