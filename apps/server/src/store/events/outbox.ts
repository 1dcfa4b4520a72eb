import type { Outbox } from '../../turns/outbox.ts'
import type { StoreParts } from '../sql/work.ts'

/** Events of threads, in the order in which they were committed. */
export function storedOutbox({ db, bus, recent }: StoreParts): Outbox {
  return {
    async read(threadId, afterSeq, limit) {
      const known = recent.after(threadId, afterSeq, limit)
      if (known !== undefined) return known
      const rows = await db
        .selectFrom('outbox')
        .select(['seq', 'event'])
        .where('thread_id', '=', threadId)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(({ seq, event }) => ({ threadId, seq, event }))
    },
    listen: (listener) => bus.listen(listener),
  }
}
