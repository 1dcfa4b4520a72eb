import type { Signature, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { callStateAfter, callStatesBefore, type CallResult } from '@countersign/agent'
import { resultData, settleCall } from '../call/call-moves.ts'
import { callView, endedTurnView, turnUsage } from '../sql/views.ts'
import { keepCutOff } from './withdraw.ts'
import type { Work } from '../sql/work.ts'

/**
 * Stops the live turn of a thread: calls that wait or have not begun are cancelled, running reads are cut short, and other running calls
 * continue to their end. Undefined: none is live.
 */
export async function cancelLiveTurn(work: Work, actor: UserId): Promise<TurnId | undefined> {
  const turn = await work.trx
    .updateTable('turns')
    .set({
      status: 'cancelled',
      owner: null,
      lease_until: null,
      active_since: null,
      ended_at: sql<number>`clock_timestamp()`,
      touched_at: sql<number>`clock_timestamp()`,
    })
    .where('thread_id', '=', work.thread.id)
    .where('status', 'in', ['runnable', 'running', 'waiting'])
    .returningAll()
    .executeTakeFirst()
  if (turn === undefined) return undefined
  await cancelOpenCalls(work, turn.id, {
    actor,
    signature: { via: 'stop', by: 'the turn was stopped', at: work.now },
  })
  await keepCutOff(work, turn)
  work.tell({ type: 'cost_summary', turn_id: turn.id, ...turnUsage(turn) })
  work.tell({ type: 'turn_updated', turn: endedTurnView(turn) })
  work.record({ kind: 'turn_stopped', actor, data: { turn_id: turn.id } })
  work.hint({ stopped: turn.id })
  work.hint('listed')
  return turn.id
}

/** Cancels queued turns of a thread that is deleted. */
export async function cancelQueuedTurns(work: Work, actor: UserId): Promise<void> {
  const turns = await work.trx
    .updateTable('turns')
    .set({ status: 'cancelled', ended_at: sql<number>`clock_timestamp()` })
    .where('thread_id', '=', work.thread.id)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  const signature = { via: 'stop', by: 'the chat was deleted', at: work.now } as const
  for (const { id } of turns) await cancelOpenCalls(work, id, { actor, signature })
}

/** Cancels calls that have not begun when their turn ends, and cuts short running reads, whose results nobody needs. */
export async function cancelOpenCalls(
  work: Work,
  turnId: TurnId,
  by: { readonly actor: string; readonly signature: Signature },
): Promise<void> {
  const rows = await work.trx
    .selectFrom('calls')
    .select('id')
    .where('turn_id', '=', turnId)
    .where('state', 'in', callStatesBefore('cancel'))
    .orderBy('number')
    .execute()
  for (const { id } of rows) {
    await settleCall(work, id, 'cancel', { result: null, ...by })
  }
  await endReads(work, turnId, by.actor)
}

/**
 * Ends running calls without effects: the gate cuts them off without recording their end, because they could continue in another process.
 */
async function endReads(work: Work, turnId: TurnId, actor: string): Promise<void> {
  const result: CallResult = { state: 'failed', code: 'stopped', text: 'Stopped before it ended.' }
  const rows = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('cut_short'),
      result: JSON.stringify(result),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .where('turn_id', '=', turnId)
    .where('state', 'in', callStatesBefore('cut_short'))
    .where('repeat', '=', 'safe')
    .returningAll()
    .execute()
  for (const row of rows) {
    work.tell({ type: 'tool_call_update', call: callView(row) })
    work.record({ kind: 'call_ended', actor, callId: row.id, data: resultData(result) })
  }
}
