import { callStateAfter, type Call, type CallLease, type CallResult } from '@countersign/agent'
import type { Signature } from '@countersign/protocol'
import { sql } from 'kysely'
import { mask } from '../../audit/mask.ts'
import { holdsLease, ownerColumns, resultData } from './call-moves.ts'
import { storable } from '../sql/database.ts'
import { callView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/** Stores a call that can never run, as failed from the start. An existing one stays unchanged. False: the lease is lost. */
export async function recordRejected(
  work: Work,
  lease: CallLease,
  call: Call,
  result: CallResult,
): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const signature: Signature = { via: 'policy', by: result.code ?? 'unfit', at: work.now }
  const row = await work.trx
    .insertInto('calls')
    .values({
      id: call.id,
      thread_id: work.thread.id,
      ...ownerColumns(lease),
      parent_id: call.parentId,
      depth: call.depth,
      tool: storable(call.tool),
      category: call.facts.category,
      destructive: false,
      repeat: call.repeat,
      idem_key: call.id,
      hash: call.hash,
      frozen: JSON.stringify(call),
      state: callStateAfter('propose_failed'),
      mode_seen: work.thread.permission_mode,
      signature: JSON.stringify(signature),
      result: JSON.stringify(result),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return true
  if ('turnId' in lease)
    await work.trx
      .updateTable('turns')
      .set({ tool_calls: sql<number>`tool_calls + 1` })
      .where('id', '=', lease.turnId)
      .execute()
  work.tell({ type: 'tool_call_update', call: callView(row) })
  const { turn_id, hand_id, parent_id, hash } = row
  const asked = {
    turn_id,
    ...(hand_id === null ? {} : { hand_id }),
    parent_id,
    tool: mask(row.tool),
    specifier: mask(call.specifierText),
    hash,
  }
  const data = { ...asked, ...resultData(result), mode: row.mode_seen }
  work.record({ kind: 'call_turned_away', actor: 'gate', callId: call.id, data })
  return true
}
