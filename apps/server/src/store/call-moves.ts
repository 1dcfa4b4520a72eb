import { endedText, sha256, type CallResult, type Lease } from '@countersign/agent'
import type { CallId, Signature, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { ApprovalRow, CallRow, UnnumberedCall } from './tables.ts'
import { approvalView, callView, signatureView, storedCall, turnView } from './views.ts'
import type { Work } from './work.ts'

/** How a call that nobody begins any more is settled. */
export interface Settlement {
  readonly state: 'denied' | 'expired' | 'cancelled' | 'blocked' | 'failed'
  readonly signature: Signature
  /** Null: the usual words for that state. */
  readonly result: CallResult | null
  readonly actor: string
}

/** States in which a call has not begun and can still be settled without an effect. */
export type OpenState = 'proposed' | 'waiting' | 'approved'

/**
 * Settles a call without an effect, from the states it names only. Closes its question, wakes its turn. Undefined: it was not
 * in one of these states any more.
 */
export async function settleCall(
  work: Work,
  id: CallId,
  from: readonly OpenState[],
  settlement: Settlement,
): Promise<CallRow | undefined> {
  const before = await work.trx.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
  if (before === undefined) return undefined
  const { state, signature, actor } = settlement
  const text = () => endedText(state, { ...storedCall(before), signature })
  const result = settlement.result ?? { state, code: state, text: text() }
  const row = await work.trx
    .updateTable('calls')
    .set({
      state,
      signature: JSON.stringify(signature),
      result: JSON.stringify(result),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const asked = state === 'denied' || state === 'expired' ? state : 'cancelled'
  const by = signature.via === 'person' ? actor : null
  await closeQuestion(work, id, { state: asked, by, signature })
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({
    kind: 'call_refused',
    actor,
    callId: id,
    data: { state, from: before.state, via: signature.via, code: result.code },
  })
  await touchTurn(work, row.turn_id, id)
  return row
}

/** pending → settled, if it still is. Tells everyone who has the card open. */
export async function closeQuestion(
  work: Work,
  callId: CallId,
  answer: {
    readonly state: 'allowed' | 'denied' | 'expired' | 'cancelled'
    readonly by: string | null
    readonly signature: Signature
    readonly scope?: 'once' | 'chat' | 'always'
  },
): Promise<ApprovalRow | undefined> {
  const { state, by, signature, scope } = answer
  const row = await work.trx
    .updateTable('approvals')
    .set({
      state,
      decided_by: by as UserId | null, // a person's id whenever a person answered; the table's check demands it
      decided_at: sql<number>`clock_timestamp()`,
      scope: scope ?? null,
      feedback: signature.feedback === undefined ? null : JSON.stringify(signature.feedback),
    })
    .where('call_id', '=', callId)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  work.tell({
    type: 'approval_settled',
    approval: approvalView(row, work.thread.title),
    signature: signatureView(signature),
  })
  work.record({
    kind: 'approval_settled',
    actor: by ?? signature.via,
    callId,
    data: { approval_id: row.id, state, hash: row.hash, scope: scope ?? null, via: signature.via },
  })
  work.hint({ listed: callId })
  return row
}

/**
 * Writes the turn's row after one of its calls was settled, always: a loop that is just going to wait locks this row first and
 * would else miss it. A waiting turn can go on.
 */
export async function touchTurn(work: Work, turnId: TurnId, callId: CallId): Promise<void> {
  const { rows } = await sql<{ was: string } & Parameters<typeof turnView>[0]>`
    with before as (select id, status from turns where id = ${turnId})
    update turns set
      touched_at = clock_timestamp(),
      status = case turns.status when 'waiting' then 'runnable' else turns.status end,
      ready_at = case turns.status when 'waiting' then clock_timestamp() else turns.ready_at end
    from before where turns.id = before.id
    returning turns.id, turns.thread_id, turns.status, turns.error, before.status as was`.execute(work.trx)
  const turn = rows[0]
  if (turn !== undefined && turn.was !== turn.status)
    work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.hint({ settled: callId })
}

/** Written down before the effect: who runs it, and on which grounds. */
export function recordBegin(work: Work, { epoch }: Lease, row: UnnumberedCall): void {
  const { id, hash, exec_owner, attempt, decided_via } = row
  const data = { hash, epoch, process: exec_owner, attempt, via: decided_via }
  work.record({ kind: 'call_began', actor: 'gate', callId: id, data })
}

/** True while this lease may act on its turn, on the database's clock. */
export async function holdsLease({ trx, lease: now }: Work, lease: Lease): Promise<boolean> {
  if (now?.turnId === lease.turnId) return now.epoch === lease.epoch
  const row = await trx
    .selectFrom('turns')
    .select('id')
    .where('id', '=', lease.turnId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'running')
    .where('lease_until', '>', sql<number>`clock_timestamp()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Thrown by what must not go on without a lease. */
export class LeaseLost extends Error {
  constructor(lease: Lease) {
    super(
      `the lease of ${lease.turnId} (epoch ${lease.epoch}) is lost: another process has the turn, or it was stopped`,
    )
    this.name = 'LeaseLost'
  }
}

/** What the audit keeps of a result: enough to prove what it was, nothing of what it said. */
export async function resultData(result: CallResult): Promise<Readonly<Record<string, unknown>>> {
  return { state: result.state, code: result.code, result_hash: await sha256(result.text) }
}
