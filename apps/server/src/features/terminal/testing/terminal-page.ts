import {
  TERMINAL_SOCKET,
  TerminalSaid,
  TerminalView,
  terminalRoutes,
  type TerminalList,
} from '@countersign/protocol'
import { WebSocket } from 'ws'
import type { TestServer } from '../../../testing/running-server.ts'

const SIZE = { cols: 80, rows: 24 }

/** A page that watches a terminal over the wire and reports what it drew, like the web app. */
export class TerminalPage {
  readonly socket: WebSocket
  readonly said: TerminalSaid[] = []
  bytes = Buffer.alloc(0)
  /** Whether it says what it has drawn. */
  draws = true
  #total = 0
  readonly #waiting = new Set<() => void>()

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        this.bytes = Buffer.concat([this.bytes, data])
        this.#total += data.length
        if (this.draws) this.ack()
      } else {
        const message = TerminalSaid.parse(JSON.parse(data.toString('utf8')))
        // The following bytes redraw the screen.
        if (message.type === 'screen') this.bytes = Buffer.alloc(0)
        this.said.push(message)
      }
      for (const look of this.#waiting) look()
    })
  }

  static async look(
    server: TestServer,
    terminal: string,
    thread?: string,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${server.token}` },
  ): Promise<TerminalPage> {
    const query = new URLSearchParams({ terminal, ...(thread === undefined ? {} : { thread }) })
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${TERMINAL_SOCKET}?${query}`, { headers })
    const page = new TerminalPage(socket)
    await new Promise<void>((opened, failed) => {
      socket.once('open', opened)
      socket.once('error', failed)
    })
    return page
  }

  ack(): void {
    this.socket.send(JSON.stringify({ type: 'drawn', bytes: this.#total }))
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text))
  }

  resize(cols: number, rows: number): void {
    this.socket.send(JSON.stringify({ type: 'size', cols, rows }))
  }

  /** Waits until the drawn text contains this. */
  async shows(text: string): Promise<void> {
    await this.#until(() => this.bytes.includes(text))
  }

  async hears(type: TerminalSaid['type']): Promise<TerminalSaid> {
    await this.#until(() => this.said.some((one) => one.type === type))
    return this.said.findLast((one) => one.type === type)! // just found
  }

  #until(fits: () => boolean): Promise<void> {
    return new Promise((found) => {
      const look = () => {
        if (!fits()) return
        this.#waiting.delete(look)
        found()
      }
      this.#waiting.add(look)
      look()
    })
  }

  close(): void {
    this.socket.close()
  }
}

export async function send(
  server: TestServer,
  { method, path }: { readonly method: string; readonly path: string },
  body: unknown,
): Promise<Response> {
  return server.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export async function openShell(
  server: TestServer,
  terminal: string,
  thread_id?: string,
): Promise<TerminalView> {
  const answer = await send(server, terminalRoutes.open, { terminal, thread_id, ...SIZE })
  return TerminalView.parse(await answer.json())
}

export async function listTerminals(server: TestServer, thread?: string): Promise<TerminalList> {
  const query = thread === undefined ? '' : `?thread_id=${thread}`
  return terminalRoutes.list.reply.parse(await (await server.request(`/api/terminals${query}`)).json())
}
