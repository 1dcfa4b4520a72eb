import type { NumberedEvent, Outbox } from '../../turns/outbox.ts'

/**
 * Reads of the same events that begin in the same moment are one: a hint is heard by all who follow a chat at once. A read that began earlier is never
 * joined, as it may have missed what the hint is about.
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

/** The message of an event, written down once for all who are sent it. */
export function eventText(numbered: NumberedEvent): string {
  const known = texts.get(numbered)
  if (known !== undefined) return known
  const { threadId, seq, event } = numbered
  const text = JSON.stringify({ type: 'event', thread_id: threadId, seq, event })
  texts.set(numbered, text)
  return text
}
