import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { readSteps } from './journal.ts'
import type { TurnRow } from './tables.ts'
import type { Work } from './work.ts'

/**
 * Withdraws text of a turn that was streamed and never journalled, level by level: it will be said again, or never. What was
 * journalled stays.
 */
export async function withdrawUnkept(work: Work, turn: TurnRow): Promise<void> {
  const events = await work.trx
    .selectFrom('outbox')
    .select(['seq', 'event'])
    .where('thread_id', '=', turn.thread_id)
    .where('seq', '>', turn.event_seq)
    // Of a long turn everything else is far more, and it is asked for every time that the turn is taken up.
    .where(sql<boolean>`event::text like '{"type":"chunk%'`)
    .orderBy('seq')
    .execute()
  const kept = new Map<CallId | null, number>()
  for (const { entry, eventSeq } of await readSteps(work.trx, turn.id)) kept.set(entry.parentId, eventSeq)
  const unkept = new Set<CallId | null>()
  for (const { seq, event } of events) {
    if (event.type === 'chunk_withdrawn') unkept.delete(event.parent_id)
    else if (event.type === 'chunk' && event.turn_id === turn.id && seq > (kept.get(event.parent_id) ?? 0))
      unkept.add(event.parent_id)
  }
  for (const parent_id of unkept) work.tell({ type: 'chunk_withdrawn', turn_id: turn.id, parent_id })
}
