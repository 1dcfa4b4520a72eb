import { UnauthorizedError, type Client } from '@modelcontextprotocol/client'
import type { Clock } from '@countersign/agent'
import { plainText } from '../../tools/plain-text.ts'
import { readDefinitions, type Definitions } from './definition.ts'
import type { ClientEvents } from './open-client.ts'

/** Milliseconds until a failed server is restarted, doubled each time, and how long it must run to reset that. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Milliseconds that a call waits for a server that is just starting. */
const PATIENCE = 10_000
/** Milliseconds that a server has to answer a ping, and to list its tools. */
const PING_LIMIT = 5000
const LIST_LIMIT = 30_000

export type ConnectionState =
  | { readonly kind: 'starting' | 'ready' | 'off' }
  | { readonly kind: 'waiting'; readonly retryAt: number }
  /** A person must sign in at the server. */
  | { readonly kind: 'authorize' }

/**
 * A connection to one server: starting → ready; when it fails → waiting (longer each time) → starting; `authorize` until a person signed
 * in. No wait is unlimited.
 */
export interface McpConnection {
  readonly state: ConnectionState
  readonly problem: string | null
  readonly definitions: Definitions | undefined
  readonly about: { readonly name: string; readonly version: string } | undefined
  /** The client, or why there is none. Waits briefly for one that is just starting. */
  client(
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly client: Client } | { readonly ok: false; readonly message: string }
  >
  /** A call got no answer: checks whether the server is alive, and restarts it if not. */
  doubt(): Promise<void>
  restart(): void
  close(): Promise<void>
}

export interface ConnectionParts {
  readonly name: string
  readonly clock: Clock
  open(events: ClientEvents): Promise<Client>
  elicit: ClientEvents['elicit']
}

export function openConnection(parts: ConnectionParts): McpConnection {
  const connection = new Connection(parts)
  connection.restart()
  return connection
}

class Connection implements McpConnection {
  readonly #parts: ConnectionParts
  #state: ConnectionState = { kind: 'starting' }
  #client: Client | undefined
  #definitions: Definitions | undefined
  #problem: string | null = null
  #complaint = ''
  #pause = FIRST_PAUSE
  #timer: NodeJS.Timeout | undefined
  /** Counts the starts: late events of an earlier one are ignored. */
  #epoch = 0
  readonly #waiters = new Set<() => void>()

  constructor(parts: ConnectionParts) {
    this.#parts = parts
  }

  get state() {
    return this.#state
  }

  get problem() {
    return this.#problem
  }

  get definitions() {
    return this.#definitions
  }

  get about() {
    const said = this.#client?.getServerVersion()
    return said && { name: plainText(said.name).slice(0, 100), version: plainText(said.version).slice(0, 50) }
  }

  async client(signal: AbortSignal): ReturnType<McpConnection['client']> {
    await this.#started(signal)
    if (this.#state.kind === 'ready' && this.#client) return { ok: true, client: this.#client }
    return {
      ok: false,
      message: `the MCP server \`${this.#parts.name}\` is not running: ${this.#problem ?? 'it is still starting'}`,
    }
  }

  async doubt(): Promise<void> {
    const mine = this.#epoch
    try {
      await this.#client?.ping({ timeout: PING_LIMIT })
    } catch {
      if (mine === this.#epoch && this.#state.kind === 'ready')
        this.#fail(new Error('the server stopped responding'))
    }
  }

  restart(): void {
    this.#pause = FIRST_PAUSE
    this.#giveUp()
    void this.#begin()
  }

  async close(): Promise<void> {
    this.#epoch += 1
    clearTimeout(this.#timer)
    this.#state = { kind: 'off' }
    await this.#client?.close().catch(() => undefined)
  }

  #become(next: ConnectionState): void {
    this.#state = next
    for (const waiter of this.#waiters) waiter()
  }

  async #begin(): Promise<void> {
    clearTimeout(this.#timer)
    const mine = (this.#epoch += 1)
    const isMine = () => mine === this.#epoch
    this.#complaint = ''
    this.#become({ kind: 'starting' })
    try {
      const opened = await this.#parts.open({
        toolsChanged: () => {
          if (isMine()) void this.#list(mine)
        },
        closed: () => {
          if (isMine()) this.#fail(new Error('the server exited'))
        },
        complained: (text) => {
          if (isMine()) this.#complaint = (this.#complaint + text).slice(-2000)
        },
        elicit: this.#parts.elicit,
      })
      if (!isMine()) return void opened.close().catch(() => undefined)
      this.#client = opened
      if (!(await this.#list(mine))) return
      this.#problem = null
      this.#become({ kind: 'ready' })
      this.#timer = setTimeout(() => {
        this.#pause = FIRST_PAUSE
      }, LONGEST_PAUSE).unref()
    } catch (cause) {
      if (isMine()) this.#fail(cause)
    }
  }

  async #list(mine: number): Promise<boolean> {
    try {
      const { tools } = (await this.#client?.listTools(undefined, { timeout: LIST_LIMIT })) ?? { tools: [] }
      const read = await readDefinitions(this.#parts.name, tools)
      if (mine !== this.#epoch) return false
      this.#definitions = read
      return true
    } catch (cause) {
      if (mine === this.#epoch) this.#fail(cause)
      return false
    }
  }

  #fail(cause: unknown): void {
    this.#epoch += 1
    clearTimeout(this.#timer)
    this.#giveUp()
    this.#problem = problemOf(cause, this.#complaint)
    if (cause instanceof UnauthorizedError) return this.#become({ kind: 'authorize' })
    const retryAt = this.#parts.clock.now() + this.#pause
    this.#timer = setTimeout(() => void this.#begin(), this.#pause).unref()
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    this.#become({ kind: 'waiting', retryAt })
  }

  /** Closes the connection, whatever the other side does. */
  #giveUp(): void {
    const gone = this.#client
    this.#client = undefined
    void gone?.close().catch(() => undefined)
  }

  #started(signal: AbortSignal): Promise<void> {
    return new Promise((resume) => {
      const done = () => {
        clearTimeout(late)
        this.#waiters.delete(look)
        signal.removeEventListener('abort', done)
        resume()
      }
      const look = () => {
        if (this.#state.kind !== 'starting') done()
      }
      const late = setTimeout(done, PATIENCE)
      this.#waiters.add(look)
      signal.addEventListener('abort', done, { once: true })
      look()
    })
  }
}

function problemOf(cause: unknown, complaint: string): string {
  if (cause instanceof UnauthorizedError) return 'a person must sign in to this server'
  const message = plainText(cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
  const said = plainText(complaint).trim().split('\n').slice(-3).join(' ').slice(0, 300)
  return said === '' ? message : `${message}; it said: ${said}`
}
