import {
  callStateAfter,
  callStatesBefore,
  type CallLease,
  type CallResult,
  type CallStore,
  type StoredCall,
} from '@countersign/agent'
import type { Decision, Offer } from '@countersign/policy'
import type { CallId, Signature } from '@countersign/protocol'
import { sql } from 'kysely'
import type { WaitedCalls } from '../../gate/answer-waits.ts'
import {
  holdsLease,
  isOwnedBy,
  LeaseLost,
  ownedBy,
  ownerPiece,
  recordBegin,
  resultData,
  settleCall,
  touchTurn,
} from './call-moves.ts'
import { ask, propose } from './propose-call.ts'
import { resume, verified } from './cut-off-calls.ts'
import { recordRejected } from './record-rejected.ts'
import type { CallRow } from '../sql/tables.ts'
import { callView, storedCall } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import { keepLateEnd } from '../sql/messages.ts'
import { momentPiece } from '../sql/ledger.ts'
import { piece } from '../sql/piece.ts'
import type { StoreParts, ThreadKey, Work } from '../sql/work.ts'

/** Calls in the database: every move is one guarded statement in one transaction with its audit row and its events. */
export function storedCalls(parts: StoreParts): CallStore & WaitedCalls {
  const { db } = parts
  return {
    async find(id) {
      const row = await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : storedCall(row)
    },
    async below(id) {
      const rows = await db
        .selectFrom('calls')
        .selectAll()
        .where('parent_id', '=', id)
        .orderBy('number')
        .execute()
      return rows.map(storedCall)
    },
    async settledAmong(ids) {
      const { rows } = await sql<{ id: CallId }>`
        select id from calls where id = any(${ids}) and state <> 'waiting'`.execute(db)
      return rows.map(({ id }) => id)
    },
    async propose(lease, call, decision, extra) {
      const proposed = await transact(
        parts,
        keyOf(lease),
        (work) => propose(parts, work, lease, { call, decision, ...extra }),
        {
          call: call.id,
          policy: extra.begin?.version,
          // A question waits: everyone is notified immediately.
          goesOn: isOfTurn(lease) && (decision.verdict !== 'ask' || extra.refused !== undefined),
          shares: true,
        },
      )
      if (proposed === undefined) throw new LeaseLost(lease)
      return storedCall(proposed)
    },
    async askAgain(lease, id, decision, offers) {
      const asked = await transact(parts, keyOf(lease), (work) =>
        askAgain(parts, work, lease, { id, decision, offers }),
      )
      if (asked === undefined) throw new LeaseLost(lease)
      return asked
    },
    async begin(lease, id, hash, signed) {
      const row = await transact(parts, keyOf(lease), (work) => begin(work, lease, id, { hash, signed }))
      return row !== undefined
    },
    async end(lease, id, result) {
      const ended = await transact(parts, keyOf(lease), (work) => end(work, lease, result), {
        call: id,
        goesOn: isOfTurn(lease),
        shares: true,
      })
      return ended ?? false
    },
    async recordRejected(lease, call, result) {
      const written = await transact(parts, keyOf(lease), (work) => recordRejected(work, lease, call, result))
      if (written !== true) throw new LeaseLost(lease)
    },
    verified: async (lease, id, result) =>
      (await transact(parts, keyOf(lease), (work) => verified(work, lease, id, result))) ?? false,
    resume: async (lease, id) =>
      (await transact(parts, keyOf(lease), (work) => resume(work, lease, id))) ?? false,
    refuse: async (lease, id, result, signature) =>
      (await transact(parts, keyOf(lease), (work) => refuse(work, lease, id, { result, signature }))) ??
      false,
  }
}

function keyOf(lease: CallLease): ThreadKey {
  return 'turnId' in lease ? { turn: lease.turnId } : { hand: lease.handId }
}

function isOfTurn(lease: CallLease): boolean {
  return 'turnId' in lease
}

/** approved → waiting: a rule or the mode allowed it, but it would ask now. */
async function askAgain(
  parts: StoreParts,
  work: Work,
  lease: CallLease,
  again: { readonly id: CallId; readonly decision: Decision; readonly offers: readonly Offer[] },
): Promise<StoredCall> {
  if (!(await holdsLease(work, lease))) throw new LeaseLost(lease)
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('ask_again'),
      decision: JSON.stringify(again.decision),
      locked: sql<CallRow['locked']>`coalesce(${again.decision.locked ?? null}, locked)`,
      mode_seen: work.thread.permission_mode,
      decided_via: null,
      decided_by: null,
      decided_hash: null,
      decided_parts: null,
      decided_at: null,
      signature: null,
    })
    .where('id', '=', again.id)
    .where(ownedBy(lease))
    .where('state', 'in', callStatesBefore('ask_again'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const now = await work.trx
      .selectFrom('calls')
      .selectAll()
      .where('id', '=', again.id)
      .executeTakeFirstOrThrow()
    return storedCall(now)
  }
  work.tell({ type: 'tool_call_update', call: callView(row) })
  const parents = await lastParents(work, again.id)
  await ask(parts, work, row, { offers: () => again.offers, parents })
  return storedCall(row)
}

async function lastParents({ trx }: Work, id: CallId): Promise<readonly string[]> {
  const row = await trx
    .selectFrom('approvals')
    .select('parents')
    .where('call_id', '=', id)
    .orderBy('asked_at', 'desc')
    .executeTakeFirst()
  return row?.parents ?? []
}

/** approved → running: the guard that lets an effect happen at most once, whatever the leases do. */
async function begin(
  work: Work,
  lease: CallLease,
  id: CallId,
  { hash, signed }: { readonly hash: string; readonly signed: readonly string[] | undefined },
): Promise<CallRow | undefined> {
  // A call by hand begins in the transaction that proposes it.
  if (!('turnId' in lease)) return undefined
  const parts = signed === undefined ? null : JSON.stringify(signed)
  const { rows } = await sql<CallRow>`
    update calls set state = ${callStateAfter('begin')}, begun_parts = ${parts}::json, exec_epoch = turns.epoch, exec_owner = turns.owner, started_at = clock_timestamp()
    from turns
    where calls.id = ${id} and calls.turn_id = ${lease.turnId} and calls.state = any(${callStatesBefore('begin')})
      and calls.hash = ${hash} and calls.decided_hash = ${hash}
      and calls.decided_parts::text is not distinct from ${parts}::text
      and turns.id = calls.turn_id and turns.status = 'running' and turns.epoch = ${lease.epoch}
      and turns.lease_until > clock_timestamp()
    returning calls.*`.execute(work.trx)
  const row = rows[0]
  if (row === undefined) return undefined
  work.tell({ type: 'tool_call_update', call: callView(row) })
  recordBegin(work, lease, row)
  return row
}

/** running → ended, only for the lease that began it. A late result of the process that ran the call settles an interruption. */
async function end(work: Work, lease: CallLease, result: CallResult): Promise<boolean> {
  const { call, now } = work
  if (call === undefined || !isOwnedBy(call, lease) || call.exec_epoch !== lease.epoch) return false
  const move = result.state === 'succeeded' ? 'succeed' : 'fail'
  if (!callStatesBefore(move).includes(call.state)) return false
  const state = callStateAfter(move)
  const ended = { ...call, state, result: { ...result, state }, ended_at: now } as const
  work.updateExactlyOne(piece`
    update calls set state = ${state}, result = ${JSON.stringify(ended.result)}::json, ended_at = ${momentPiece(now)}
    where id = ${call.id} and ${ownerPiece(lease)} and exec_epoch = ${lease.epoch}::bigint and state = ${call.state}`)
  // A late result is still true: nobody has to settle the call anymore.
  if (call.state === 'interrupted') work.hint({ listed: call.id })
  work.tell({ type: 'tool_call_update', call: callView(ended) })
  work.record({
    kind: 'call_ended',
    actor: 'gate',
    callId: call.id,
    data: { ...resultData(result), epoch: lease.epoch },
  })
  // A running turn needs no wake-up: releasing it locks the thread first and then sees the state of this call.
  if (work.lease?.epoch !== lease.epoch) {
    await touchTurn(work, call.turn_id, call.id)
    // The tree is made from the rows of all calls.
    await work.flush()
    await keepLateEnd(work, call.turn_id)
  }
  return true
}

async function refuse(
  work: Work,
  lease: CallLease,
  id: CallId,
  { result, signature }: { readonly result: CallResult; readonly signature: Signature },
): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const state = result.state === 'blocked' || result.state === 'cancelled' ? result.state : 'failed'
  const row = await settleCall(work, id, `refuse_${state}`, {
    signature,
    result: { ...result, state },
    actor: signature.via,
  })
  return row !== undefined
}
