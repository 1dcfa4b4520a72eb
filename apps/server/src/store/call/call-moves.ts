import {
  approvalMoveOf,
  approvalStateAfter,
  approvalStateBefore,
  callStateAfter,
  callStatesBefore,
  endedText,
  ownerOf,
  type CallLease,
  type CallResult,
  type HandLease,
  type SettlingApprovalMove,
} from '@countersign/agent'
import { sha256 } from '@countersign/protocol/canonical'
import type { CallId, Signature, TurnId, UserId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import { piece, type Piece } from '../sql/piece.ts'
import type { ApprovalRow, CallRow, UnnumberedCall } from '../sql/tables.ts'
import { callView, settledView, signatureView, storedCall, turnView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/** How a call that can no longer begin is settled. */
export interface Settlement {
  readonly signature: Signature
  /** Null: the usual text for that state. */
  readonly result: CallResult | null
  readonly actor: string
}

/** Moves that end a call without an effect. */
type SettlingMove = 'deny' | 'expire' | 'cancel' | 'refuse_blocked' | 'refuse_failed' | 'refuse_cancelled'

/** Settles a call without an effect. Closes its question, wakes its turn. Undefined: it can no longer make this move. */
export async function settleCall(
  work: Work,
  id: CallId,
  move: SettlingMove,
  settlement: Settlement,
): Promise<CallRow | undefined> {
  const before = await work.trx.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
  if (before === undefined) return undefined
  const { signature, actor } = settlement
  const state = callStateAfter(move)
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
    .where('state', 'in', callStatesBefore(move))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const by = signature.via === 'person' ? actor : null
  await closeQuestion(work, id, { move: approvalMoveOf(state), by, signature })
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

/** Ids of the signed parts, as stored; null: no parts were named. */
export function signedColumn({ parts }: Signature): string | null {
  return parts === undefined ? null : JSON.stringify(parts.signed)
}

/** pending → settled, if it is still pending. Notifies every client that has the card open. */
export async function closeQuestion(
  work: Work,
  callId: CallId,
  answer: {
    readonly move: SettlingApprovalMove
    readonly by: string | null
    readonly signature: Signature
    readonly scope?: 'once' | 'chat' | 'always'
  },
): Promise<ApprovalRow | undefined> {
  const { move, by, signature, scope } = answer
  const state = approvalStateAfter(move)
  const row = await work.trx
    .updateTable('approvals')
    .set({
      state,
      decided_by: by as UserId | null, // a person's id if a person answered; a check of the table enforces it
      decided_at: sql<number>`clock_timestamp()`,
      scope: scope ?? null,
      feedback: signature.feedback === undefined ? null : JSON.stringify(signature.feedback),
      parts: signedColumn(signature),
    })
    .where('call_id', '=', callId)
    .where('state', '=', approvalStateBefore(move))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  work.tell({
    type: 'approval_settled',
    approval: settledView(row, work.thread.title, state),
    signature: signatureView(signature),
  })
  work.record({
    kind: 'approval_settled',
    actor: by ?? signature.via,
    callId,
    data: {
      approval_id: row.id,
      state,
      hash: row.hash,
      scope: scope ?? null,
      via: signature.via,
      ...(signature.parts === undefined ? {} : { parts: signature.parts }),
    },
  })
  work.hint({ listed: callId })
  return row
}

/**
 * Always writes the turn's row after one of its calls was settled: a loop that is about to wait locks this row first and would otherwise
 * miss it. A waiting turn can continue.
 */
export async function touchTurn(work: Work, turnId: TurnId | null, callId: CallId): Promise<void> {
  // An act by hand has no turn that waits.
  if (turnId === null) return
  const { rows } = await sql<{ was: string } & Parameters<typeof turnView>[0]>`
    with before as (select id, status from turns where id = ${turnId})
    update turns set
      touched_at = clock_timestamp(),
      status = case turns.status when 'waiting' then 'runnable' else turns.status end,
      ready_at = case turns.status when 'waiting' then clock_timestamp() else turns.ready_at end
    from before where turns.id = before.id
    returning turns.id, turns.thread_id, turns.status, turns.error, turns.parent_id, turns.place,
      before.status as was`.execute(work.trx)
  const turn = rows[0]
  if (turn !== undefined && turn.was !== turn.status)
    work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.hint({ settled: callId })
}

/** Recorded before the effect: who runs it, and on which grounds. */
export function recordBegin(work: Work, { epoch }: CallLease, row: UnnumberedCall): void {
  const { id, hash, exec_owner, attempt, decided_via, owner_kind } = row
  const via = owner_kind === 'hand' ? owner_kind : decided_via
  const data = { hash, epoch, process: exec_owner, attempt, via }
  work.record({ kind: 'call_began', actor: 'gate', callId: id, data })
}

/** True while this lease may act: on its turn, by the database's clock, or by its hand. */
export async function holdsLease({ trx, lease: now }: Work, lease: CallLease): Promise<boolean> {
  if ('handId' in lease) return holdsHand(trx, lease)
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

async function holdsHand(trx: Work['trx'], { handId, epoch }: HandLease): Promise<boolean> {
  const row = await trx
    .selectFrom('hands')
    .select('id')
    .where('id', '=', handId)
    .where('epoch', '=', epoch)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner of a call, as stored. */
export function ownerColumns(lease: CallLease): Pick<UnnumberedCall, 'owner_kind' | 'turn_id' | 'hand_id'> {
  return 'turnId' in lease
    ? { owner_kind: 'turn', turn_id: lease.turnId, hand_id: null }
    : { owner_kind: 'hand', turn_id: null, hand_id: lease.handId }
}

/** The calls of a lease. */
export function ownedBy(lease: CallLease): RawBuilder<boolean> {
  return 'turnId' in lease ? sql<boolean>`turn_id = ${lease.turnId}` : sql<boolean>`hand_id = ${lease.handId}`
}

export function ownerPiece(lease: CallLease): Piece {
  return 'turnId' in lease ? piece`turn_id = ${lease.turnId}` : piece`hand_id = ${lease.handId}`
}

export function isOwnedBy(call: Pick<UnnumberedCall, 'turn_id' | 'hand_id'>, lease: CallLease): boolean {
  return 'turnId' in lease ? call.turn_id === lease.turnId : call.hand_id === lease.handId
}

/** Thrown by code that must not continue without a lease. */
export class LeaseLost extends Error {
  constructor(lease: CallLease) {
    super(
      `the lease of ${ownerOf(lease).id} (epoch ${lease.epoch}) is lost: another process has the turn, or it was stopped`,
    )
    this.name = 'LeaseLost'
  }
}

/** The part of a result that the audit keeps: enough to prove it, none of its text. */
export function resultData(result: CallResult): Readonly<Record<string, unknown>> {
  return { state: result.state, code: result.code, result_hash: sha256(result.text) }
}
