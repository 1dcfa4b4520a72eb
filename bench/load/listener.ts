import type { Door } from '../fleet/client.ts'

/** The fields of a message that a listener uses: it measures only how many arrive and when; tests cover the content. */
export interface Heard {
  readonly type: string
  readonly request_id?: string | null
  readonly thread_id?: string
  readonly seq?: number
  readonly event?: { readonly type: string; readonly [name: string]: unknown }
}

/** Called for every event that a listener receives, with the time. */
export type Notice = (event: NonNullable<Heard['event']>, thread: string, at: number) => void

/** One socket that follows one thread and counts events. Cheap enough for thousands. */
export class Listener {
  readonly #socket: WebSocket
  readonly #asked = new Map<string, (heard: Heard) => void>()
  readonly #notice: Notice
  #requests = 0
  #last = 0
  /** Missing or duplicate events. */
  wrong = 0
  events = 0
  bytes = 0
  closed = false

  private constructor(socket: WebSocket, notice: Notice) {
    this.#socket = socket
    this.#notice = notice
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', () => {
      this.closed = true
    })
  }

  static async open(door: Door, notice: Notice): Promise<Listener> {
    const socket = new WebSocket(`${door.address.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${door.token}` },
    })
    const listener = new Listener(socket, notice)
    await new Promise<void>((opened, failed) => {
      socket.addEventListener('open', () => opened())
      socket.addEventListener('error', () => failed(new Error('a socket could not be opened')))
    })
    return listener
  }

  /** The last event that it received of the thread it follows. */
  get last(): number {
    return this.#last
  }

  command(command: object): Promise<Heard> {
    const request_id = `r${(this.#requests += 1)}`
    return new Promise((replied) => {
      this.#asked.set(request_id, replied)
      this.#socket.send(JSON.stringify({ ...command, request_id }))
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(text: string): void {
    const at = Date.now()
    this.bytes += text.length
    // Lists of waiting calls are long and are not counted here.
    if (text.startsWith('{"type":"waiting') || text.startsWith('{"type":"threads')) return
    const heard = JSON.parse(text) as Heard // validating each of millions would dominate the measurement
    if (heard.type === 'event' && heard.event !== undefined) {
      const { seq = 0, event, thread_id = '' } = heard
      this.events += 1
      if (seq !== this.#last + 1) this.wrong += 1
      this.#last = seq
      this.#notice(event, thread_id, at)
    }
    const { request_id } = heard
    if (typeof request_id === 'string') {
      this.#asked.get(request_id)?.(heard)
      this.#asked.delete(request_id)
    }
  }
}
