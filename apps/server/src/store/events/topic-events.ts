import { sql } from 'kysely'
import type { TopicEvents } from '../../turns/topic-events.ts'
import { runTransaction } from '../sql/database.ts'
import { notify } from '../sql/notify.ts'
import type { StoreParts } from '../sql/work.ts'

/** Events of topics, numbered in the order of their commits. */
export function storedTopicEvents({ db, bus }: Pick<StoreParts, 'db' | 'bus'>): TopicEvents {
  return {
    async publish(topic, event) {
      const seq = await runTransaction(db, async (trx) => {
        // Writers of one topic are serialised, so that a number is never visible before a smaller one.
        await sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 0))`.execute(trx)
        const { rows } = await sql<{ seq: number }>`
          insert into topic_events (topic, seq, event)
          select ${topic}, coalesce(max(seq), 0) + 1, ${JSON.stringify(event)}::json
          from topic_events where topic = ${topic} returning seq`.execute(trx)
        await notify(trx, { topic })
        return rows[0]?.seq ?? 0
      })
      bus.emit({ topic })
      return seq
    },
    async read(topic, after, limit) {
      const rows = await db
        .selectFrom('topic_events')
        .select(['seq', 'event'])
        .where('topic', '=', topic)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(({ seq, event }) => ({ seq, event }))
    },
  }
}
