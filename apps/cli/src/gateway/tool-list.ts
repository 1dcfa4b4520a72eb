import { asJson, type Json, type Message } from './messages.ts'

/** Milliseconds that a server has to list its tools; an unlisted tool always asks. */
const LIST_MS = 10_000
/** Maximum number of pages of one list. */
const PAGES = 100

/** The tools of the upstream server: remembers lists that pass by, and requests missing ones. */
export class ToolList {
  readonly #session: string
  readonly #send: (message: Message) => Promise<void>
  readonly #definitions = new Map<string, Json>()
  /** Our own pending requests, by id. */
  readonly #asked = new Map<unknown, (result: Json | null) => void>()
  #requests = 0
  #listing: Promise<void> | null = null

  /** `session` is the prefix of our own request ids; the client in front must not know it. */
  constructor(session: string, send: (message: Message) => Promise<void>) {
    this.#session = session
    this.#send = send
  }

  /** The upstream definition of a tool, requested if the client has not listed tools; undefined: the server has none. */
  async definitionOf(tool: string): Promise<Json | undefined> {
    if (!this.#definitions.has(tool)) {
      this.#listing ??= this.#list().finally(() => (this.#listing = null))
      await this.#listing
    }
    return this.#definitions.get(tool)
  }

  remember(result: Json): void {
    const tools = Array.isArray(result['tools']) ? result['tools'] : []
    for (const tool of tools.map(asJson))
      if (typeof tool['name'] === 'string') this.#definitions.set(tool['name'], tool)
  }

  /** The tools may have changed. */
  forget(): void {
    this.#definitions.clear()
  }

  /** The answer to one of our own requests, null for none. False: it was not ours. */
  answered(id: unknown, result: Json | null): boolean {
    const heard = this.#asked.get(id)
    heard?.(result)
    return heard !== undefined
  }

  /** The connection ended: no answer will come. */
  close(): void {
    for (const heard of this.#asked.values()) heard(null)
  }

  async #list(): Promise<void> {
    for (let cursor: unknown, page = 0; page < PAGES; page += 1) {
      const result = await this.#request(cursor === undefined ? {} : { cursor })
      if (result === null) return
      this.remember(result)
      cursor = result['nextCursor']
      if (typeof cursor !== 'string') return
    }
  }

  async #request(params: Json): Promise<Json | null> {
    this.#requests += 1
    const id = `${this.#session}-${this.#requests}`
    try {
      return await new Promise<Json | null>((heard) => {
        const patience = setTimeout(() => heard(null), LIST_MS)
        this.#asked.set(id, (answer) => {
          clearTimeout(patience)
          heard(answer)
        })
        void this.#send({ jsonrpc: '2.0', id, method: 'tools/list', params })
      })
    } finally {
      this.#asked.delete(id)
    }
  }
}
