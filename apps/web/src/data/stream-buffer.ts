import type { ServerMessage } from '@countersign/protocol'

type EventMessage = Extract<ServerMessage, { type: 'event' }>

/** When the buffer may pass on its content: a timer aligned to a frame, or once a second in a hidden page. */
export interface FlushSchedule {
  /** Calls `flush` once, later. Returns a function that cancels it. */
  readonly later: (flush: () => void) => () => void
}

export interface StreamBuffer {
  readonly take: (message: ServerMessage) => void
  readonly flush: () => void
}

/**
 * Holds streamed text back from the view until the next flush, so that a thousand chunks a second make twenty updates. Everything else
 * passes immediately, after the text before it.
 */
export function createStreamBuffer(
  emit: (message: ServerMessage) => void,
  schedule: FlushSchedule,
): StreamBuffer {
  let held: EventMessage[] = []
  let cancel: (() => void) | null = null

  function flush(): void {
    cancel?.()
    cancel = null
    const ready = held
    held = []
    for (const message of ready) emit(message)
  }

  return {
    take(message) {
      if (message.type !== 'event' || message.event.type !== 'chunk') {
        flush()
        emit(message)
        return
      }
      const last = held.at(-1)
      const joined = last === undefined ? null : join(last, message)
      if (joined === null) held.push(message)
      else held[held.length - 1] = joined
      cancel ??= schedule.later(flush)
    },
    flush,
  }
}

/** Two pieces of the same text as one, with the later number; null if they are not from the same text. */
function join(first: EventMessage, second: EventMessage): EventMessage | null {
  const a = first.event
  const b = second.event
  if (a.type !== 'chunk' || b.type !== 'chunk') return null
  const same =
    first.thread_id === second.thread_id &&
    a.turn_id === b.turn_id &&
    a.kind === b.kind &&
    a.parent_id === b.parent_id
  return same ? { ...second, event: { ...b, text: a.text + b.text } } : null
}
