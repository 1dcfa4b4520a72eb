import { unknownCall, type OutsideCall } from '@countersign/agent/hooks'
import type { OutsideAnswer } from '@countersign/protocol'
import { asJson, endOf, failed, refused, type End, type Json, type Message } from './messages.ts'
import { keepPatient } from './patience.ts'
import { hashOf, type Pins } from './pins.ts'
import { ToolList } from './tool-list.ts'

export type { Message } from './messages.ts'

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

/** Asks whether a call may be made, and reports its end afterwards. */
export interface Asker {
  ask(call: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer>
  ended(answer: OutsideAnswer, end: End): Promise<void>
}

export interface GatewayParts {
  /** The name of the upstream server in tool names: `mcp__name__tool`. */
  readonly name: string
  /** Prefix for the ids of our own requests to the upstream server; the client in front must not know it. */
  readonly session: string
  readonly client: Side
  readonly server: Side
  readonly asker: Asker
  readonly pins: Pins
  /** Milliseconds between two notes to a client whose call waits. */
  readonly noteMs?: number
  /** Milliseconds that the upstream server has to answer the first request; undefined: no limit. */
  readonly answerMs?: number
  failed(what: string, cause: unknown): void
}

/** Clients wait a minute by default, some half of that: a note comes long before either. */
const NOTE_MS = 3000

/**
 * Sits between an MCP client and an MCP server. Everything passes unchanged except tool calls, which pass once they are allowed. Resolves
 * when either side is gone.
 */
export async function runGateway(parts: GatewayParts): Promise<void> {
  await new Gateway(parts).run()
}

class Gateway {
  readonly #parts: GatewayParts
  readonly #tools: ToolList
  /** Calls that were passed on and have not ended. */
  readonly #open = new Map<unknown, OutsideAnswer>()
  /** Calls that wait at the gate. */
  readonly #waiting = new Map<unknown, AbortController>()
  /** Requests whose answers are inspected. */
  readonly #watched = new Map<unknown, 'tools/list' | 'initialize'>()

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#tools = new ToolList(parts.session, (message) => this.#toServer(message))
  }

  async run(): Promise<void> {
    const { client, server } = this.#parts
    await new Promise<void>((gone, broken) => {
      const listen = (what: string, message: Listener['message']): Listener => ({
        message,
        closed: gone,
        failed: (cause) => this.#parts.failed(what, cause),
      })
      server
        .start(listen('the server behind', (message) => this.#fromServer(message)))
        .then(() => client.start(listen('the client in front', (message) => this.#fromClient(message))))
        .catch(broken)
    })
    for (const one of this.#waiting.values()) one.abort()
    this.#tools.close()
    await Promise.allSettled([client.close(), server.close()])
  }

  #fromClient(message: Message): void {
    const { id, method } = message
    if (method === 'tools/call' && id !== undefined) {
      void this.#callTool(message)
      return
    }
    // A call without an id has no answer and no card, so it does not pass.
    if (method === 'tools/call') return
    if (method === 'tools/list' || method === 'initialize') this.#watched.set(id, method)
    if (method === 'initialize') this.#expectAnswer(message)
    if (method === 'notifications/cancelled') this.#cancel(asJson(message['params'])['requestId'])
    void this.#toServer(message)
  }

  #fromServer(message: Message): void {
    const { id, method } = message
    // If it changed its tools, it is asked again when one of them is called.
    if (method === 'notifications/tools/list_changed') this.#tools.forget()
    if (id !== undefined && method === undefined) {
      const result = asJson(message['result'])
      if (this.#tools.answered(id, 'result' in message ? result : null)) return
      const kind = this.#watched.get(id)
      if (kind === 'tools/list') this.#tools.remember(result)
      if (kind === 'initialize' && typeof result['protocolVersion'] === 'string')
        this.#parts.server.agreedOn(result['protocolVersion'])
      this.#watched.delete(id)
      this.#end(id, endOf(message))
    }
    void this.#toClient(message)
  }

  async #callTool(message: Message): Promise<void> {
    const { id } = message
    const params = asJson(message['params'])
    const tool = typeof params['name'] === 'string' ? params['name'] : ''
    const gone = new AbortController()
    this.#waiting.set(id, gone)
    const stopNotes = keepPatient(params, this.#parts.noteMs ?? NOTE_MS, (note) => void this.#toClient(note))
    try {
      const definition = await this.#tools.definitionOf(tool)
      if (gone.signal.aborted) return
      const answer = await this.#parts.asker.ask(callOf(this.#parts, tool, params, definition), gone.signal)
      stopNotes()
      if (gone.signal.aborted) return
      if (answer.verdict === 'deny') {
        await this.#toClient(refused(id, answer.reason))
        return
      }
      this.#open.set(id, answer)
      if (definition !== undefined && !(await this.#isStill(tool, definition))) {
        const text = `did not run: ${tool} changed while its card waited; call it again`
        this.#end(id, { ok: false, text })
        await this.#toClient(refused(id, text))
        return
      }
      if (gone.signal.aborted) return
      await this.#toServer(message)
    } catch (cause) {
      if (gone.signal.aborted) return
      this.#parts.failed('asking', cause)
      this.#end(id, { ok: false, text: 'did not run: the gateway failed' })
      await this.#toClient(refused(id, 'Countersign could not be reached; nothing runs without its answer'))
    } finally {
      stopNotes()
      this.#waiting.delete(id)
    }
  }

  /** Calls the definition that was checked, and pins it for the next call. */
  async #isStill(tool: string, definition: Json): Promise<boolean> {
    const now = await this.#tools.definitionOf(tool)
    if (now === undefined || hashOf(now) !== hashOf(definition)) return false
    await this.#parts.pins.pin(fullName(this.#parts.name, tool), definition)
    return true
  }

  /** A server that accepts the greeting and never answers is treated as broken. */
  #expectAnswer(message: Message): void {
    const { answerMs } = this.#parts
    if (answerMs === undefined) return
    const timer = setTimeout(() => {
      if (this.#watched.has(message['id'])) void this.#giveUp(message, 'it did not answer')
    }, answerMs)
    timer.unref()
  }

  async #toServer(message: Message): Promise<void> {
    try {
      await this.#parts.server.send(message)
    } catch (cause) {
      this.#parts.failed('the server behind', cause)
      await this.#giveUp(message, cause instanceof Error ? cause.message : String(cause))
    }
  }

  async #toClient(message: Message): Promise<void> {
    await this.#parts.client
      .send(message)
      .catch((cause: unknown) => this.#parts.failed('the client in front', cause))
  }

  /** A request that the upstream server will not answer is answered here, because its client would wait forever. */
  async #giveUp({ id, method }: Message, why: string): Promise<void> {
    if (id === undefined || method === undefined || this.#tools.answered(id, null)) return
    this.#watched.delete(id)
    const message = `the MCP server cannot be used: ${why}`
    this.#end(id, { ok: false, text: `${message}; the call may have had effects` })
    await this.#toClient(failed(id, message))
  }

  #end(id: unknown, how: End): void {
    const answer = this.#open.get(id)
    if (answer === undefined) return
    this.#open.delete(id)
    this.#parts.asker
      .ended(answer, how)
      .catch((cause: unknown) => this.#parts.failed('saying how a call ended', cause))
  }

  /** A server need not answer a cancelled request. */
  #cancel(id: unknown): void {
    this.#waiting.get(id)?.abort()
    this.#end(id, { ok: false, text: 'Cancelled by its client while it ran; it may have had effects.' })
  }
}

function callOf(
  { name, pins }: GatewayParts,
  tool: string,
  params: Json,
  definition: Json | undefined,
): OutsideCall {
  const full = fullName(name, tool)
  const call = unknownCall(full, asJson(params['arguments']))
  const title = `Use ${tool} of ${name}`
  // A server's hints can only tighten; an unlisted tool has none.
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
