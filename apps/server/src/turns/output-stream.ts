import type { CallId } from '@countersign/protocol'

/** Milliseconds between two pieces of a call's output, and after much was shown already. */
const GATHER = 200
const GATHER_MUCH = 2000
/** Characters of a call's output after which fewer and shorter pieces are sent. */
const MUCH = 100_000
/** Most characters of one piece: of more only the end is shown. */
const PIECE = 16_000
const PIECE_MUCH = 4000

interface Held {
  text: string
  /** Something before `text` was left out. */
  cut: boolean
  sent: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Gathers what running calls print and hands it on in pieces, so that a call that prints a gigabyte costs a few thousand
 * characters a second. What is left out is in the result, as far as that keeps it.
 */
export function outputStream(send: (callId: CallId, text: string) => void): {
  add(callId: CallId, text: string): void
  flush(): void
} {
  const calls = new Map<CallId, Held>()

  function release(callId: CallId, held: Held): void {
    clearTimeout(held.timer)
    held.timer = undefined
    if (held.text === '') return
    const text = held.cut ? `\n[…]\n${held.text}` : held.text
    held.sent += text.length
    held.text = ''
    held.cut = false
    send(callId, text)
  }

  return {
    add(callId, text) {
      const held = calls.get(callId) ?? { text: '', cut: false, sent: 0, timer: undefined }
      calls.set(callId, held)
      const much = held.sent > MUCH
      const limit = much ? PIECE_MUCH : PIECE
      const joined = held.text + text
      held.cut ||= joined.length > limit
      held.text = joined.slice(-limit)
      held.timer ??= setTimeout(() => release(callId, held), much ? GATHER_MUCH : GATHER)
    },
    flush() {
      for (const [callId, held] of calls) release(callId, held)
      calls.clear()
    },
  }
}
