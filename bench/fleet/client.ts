import { setTimeout as delay } from 'node:timers/promises'
import { ServerMessage, ThreadSnapshot, type ThreadId } from '../../packages/protocol/src/index.ts'
import { reduce } from '../../packages/protocol/src/client/index.ts'
import { emptyView, type View } from '../../packages/protocol/src/client/index.ts'

export interface Door {
  /** The address of the load balancer. */
  readonly address: string
  readonly token: string
}

/** The response to a client; `lost`: the connection broke first, so the command may or may not have run. */
export type Reply = ServerMessage | 'lost'

/**
 * A client like the page: the same reducer over the same messages, reconnects, and a replay from the last event it saw. It records every
 * missing or duplicate event.
 */
export class Client {
  readonly name: string
  readonly #door: Door
  readonly #seen = new Map<ThreadId, number>()
  readonly #asked = new Map<string, (reply: Reply) => void>()
  readonly #opened: (() => void)[] = []
  #socket: WebSocket | undefined
  #requests = 0
  #closed = false
  view: View = emptyView
  /** Every violation, as a sentence. */
  readonly wrong: string[] = []
  reconnects = 0
  events = 0

  constructor(name: string, door: Door) {
    this.name = name
    this.#door = door
    this.#connect()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  get following(): readonly ThreadId[] {
    return [...this.#seen.keys()]
  }

  /** Resolves when the connection is open. */
  async opened(): Promise<void> {
    if (!this.isOpen) await new Promise<void>((open) => this.#opened.push(open))
  }

  async command(command: Readonly<Record<string, unknown>> & { readonly type: string }): Promise<Reply> {
    await this.opened()
    const request_id = `${this.name}.${(this.#requests += 1)}`
    return new Promise((replied) => {
      this.#asked.set(request_id, replied)
      this.#socket?.send(JSON.stringify({ ...command, request_id }))
    })
  }

  async get(path: string): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      try {
        const response = await fetch(`${this.#door.address}${path}`, {
          headers: { authorization: `Bearer ${this.#door.token}`, connection: 'close' },
        })
        return response.status === 404 ? null : await response.json()
      } catch (cause) {
        // The server died during the request, so another one answers.
        if (tries >= GET_TRIES) throw cause
        await delay(100)
      }
    }
  }

  async snapshot(thread: ThreadId): Promise<ThreadSnapshot | undefined> {
    const parsed = ThreadSnapshot.safeParse(await this.get(`/api/threads/${thread}`))
    return parsed.success ? parsed.data : undefined
  }

  /** Opens a thread as the page does: stored data first, then live events. */
  async follow(thread: ThreadId): Promise<boolean> {
    if (this.#seen.has(thread)) return true
    this.#hear({ type: 'thread_opened', thread })
    const snapshot = await this.snapshot(thread)
    if (snapshot === undefined) {
      this.#hear({ type: 'thread_closed', thread })
      return false
    }
    this.#hear({ type: 'thread_loaded', snapshot })
    // A new connection subscribes to all followed threads; a second subscription would deliver everything twice.
    await this.opened()
    if (this.#seen.has(thread)) return true
    this.#seen.set(thread, snapshot.seq)
    await this.command({ type: 'subscribe', thread_id: thread, after_seq: snapshot.seq })
    return true
  }

  async unfollow(thread: ThreadId): Promise<void> {
    this.#seen.delete(thread)
    this.#hear({ type: 'thread_closed', thread })
    await this.command({ type: 'unsubscribe', thread_id: thread })
  }

  /** The last event that it saw of a thread. */
  seen(thread: ThreadId): number {
    return this.#seen.get(thread) ?? 0
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  #connect(): void {
    const socket = new WebSocket(this.#door.address.replace('http', 'ws') + '/ws', {
      headers: { authorization: `Bearer ${this.#door.token}` },
    })
    this.#socket = socket
    socket.addEventListener('open', () => this.#resume())
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data))
    })
    // A close event always follows.
    socket.addEventListener('error', () => undefined)
    socket.addEventListener('close', () => void this.#broken(socket))
  }

  #resume(): void {
    this.#hear({ type: 'line_opened' })
    for (const thread of this.#seen.keys()) {
      const after_seq = this.seen(thread)
      const request_id = `${this.name}.${(this.#requests += 1)}`
      this.#socket?.send(JSON.stringify({ type: 'subscribe', thread_id: thread, after_seq, request_id }))
    }
    for (const open of this.#opened.splice(0)) open()
  }

  async #broken(socket: WebSocket): Promise<void> {
    if (socket !== this.#socket) return
    for (const replied of this.#asked.values()) replied('lost')
    this.#asked.clear()
    this.#hear({ type: 'line_lost', now: Date.now(), retryAt: Date.now() })
    if (this.#closed) return
    this.reconnects += 1
    await delay(50)
    if (!this.#closed) this.#connect()
  }

  #receive(text: string): void {
    const message = ServerMessage.parse(JSON.parse(text))
    if (message.type === 'event') this.#count(message)
    if ('request_id' in message && message.request_id !== null) {
      this.#asked.get(message.request_id)?.(message)
      this.#asked.delete(message.request_id)
    }
    this.#hear({ type: 'server_said', message, now: Date.now() })
  }

  #count({ thread_id, seq, event }: Extract<ServerMessage, { type: 'event' }>): void {
    const last = this.#seen.get(thread_id)
    if (last === undefined) return
    this.events += 1
    if (seq <= last)
      this.wrong.push(`${this.name}: event ${seq} (${event.type}) of ${thread_id} came again after ${last}`)
    if (seq > last + 1)
      this.wrong.push(
        `${this.name}: event ${seq} (${event.type}) of ${thread_id} came after ${last}: one is missing`,
      )
    this.#seen.set(thread_id, Math.max(last, seq))
  }

  #hear(event: Parameters<typeof reduce>[1]): void {
    this.view = reduce(this.view, event)
  }
}

const GET_TRIES = 100
