import { unknownCall, type OutsideCall } from '@countersign/agent/hooks'
import type { OutsideAnswer } from '@countersign/protocol'
import { hashOf, type Pins } from './pins.ts'

/** One side of a connection, a message at a time. */
export interface Side {
  start(listener: Listener): Promise<void>
  send(message: Message): Promise<void>
  close(): Promise<void>
  agreedOn(version: string): void
}

export interface Listener {
  message(message: Message): void
  closed(): void
  failed(cause: Error): void
}

/** A JSON-RPC message as it passes; only calls of tools are looked into. */
export type Message = Readonly<Record<string, unknown>>

/** Asks whether a call may be made; how it ended is told afterwards. */
export interface Asker {
  ask(call: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer>
  ended(answer: OutsideAnswer, end: End): Promise<void>
}

interface End {
  readonly ok: boolean
  readonly text: string
}

export interface GatewayParts {
  /** The name of the server behind, as it stands in tool names: `mcp__name__tool`. */
  readonly name: string
  /** Begins the ids of our own requests to the server behind; the client in front must not know it. */
  readonly session: string
  readonly client: Side
  readonly server: Side
  readonly asker: Asker
  readonly pins: Pins
  /** Milliseconds between two notes to a client whose call waits. */
  readonly noteMs?: number
  /** Milliseconds that the server behind has to answer the first request; undefined: as long as it takes. */
  readonly answerMs?: number
  failed(what: string, cause: unknown): void
}

/** Milliseconds that a server has to say which tools it has; one that it does not name asks every time. */
const LIST_MS = 10_000
/** Most pages of one list. */
const PAGES = 100
/** Clients wait a minute by default, some half of that: a note comes long before either. */
const NOTE_MS = 3000

/**
 * Stands between an MCP client and an MCP server. Everything passes as it is but calls of tools, which pass once they are allowed.
 * Resolves when either side is gone.
 */
export async function runGateway(parts: GatewayParts): Promise<void> {
  const { client, server } = parts
  const definitions = new Map<string, Json>()
  /** Calls that were let through and have not ended. */
  const open = new Map<unknown, OutsideAnswer>()
  /** Calls that wait at the gate. */
  const waiting = new Map<unknown, AbortController>()
  /** Requests whose answers are read on their way. */
  const watched = new Map<unknown, 'tools/list' | 'initialize'>()

  const toServer = (message: Message) =>
    server.send(message).catch(async (cause: unknown) => {
      parts.failed('the server behind', cause)
      await giveUp(message, cause instanceof Error ? cause.message : String(cause))
    })
  const toClient = (message: Message) =>
    client.send(message).catch((cause: unknown) => parts.failed('the client in front', cause))

  /** A request that the server behind will not answer is answered here: its client would wait for nothing. */
  async function giveUp({ id, method }: Message, why: string): Promise<void> {
    if (id === undefined || method === undefined) return
    const own = asked.get(id)
    if (own !== undefined) {
      own(null)
      return
    }
    watched.delete(id)
    const message = `the server behind cannot be used: ${why}`
    end(id, { ok: false, text: `${message}; the call may have had effects` })
    await toClient({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })
  }

  /** Lists of our own that are under way, by the id of their request. */
  const asked = new Map<unknown, (result: Json | null) => void>()
  let lists = 0
  let listing: Promise<void> | null = null

  /** Asks the server behind for its tools: not every client lists them before it calls one. */
  async function list(): Promise<void> {
    for (let cursor: unknown, page = 0; page < PAGES; page += 1) {
      lists += 1
      const id = `${parts.session}-${lists}`
      const result = await new Promise<Json | null>((heard) => {
        const patience = setTimeout(() => heard(null), LIST_MS)
        asked.set(id, (answer) => {
          clearTimeout(patience)
          heard(answer)
        })
        const params = cursor === undefined ? {} : { cursor }
        void toServer({ jsonrpc: '2.0', id, method: 'tools/list', params })
      })
      asked.delete(id)
      if (result === null) return
      remember(definitions, result)
      cursor = result['nextCursor']
      if (typeof cursor !== 'string') return
    }
  }

  /** What the server says of a tool; undefined: nothing, though it was asked. */
  async function definitionOf(tool: string): Promise<Json | undefined> {
    if (!definitions.has(tool)) {
      listing ??= list().finally(() => (listing = null))
      await listing
    }
    return definitions.get(tool)
  }

  async function callTool(message: Message): Promise<void> {
    const { id } = message
    const params = asJson(message['params'])
    const tool = typeof params['name'] === 'string' ? params['name'] : ''
    const gone = new AbortController()
    waiting.set(id, gone)
    const stopNotes = keepPatient(params)
    try {
      const definition = await definitionOf(tool)
      if (gone.signal.aborted) return
      const answer = await parts.asker.ask(callOf(parts, tool, params, definition), gone.signal)
      stopNotes()
      if (gone.signal.aborted) return
      if (answer.verdict === 'deny') {
        await toClient(refused(id, answer.reason))
        return
      }
      open.set(id, answer)
      if (definition !== undefined && !(await isStill(tool, definition))) {
        const text = `did not run: ${tool} changed while its card waited; call it again`
        end(id, { ok: false, text })
        await toClient(refused(id, text))
        return
      }
      await toServer(message)
    } catch (cause) {
      if (gone.signal.aborted) return
      parts.failed('asking', cause)
      end(id, { ok: false, text: 'did not run: the gateway failed' })
      await toClient(refused(id, 'Countersign could not be asked; nothing runs without an answer'))
    } finally {
      stopNotes()
      waiting.delete(id)
    }
  }

  /** What was looked at is what is called; it is then what the next call is compared with. */
  async function isStill(tool: string, definition: Json): Promise<boolean> {
    const now = await definitionOf(tool)
    if (now === undefined || hashOf(now) !== hashOf(definition)) return false
    await parts.pins.pin(fullName(parts.name, tool), definition)
    return true
  }

  /**
   * Tells a client that asked for progress, now and again, that its call waits: clients that heed this do not lose patience. What is
   * counted stays far below what the server behind begins with, since progress never goes back.
   */
  function keepPatient(params: Json): () => void {
    const { progressToken } = asJson(params['_meta'])
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => undefined
    let notes = 0
    const message = 'waits for an answer of a person (Countersign)'
    const timer = setInterval(() => {
      notes += 1
      const progress = notes * NOTE_STEP
      void toClient({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken, progress, message },
      })
    }, parts.noteMs ?? NOTE_MS)
    return () => clearInterval(timer)
  }

  /** A server that takes the greeting and never answers is no server. */
  function expectAnswer(message: Message): void {
    if (parts.answerMs === undefined) return
    const timer = setTimeout(() => {
      if (watched.has(message['id'])) void giveUp(message, 'it did not answer')
    }, parts.answerMs)
    timer.unref()
  }

  function end(id: unknown, how: End): void {
    const answer = open.get(id)
    if (answer === undefined) return
    open.delete(id)
    parts.asker.ended(answer, how).catch((cause: unknown) => parts.failed('saying how a call ended', cause))
  }

  /** A server does not have to answer what its client no longer waits for. */
  function cancel(id: unknown): void {
    waiting.get(id)?.abort()
    end(id, { ok: false, text: 'Cancelled by its client while it ran; it may have had effects.' })
  }

  const fromClient = (message: Message): void => {
    const { id, method } = message
    if (method === 'tools/call' && id !== undefined) {
      void callTool(message)
      return
    }
    // A call without an id has no answer and no card: it does not pass.
    if (method === 'tools/call') return
    if (method === 'tools/list' || method === 'initialize') watched.set(id, method)
    if (method === 'initialize') expectAnswer(message)
    if (method === 'notifications/cancelled') cancel(asJson(message['params'])['requestId'])
    void toServer(message)
  }

  const fromServer = (message: Message): void => {
    const { id, method } = message
    // One that changed its tools is asked again when one of them is called.
    if (method === 'notifications/tools/list_changed') definitions.clear()
    if (id !== undefined && method === undefined) {
      const own = asked.get(id)
      if (own !== undefined) {
        own('result' in message ? asJson(message['result']) : null)
        return
      }
      const kind = watched.get(id)
      const result = asJson(message['result'])
      if (kind === 'tools/list') remember(definitions, result)
      if (kind === 'initialize' && typeof result['protocolVersion'] === 'string')
        server.agreedOn(result['protocolVersion'])
      watched.delete(id)
      end(id, endOf(message))
    }
    void toClient(message)
  }

  await new Promise<void>((gone, broken) => {
    const listen = (what: string, message: Listener['message']): Listener => ({
      message,
      closed: gone,
      failed: (cause) => parts.failed(what, cause),
    })
    server
      .start(listen('the server behind', fromServer))
      .then(() => client.start(listen('the client in front', fromClient)))
      .catch(broken)
  })
  for (const one of waiting.values()) one.abort()
  for (const heard of asked.values()) heard(null)
  await Promise.allSettled([client.close(), server.close()])
}

type Json = Readonly<Record<string, unknown>>

function callOf(
  { name, pins }: GatewayParts,
  tool: string,
  params: Json,
  definition: Json | undefined,
): OutsideCall {
  const full = fullName(name, tool)
  const call = unknownCall(full, asJson(params['arguments']))
  const title = `Use ${tool} of ${name}`
  // What a server says of its tools can tighten, never loosen; one that it does not list said nothing.
  if (definition === undefined)
    return { ...call, title, tool: { ...call.tool, destructive: true, suspect: 'unlisted' } }
  const change = pins.change(full, definition)
  if (change !== undefined)
    return { ...call, title, change, tool: { ...call.tool, destructive: true, suspect: 'changed' } }
  const destructive = asJson(definition['annotations'])['destructiveHint'] === true
  return { ...call, title, tool: { ...call.tool, destructive } }
}

function fullName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`
}

function remember(definitions: Map<string, Json>, result: Json): void {
  const tools = Array.isArray(result['tools']) ? result['tools'] : []
  for (const tool of tools.map(asJson))
    if (typeof tool['name'] === 'string') definitions.set(tool['name'], tool)
}

/** Of JSON-RPC: an error of the server, of no closer kind. */
const SERVER_ERROR = -32_000
/** One note of progress. */
const NOTE_STEP = 0.000001

function refused(id: unknown, reason: string): Message {
  return { jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text: reason }] } }
}

/** Longest text of a result that is kept with the call. */
const END_LIMIT = 4000

function endOf(message: Message): End {
  if (message['error'] !== undefined) return { ok: false, text: short(asJson(message['error'])['message']) }
  const result = asJson(message['result'])
  const content = Array.isArray(result['content']) ? result['content'].map(asJson) : []
  const text = content.map((part) =>
    typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`,
  )
  return { ok: result['isError'] !== true, text: short(text.join('\n')) }
}

function short(text: unknown): string {
  return (typeof text === 'string' ? text : '').slice(0, END_LIMIT)
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {} // an object, by the checks before
}
