import type { Clock, Lease, TurnEvents } from '@countersign/agent'
import type { Turns } from './ports.ts'

/** Milliseconds over which streamed text is gathered before it goes out. */
const GATHER = 50

/** Gathers streamed text and sends it in pieces, in order: a thousand chunks a second are twenty events. */
export function chunkStream(
  turns: Turns,
  lease: Lease,
  clock: Clock,
): TurnEvents & { flush(): Promise<void> } {
  let held: { kind: 'text' | 'reasoning'; text: string } | undefined
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  function send(work: () => Promise<void>): void {
    // A chunk that cannot be sent is not worth a turn: the journal has the whole text.
    sending = sending.then(work).catch(() => undefined)
  }

  function release(): void {
    clearTimeout(timer)
    timer = undefined
    const piece = held
    held = undefined
    if (piece) send(() => turns.stream(lease, { ...piece, at: clock.now() }))
  }

  return {
    chunk(kind, text) {
      if (held && held.kind !== kind) release()
      held = { kind, text: (held?.text ?? '') + text }
      timer ??= setTimeout(release, GATHER)
    },
    withdrawn() {
      held = undefined
      send(() => turns.withdraw(lease))
    },
    flush() {
      release()
      return sending
    },
  }
}
