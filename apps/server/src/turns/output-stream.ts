import type { Call } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { secretsIn } from '../audit/mask.ts'
import { maskStream, type MaskStream } from '../audit/mask-stream.ts'

/** Milliseconds between two pieces of a call's output, and after much was shown already. */
const GATHER = 200
const GATHER_MUCH = 2000
/** Characters of a call's output after which fewer and shorter pieces are sent. */
const MUCH = 100_000
/** Most characters of one piece: of more only the end is shown. */
const PIECE = 16_000
const PIECE_MUCH = 4000

interface Held {
  readonly mask: MaskStream
  /** Masked, and not sent yet. */
  text: string
  /** Something before `text` was left out. */
  cut: boolean
  sent: number
  /** Something came since the last time that nothing did. */
  fresh: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Gathers what running calls print and hands it on in pieces, so that a call that prints a gigabyte costs a few thousand
 * characters a second. What is left out is in the result, as far as that keeps it. Secrets are masked before anything is cut, over the
 * borders of the pieces in which they come: what may be the beginning of one is held back until more comes or the call ends.
 */
export function outputStream(send: (callId: CallId, text: string) => void): {
  add(call: Pick<Call, 'id' | 'specifierText'>, text: string): void
  /** Nothing more is printed: sends what is still held back. */
  end(callId: CallId): void
  /** Its result is written: drops what is still held back, because the result contains it. */
  drop(callId: CallId): void
  flush(): void
} {
  const calls = new Map<CallId, Held>()

  function take(held: Held, masked: string): void {
    const limit = held.sent > MUCH ? PIECE_MUCH : PIECE
    const joined = held.text + masked
    held.cut ||= joined.length > limit
    held.text = joined.slice(-limit)
  }

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

  /** Waits while output keeps coming; then shows the part of the held-back text that is certainly harmless. */
  function later(callId: CallId, held: Held): void {
    held.timer ??= setTimeout(
      () => {
        held.timer = undefined
        if (!held.fresh) take(held, held.mask.pause())
        release(callId, held)
        if (!held.fresh) return
        held.fresh = false
        later(callId, held)
      },
      held.sent > MUCH ? GATHER_MUCH : GATHER,
    )
  }

  return {
    add(call, text) {
      const held = calls.get(call.id) ?? {
        mask: maskStream(secretsIn(call.specifierText)),
        text: '',
        cut: false,
        sent: 0,
        fresh: false,
        timer: undefined,
      }
      calls.set(call.id, held)
      held.fresh = true
      take(held, held.mask.add(text))
      later(call.id, held)
    },
    end(callId) {
      const held = calls.get(callId)
      if (held === undefined) return
      calls.delete(callId)
      take(held, held.mask.end())
      release(callId, held)
    },
    drop(callId) {
      clearTimeout(calls.get(callId)?.timer)
      calls.delete(callId)
    },
    flush() {
      for (const [callId, held] of calls) release(callId, held)
    },
  }
}
