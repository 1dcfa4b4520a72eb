import type { Call } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { secretsIn } from '../audit/mask.ts'
import { maskStream, type MaskStream } from '../audit/mask-stream.ts'

/** Milliseconds between two pieces of a call's output, and after much was already shown. */
const GATHER = 200
const GATHER_MUCH = 2000
/** Characters of a call's output after which fewer and shorter pieces are sent. */
const MUCH = 100_000
/** Maximum length of a piece: of more only the end is shown. */
const PIECE = 16_000
const PIECE_MUCH = 4000

interface Held {
  readonly mask: MaskStream
  /** Masked, and not sent yet. */
  text: string
  /** Text before `text` was omitted. */
  cut: boolean
  sent: number
  /** Something arrived since the last pause. */
  fresh: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Collects the output of running calls and passes it on in pieces, so that a call that prints a gigabyte costs a few thousand characters a
 * second. The result contains omitted text, as far as it is stored. Secrets are masked before anything is cut, across the boundaries of the
 * pieces: a possible beginning of one is held back until more arrives or the call ends.
 */
export function outputStream(send: (callId: CallId, text: string) => void): {
  add(call: Pick<Call, 'id' | 'specifierText'>, text: string): void
  /** The output ended: sends the text that is still held back. */
  end(callId: CallId): void
  /** Its result is stored: drops the text that is still held back, because the result contains it. */
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

  /** Waits while output keeps arriving; then shows the part of the held-back text that is certainly harmless. */
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
