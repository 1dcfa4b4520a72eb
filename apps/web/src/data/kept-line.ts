import type { ClientCommand, ServerMessage } from '@countersign/protocol'
import type { Clock } from '../clock.ts'
import type { Api } from './api.ts'
import type { Timers } from './schedule.ts'
import type { ViewStore } from './store.ts'
import { createStreamBuffer } from './stream-buffer.ts'
import type { FlushSchedule } from './stream-buffer.ts'
import type { Line, Transport } from './transport.ts'

export interface KeptLinePorts {
  readonly transport: Transport
  readonly api: Api
  readonly store: ViewStore
  readonly clock: Clock
  readonly timers: Timers
  readonly flushes: FlushSchedule
}

export interface KeptLineListener {
  readonly opened: () => void
  readonly said: (message: ServerMessage) => void
  readonly lost: () => void
}

/** A connection that reopens when it breaks. Messages sent while it is down are lost. */
export interface KeptLine {
  readonly start: () => void
  readonly stop: () => void
  readonly retryNow: () => void
  readonly send: (command: ClientCommand) => void
  readonly isLive: () => boolean
}

/** Delays between reconnects; the last one repeats. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const

export function createKeptLine(ports: KeptLinePorts, on: KeptLineListener): KeptLine {
  const { store, clock } = ports
  const buffer = createStreamBuffer(on.said, ports.flushes)
  let line: Line | null = null
  let live = false
  let tries = 0
  let callOff: (() => void) | null = null

  function connect(): void {
    callOff?.()
    callOff = null
    line = ports.transport.connect({
      opened: () => {
        live = true
        tries = 0
        store.dispatch({ type: 'line_opened' })
        on.opened()
      },
      said: (message) => buffer.take(message),
      closed: lost,
    })
  }

  function lost(): void {
    buffer.flush()
    live = false
    line = null
    on.lost()
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0
    tries += 1
    const now = clock.now()
    store.dispatch({ type: 'line_lost', now, retryAt: now + wait })
    callOff = ports.timers.after(wait, () => void reconnect())
  }

  async function reconnect(): Promise<void> {
    // A socket does not report why it was refused; an ordinary request does.
    const me = await ports.api.me()
    if (!me.ok && me.error.code === 'unauthorized') store.dispatch({ type: 'line_refused' })
    else connect()
  }

  return {
    start: connect,
    stop: () => {
      callOff?.()
      line?.close()
      callOff?.()
    },
    retryNow: () => {
      if (line === null) void reconnect()
    },
    send: (command) => line?.send(command),
    isLive: () => live,
  }
}
