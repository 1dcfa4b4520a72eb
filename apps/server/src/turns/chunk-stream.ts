import type { Clock, Lease, TurnEvents } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { mask } from '../audit/mask.ts'
import { outputStream } from './output-stream.ts'
import type { StreamedChunk, Turns } from './ports.ts'
import { Thoughts } from './thoughts.ts'

/** Milliseconds over which streamed text is gathered before it goes out: at least, and at most. */
const GATHER = 50
const GATHER_LONGEST = 400
/** Events of streamed text in a second that one process aims for, over all its turns. */
const PACE = 80

/** How long each of so many turns gathers: twenty events a second for a few of them, fewer for each where many stream at once. */
export function gatherTime(turns: number): number {
  return Math.min(GATHER_LONGEST, Math.max(GATHER, (turns * 1000) / PACE))
}

/**
 * Milliseconds until text that came now goes out. All turns of a process send at the same moments, so that the store can write what comes together in
 * one statement.
 */
export function untilSent(now: number, gathered: number): number {
  return Math.max(1, Math.round((now + gathered) / GATHER) * GATHER - now)
}

/**
 * Gathers streamed text and sends it in pieces, in order: a thousand chunks a second are at most twenty events. The first words go out at once.
 * `alive`: the turns that work in this process now.
 */
export function chunkStream(
  turns: Turns,
  lease: Lease,
  clock: Clock,
  alive: () => number,
): TurnEvents & {
  readonly thoughts: Thoughts
  /** The end of a call is stored, with its result. */
  resultWritten(callId: CallId): void
  flush(): Promise<void>
} {
  const thoughts = new Thoughts(clock)
  let held: Omit<StreamedChunk, 'at'>[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let onTheWay = 0
  let due = false
  let isFirst = true

  function send(work: () => Promise<void>): void {
    onTheWay += 1
    // A chunk that cannot be sent does not fail the turn: the journal has the whole text.
    sending = sending
      .then(work)
      .catch(() => undefined)
      .finally(() => {
        onTheWay -= 1
        if (onTheWay === 0 && due) release()
      })
  }

  /** If the store is slower than the model, text is collected for longer: events become longer, not more. */
  function releaseWhenSent(): void {
    if (onTheWay === 0) release()
    else due = true
  }

  const outputs = outputStream((callId, text) => send(() => turns.output(lease, callId, text)))

  function release(): void {
    clearTimeout(timer)
    timer = undefined
    due = false
    const pieces = held
    held = []
    for (const piece of pieces) send(() => turns.stream(lease, { ...piece, at: clock.now() }))
  }

  return {
    thoughts,
    chunk(kind, text, place) {
      if (place.parentId === null) thoughts.heard(kind, text)
      const same = held.find((piece) => piece.kind === kind && piece.parentId === place.parentId)
      if (same) held[held.indexOf(same)] = { ...same, text: same.text + text }
      else held.push({ kind, text, ...place })
      timer ??= setTimeout(releaseWhenSent, isFirst ? 0 : untilSent(clock.now(), gatherTime(alive())))
      isFirst = false
    },
    withdrawn(place) {
      if (place.parentId === null) thoughts.withdrawn()
      held = held.filter((piece) => piece.parentId !== place.parentId)
      send(() => turns.withdraw(lease, place))
    },
    output: (call, text) => outputs.add(call, text),
    outputEnded: (call) => outputs.end(call.id),
    resultWritten: (callId) => outputs.drop(callId),
    progress(call, update) {
      send(() => turns.progress(lease, call.id, { ...update, text: mask(update.text) }))
    },
    budgetExceeded(exceeded) {
      release()
      send(() => turns.exceeded(lease, exceeded))
    },
    flush() {
      release()
      outputs.flush()
      return sending
    },
  }
}
