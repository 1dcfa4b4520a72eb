import type { NumberedEvent, Outbox } from '../../turns/outbox.ts'

/**
 * Concurrent reads of the same events are one: a hint reaches all followers of a thread at once. An earlier read is never joined, because
 * it may have missed the events of the hint.
 */
export function sharedReads(outbox: Outbox): Outbox {
  const begun = new Map<string, Promise<readonly NumberedEvent[]>>()
  return {
    listen: (listener) => outbox.listen(listener),
    read(threadId, afterSeq, limit) {
      const key = `${threadId} ${afterSeq} ${limit}`
      const same = begun.get(key)
      if (same !== undefined) return same
      const reading = outbox.read(threadId, afterSeq, limit)
      begun.set(key, reading)
      queueMicrotask(() => begun.delete(key))
      return reading
    },
  }
}

const texts = new WeakMap<NumberedEvent, string>()

/** The message of an event, serialised once for all receivers. */
export function eventText(numbered: NumberedEvent): string {
  const known = texts.get(numbered)
  if (known !== undefined) return known
  const { threadId, seq, event } = numbered
  const text = JSON.stringify({ type: 'event', thread_id: threadId, seq, event })
  texts.set(numbered, text)
  return text
}
