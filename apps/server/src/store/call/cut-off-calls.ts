import { callStateAfter, callStatesBefore, type CallResult, type CallLease } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { ownedBy, holdsLease, resultData } from './call-moves.ts'
import type { CallRow } from '../sql/tables.ts'
import { callView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/** interrupted → succeeded: its tool found that it was done. */
export async function verified(
  work: Work,
  lease: CallLease,
  id: CallId,
  result: CallResult,
): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const row = await cutOff(work, lease, id, 'verify_done')
    .set({
      state: callStateAfter('verify_done'),
      result: JSON.stringify({ ...result, state: 'succeeded' }),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  tell(work, row)
  const data = { ...resultData(result), epoch: lease.epoch }
  work.record({ kind: 'call_verified', actor: 'gate', callId: id, data })
  return true
}

/** interrupted → approved: its tool found that it was not done. It continues under the same key. */
export async function resume(work: Work, lease: CallLease, id: CallId): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const row = await cutOff(work, lease, id, 'verify_not_done')
    .set({
      state: callStateAfter('verify_not_done'),
      result: null,
      output: null,
      ended_at: null,
      exec_epoch: null,
      exec_owner: null,
      started_at: null,
      undone_at: null,
      attempt: sql<number>`attempt + 1`,
    })
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  tell(work, row)
  work.record({ kind: 'call_resumed', actor: 'gate', callId: id, data: { attempt: row.attempt } })
  return true
}

function cutOff(work: Work, lease: CallLease, id: CallId, move: 'verify_done' | 'verify_not_done') {
  return work.trx
    .updateTable('calls')
    .where('id', '=', id)
    .where(ownedBy(lease))
    .where('repeat', '=', 'idempotent')
    .where('state', 'in', callStatesBefore(move))
}

function tell(work: Work, row: CallRow): void {
  work.tell({ type: 'tool_call_update', call: callView(row) })
  // Nobody has to settle it anymore.
  work.hint({ listed: row.id })
}
