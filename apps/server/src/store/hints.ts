import type { ThreadId, UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { OutboxHint } from '../turns/outbox.ts'

/** What a commit changed, for those who may want to look. */
export interface Hints {
  readonly thread?: ThreadId
  readonly person?: UserId
  readonly wake?: boolean
}

export const CHANNEL = 'countersign'

/** Where hints of this process and of all others arrive. A listener that throws is the caller's bug and does not stop others. */
export interface HintBus {
  emit(hints: Hints): void
  listen(listener: (hint: OutboxHint) => void): () => void
}

export function hintBus(failed: (what: string, cause: unknown) => void): HintBus {
  const listeners = new Set<(hint: OutboxHint) => void>()
  return {
    emit(hints) {
      for (const hint of unfold(hints)) {
        for (const listener of listeners) {
          try {
            listener(hint)
          } catch (cause) {
            failed('a listener of hints', cause)
          }
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function unfold({ thread, person, wake }: Hints): readonly OutboxHint[] {
  return [
    ...(thread === undefined ? [] : [{ kind: 'thread', threadId: thread } as const]),
    ...(person === undefined ? [] : [{ kind: 'person', userId: person } as const]),
    ...(wake === true ? [{ kind: 'wake' } as const] : []),
  ]
}

const Payload = z.object({ t: z.string().optional(), p: z.string().optional(), w: z.literal(1).optional() })

/** Hints as the text of a notification. Far below its limit of 8000 bytes. */
export function writeHints({ thread, person, wake }: Hints): string {
  return JSON.stringify({ t: thread, p: person, w: wake === true ? 1 : undefined })
}

/** Reads a notification; one that is not ours says nothing. */
export function readHints(text: string): Hints {
  const parsed = Payload.safeParse(safeJson(text))
  if (!parsed.success) return {}
  const { t, p, w } = parsed.data
  return {
    ...(t === undefined ? {} : { thread: t as ThreadId }), // written by `writeHints` from a ThreadId
    ...(p === undefined ? {} : { person: p as UserId }), // written by `writeHints` from a UserId
    wake: w === 1,
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Anyone may notify on a channel; what is not JSON is not ours.
    return undefined
  }
}
