import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { TurnRow } from './tables.ts'
import type { Work } from './work.ts'

/**
 * Withdraws text of a turn that was streamed and never journalled, level by level: it will be said again, or never. What was
 * journalled stays.
 */
export async function withdrawUnkept(work: Work, turn: TurnRow): Promise<void> {
  const { rows } = await sql<{ parent_id: CallId | null }>`
    with told as (
      select seq, event ->> 'type' as type, event ->> 'parent_id' as parent_id from outbox
      where thread_id = ${turn.thread_id} and seq > ${turn.event_seq}
        and event ->> 'type' in ('chunk', 'chunk_withdrawn') and event ->> 'turn_id' = ${turn.id}),
    kept as (
      select entry ->> 'parentId' as parent_id, max(event_seq) as seq from steps where turn_id = ${turn.id} group by 1
      union all
      select parent_id, max(seq) from told where type = 'chunk_withdrawn' group by 1)
    select distinct told.parent_id from told
    where told.type = 'chunk'
      and not exists (select 1 from kept where kept.seq >= told.seq and kept.parent_id is not distinct from told.parent_id)`.execute(
    work.trx,
  )
  for (const { parent_id } of rows) work.tell({ type: 'chunk_withdrawn', turn_id: turn.id, parent_id })
}
