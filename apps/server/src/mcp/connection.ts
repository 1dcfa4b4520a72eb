import { UnauthorizedError, type Client } from '@modelcontextprotocol/client'
import type { Clock } from '@countersign/agent'
import { plainText } from '../tools/terminal/plain-text.ts'
import { readDefinitions, type Definitions } from './definition.ts'
import type { ClientEvents } from './open-client.ts'

/** Milliseconds until a server that failed is started again, doubled each time, and how long it must hold to count as well. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Milliseconds that a call waits for a server that is just starting. */
const PATIENCE = 10_000
/** Milliseconds that a server has to answer to a ping, and to list its tools. */
const PING_LIMIT = 5000
const LIST_LIMIT = 30_000

export type ConnectionState =
  | { readonly kind: 'starting' | 'ready' | 'off' }
  | { readonly kind: 'waiting'; readonly retryAt: number }
  /** A person must sign in at the server. */
  | { readonly kind: 'authorize' }

/**
 * A line to one server: starting → ready; when it fails → waiting (longer each time) → starting; `authorize` until a person signed in.
 * Nothing here ever waits without an end.
 */
export interface McpConnection {
  readonly state: ConnectionState
  readonly problem: string | null
  readonly definitions: Definitions | undefined
  readonly about: { readonly name: string; readonly version: string } | undefined
  /** The client, or why there is none. Waits a little for one that is just starting. */
  client(
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly client: Client } | { readonly ok: false; readonly message: string }
  >
  /** A call got no answer: is anyone there? If not, the server is started anew. */
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
  let state: ConnectionState = { kind: 'starting' }
  let client: Client | undefined
  let definitions: Definitions | undefined
  let problem: string | null = null
  let complaint = ''
  let pause = FIRST_PAUSE
  let timer: NodeJS.Timeout | undefined
  /** Counts the starts: what an earlier one still says is not heard. */
  let epoch = 0
  const waiters = new Set<() => void>()

  function become(next: ConnectionState): void {
    state = next
    for (const waiter of waiters) waiter()
  }

  async function begin(): Promise<void> {
    clearTimeout(timer)
    const mine = (epoch += 1)
    const isMine = () => mine === epoch
    complaint = ''
    become({ kind: 'starting' })
    try {
      const opened = await parts.open({
        toolsChanged: () => {
          if (isMine()) void list(mine)
        },
        closed: () => {
          if (isMine()) fail(new Error('the server ended'))
        },
        complained: (text) => {
          if (isMine()) complaint = (complaint + text).slice(-2000)
        },
        elicit: parts.elicit,
      })
      if (!isMine()) return void opened.close().catch(() => undefined)
      client = opened
      if (!(await list(mine))) return
      problem = null
      become({ kind: 'ready' })
      timer = setTimeout(() => {
        pause = FIRST_PAUSE
      }, LONGEST_PAUSE).unref()
    } catch (cause) {
      if (isMine()) fail(cause)
    }
  }

  async function list(mine: number): Promise<boolean> {
    try {
      const { tools } = (await client?.listTools(undefined, { timeout: LIST_LIMIT })) ?? { tools: [] }
      const read = await readDefinitions(parts.name, tools)
      if (mine !== epoch) return false
      definitions = read
      return true
    } catch (cause) {
      if (mine === epoch) fail(cause)
      return false
    }
  }

  function fail(cause: unknown): void {
    epoch += 1
    clearTimeout(timer)
    const gone = client
    client = undefined
    // Whatever it says to that: it is given up.
    void gone?.close().catch(() => undefined)
    problem = problemOf(cause, complaint)
    if (cause instanceof UnauthorizedError) return become({ kind: 'authorize' })
    const retryAt = parts.clock.now() + pause
    timer = setTimeout(() => void begin(), pause).unref()
    pause = Math.min(pause * 2, LONGEST_PAUSE)
    become({ kind: 'waiting', retryAt })
  }

  function started(signal: AbortSignal): Promise<void> {
    return new Promise((resume) => {
      const done = () => {
        clearTimeout(late)
        waiters.delete(look)
        signal.removeEventListener('abort', done)
        resume()
      }
      const look = () => {
        if (state.kind !== 'starting') done()
      }
      const late = setTimeout(done, PATIENCE)
      waiters.add(look)
      signal.addEventListener('abort', done, { once: true })
      look()
    })
  }

  void begin()
  return {
    get state() {
      return state
    },
    get problem() {
      return problem
    },
    get definitions() {
      return definitions
    },
    get about() {
      const said = client?.getServerVersion()
      return (
        said && { name: plainText(said.name).slice(0, 100), version: plainText(said.version).slice(0, 50) }
      )
    },
    async client(signal) {
      await started(signal)
      if (state.kind === 'ready' && client) return { ok: true, client }
      return {
        ok: false,
        message: `the MCP server \`${parts.name}\` does not run: ${problem ?? 'it is just starting'}`,
      }
    },
    async doubt() {
      const mine = epoch
      try {
        await client?.ping({ timeout: PING_LIMIT })
      } catch {
        if (mine === epoch && state.kind === 'ready') fail(new Error('the server did not answer any more'))
      }
    },
    restart() {
      pause = FIRST_PAUSE
      const gone = client
      client = undefined
      void gone?.close().catch(() => undefined)
      void begin()
    },
    async close() {
      epoch += 1
      clearTimeout(timer)
      state = { kind: 'off' }
      await client?.close().catch(() => undefined)
    },
  }
}

function problemOf(cause: unknown, complaint: string): string {
  if (cause instanceof UnauthorizedError) return 'a person must sign in at this server'
  const message = plainText(cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
  const said = plainText(complaint).trim().split('\n').slice(-3).join(' ').slice(0, 300)
  return said === '' ? message : `${message}; it said: ${said}`
}
