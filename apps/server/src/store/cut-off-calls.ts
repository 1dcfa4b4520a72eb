import type { CallResult, Lease } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { holdsLease, resultData } from './call-moves.ts'
import type { CallRow } from './tables.ts'
import { callView } from './views.ts'
import type { Work } from './work.ts'

/** interrupted → succeeded: its tool looked, and it was done. */
export async function verified(work: Work, lease: Lease, id: CallId, result: CallResult): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const row = await cutOff(work, lease, id)
    .set({
      state: 'succeeded',
      result: JSON.stringify({ ...result, state: 'succeeded' }),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  tell(work, row)
  const data = { ...(await resultData(result)), epoch: lease.epoch }
  work.record({ kind: 'call_verified', actor: 'gate', callId: id, data })
  return true
}

/** interrupted → approved: its tool looked, and it was not done. It goes on under the same key. */
export async function resume(work: Work, lease: Lease, id: CallId): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const row = await cutOff(work, lease, id)
    .set({
      state: 'approved',
      result: null,
      output: null,
      ended_at: null,
      exec_epoch: null,
      exec_owner: null,
      started_at: null,
      attempt: sql<number>`attempt + 1`,
    })
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  tell(work, row)
  work.record({ kind: 'call_resumed', actor: 'gate', callId: id, data: { attempt: row.attempt } })
  return true
}

function cutOff(work: Work, lease: Lease, id: CallId) {
  return work.trx
    .updateTable('calls')
    .where('id', '=', id)
    .where('turn_id', '=', lease.turnId)
    .where('repeat', '=', 'idempotent')
    .where('state', '=', 'interrupted')
}

function tell(work: Work, row: CallRow): void {
  work.tell({ type: 'tool_call_update', call: callView(row) })
  // Nobody has to settle it any more.
  work.hint({ listed: row.id })
}
