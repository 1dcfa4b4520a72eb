import {
  BRIDGE_MESSAGE_LIMIT,
  BRIDGE_RATE_LIMIT,
  BridgeMessage,
  PLUGIN_CALL_LIMIT,
  type BridgeEvent,
  type PluginPaneView,
} from '@countersign/protocol'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { texts } from './texts.ts'

/** A plugin's description of itself for the agent. */
export interface PluginContext {
  readonly summary: string
  readonly text?: string
}

/** The effects of a plugin's messages. */
export interface BridgePorts {
  readonly clock: Clock
  readonly view: (view: PluginPaneView) => void
  readonly context: (context: PluginContext) => void
  /** Each returns a text or null, or throws with a message. */
  readonly storage: (message: Extract<BridgeMessage, { type: 'storage' }>) => string | null
  readonly read: (path: string, signal: AbortSignal) => Promise<string>
  readonly fetch: (url: string, signal: AbortSignal) => Promise<string>
  /** It violated the rules of its channel and is stopped. */
  readonly stop: (why: string) => void
}

export interface Outcome {
  readonly ok: boolean
  readonly text: string
}

/** The only channel to a plugin. */
export interface Bridge {
  callTool(name: string, args: unknown, signal: AbortSignal): Promise<Outcome>
  press(button: string): void
  close(): void
}

/** Talks to a plugin over a port: only texts, each with a schema from a closed list, within its limits. Anything else stops the plugin. */
export function createBridge(port: MessagePort, ports: BridgePorts): Bridge {
  const over = new AbortController()
  const mayCome = rateLimit(ports.clock)
  const send = (event: BridgeEvent): void => port.postMessage(JSON.stringify(event))
  const calls = openCalls(send)

  function close(): void {
    over.abort()
    port.close()
    calls.endAll()
  }

  function stop(why: string): void {
    close()
    ports.stop(why)
  }

  function reply(id: string, work: () => string | null | Promise<string | null>): void {
    const answer = async (): Promise<void> => {
      try {
        const text = await work()
        if (!over.signal.aborted) send({ type: 'reply', id, ok: true, text })
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        if (!over.signal.aborted) send({ type: 'reply', id, ok: false, text })
      }
    }
    void answer()
  }

  function hear(message: BridgeMessage): void {
    switch (message.type) {
      case 'tool.result':
        return calls.end(message.id, { ok: message.ok, text: message.text })
      case 'view.set':
        return ports.view(message.view)
      case 'context.set':
        return ports.context({
          summary: message.summary,
          ...(message.text === undefined ? {} : { text: message.text }),
        })
      case 'storage':
        return reply(message.id, () => ports.storage(message))
      case 'files.read':
        return reply(message.id, () => ports.read(message.path, over.signal))
      case 'fetch':
        return reply(message.id, () => ports.fetch(message.url, over.signal))
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (over.signal.aborted) return
    if (!mayCome()) return stop(texts.why.flood)
    const message = readMessage(data)
    if (message.ok) hear(message.value)
    else stop(message.why)
  })
  port.start()

  return {
    callTool: (name, args, signal) =>
      over.signal.aborted ? Promise.resolve(NOT_RUNNING) : calls.begin(name, args, signal),
    press: (button) => {
      if (!over.signal.aborted) send({ type: 'press', button })
    },
    close,
  }
}

/** Calls of tools that the plugin has not answered yet. */
interface OpenCalls {
  begin(name: string, args: unknown, signal: AbortSignal): Promise<Outcome>
  end(id: string, outcome: Outcome): void
  endAll(): void
}

const NOT_RUNNING: Outcome = { ok: false, text: texts.notRunning }

function openCalls(send: (event: BridgeEvent) => void): OpenCalls {
  const calls = new Map<string, (outcome: Outcome) => void>()
  let number = 0
  return {
    begin: (name, args, signal) =>
      new Promise((settle) => {
        const id = String((number += 1))
        const end = (outcome: Outcome): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', cancel)
          calls.delete(id)
          settle(outcome)
        }
        const cancel = (): void => {
          send({ type: 'tool.cancel', id })
          end(NOT_RUNNING)
        }
        const timer = setTimeout(() => {
          send({ type: 'tool.cancel', id })
          end({ ok: false, text: texts.late(PLUGIN_CALL_LIMIT / 1000) })
        }, PLUGIN_CALL_LIMIT)
        signal.addEventListener('abort', cancel, { once: true })
        calls.set(id, end)
        send({ type: 'tool.call', id, name, args })
      }),
    end: (id, outcome) => calls.get(id)?.(outcome),
    endAll() {
      for (const end of calls.values()) end(NOT_RUNNING)
      calls.clear()
    },
  }
}

type Heard =
  | { readonly ok: true; readonly value: BridgeMessage }
  | { readonly ok: false; readonly why: string }

function readMessage(data: unknown): Heard {
  if (typeof data !== 'string') return { ok: false, why: texts.why.unreadable('no text') }
  if (data.length > BRIDGE_MESSAGE_LIMIT) return { ok: false, why: texts.why.large }
  try {
    const read = BridgeMessage.safeParse(JSON.parse(data))
    return read.success
      ? { ok: true, value: read.data }
      : { ok: false, why: texts.why.unreadable(z.prettifyError(read.error).slice(0, 300)) }
  } catch {
    return { ok: false, why: texts.why.unreadable('no JSON') }
  }
}

/** Whether one more message may come in this second. */
function rateLimit(clock: Clock): () => boolean {
  const come: number[] = []
  return () => {
    const now = clock.now()
    while (come.length > 0 && (come[0] ?? now) <= now - 1000) come.shift()
    come.push(now)
    return come.length <= BRIDGE_RATE_LIMIT
  }
}
