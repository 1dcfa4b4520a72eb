import type { CallResult, CallStore, Lease, StoredCall } from '@countersign/agent'
import type { Decision, Offer } from '@countersign/policy'
import type { CallId, Signature } from '@countersign/protocol'
import { sql } from 'kysely'
import type { WaitedCalls } from '../gate/answer-waits.ts'
import { holdsLease, LeaseLost, recordBegin, resultData, settleCall, touchTurn } from './call-moves.ts'
import { ask, propose } from './propose-call.ts'
import { resume, verified } from './cut-off-calls.ts'
import { turnAway } from './turn-away.ts'
import type { CallRow } from './tables.ts'
import { callView, storedCall } from './views.ts'
import { inThread } from './in-thread.ts'
import { momentPiece } from './ledger.ts'
import { piece } from './piece.ts'
import type { StoreParts, Work } from './work.ts'

/** Calls in the database: every move is one guarded statement in one transaction with its audit row and its events. */
export function storedCalls(parts: StoreParts): CallStore & WaitedCalls {
  const { db, turns } = parts
  return {
    async find(id) {
      const row = await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : storedCall(row)
    },
    async settledAmong(ids) {
      const { rows } = await sql<{ id: CallId }>`
        select id from calls where id = any(${ids}) and state <> 'waiting'`.execute(db)
      return rows.map(({ id }) => id)
    },
    async propose(lease, call, decision, extra) {
      const proposed = await inThread(
        parts,
        { turn: lease.turnId },
        (work) => propose(parts, work, lease, { call, decision, ...extra, offers: extra.offers }),
        {
          call: call.id,
          policy: extra.begin?.version,
          // A question has a row of its own, and a time to live that is looked up.
          ...(decision.verdict === 'ask' && extra.refused === undefined ? {} : { foretold: lease }),
        },
      )
      if (proposed === undefined) throw new LeaseLost(lease)
      turns.began(proposed)
      return storedCall(proposed)
    },
    async askAgain(lease, id, decision, offers) {
      const asked = await inThread(parts, { turn: lease.turnId }, (work) =>
        askAgain(parts, work, lease, { id, decision, offers }),
      )
      if (asked === undefined) throw new LeaseLost(lease)
      return asked
    },
    async begin(lease, id, hash) {
      const row = await inThread(parts, { turn: lease.turnId }, (work) => begin(work, lease, id, hash))
      if (row === undefined) return false
      turns.began(row)
      return true
    },
    async end(lease, id, result) {
      const ended = await inThread(parts, { turn: lease.turnId }, (work) => end(work, lease, result), {
        call: id,
        begun: true,
        foretold: lease,
      })
      turns.ended(id)
      return ended ?? false
    },
    async turnAway(lease, call, result) {
      const written = await inThread(parts, { turn: lease.turnId }, (work) =>
        turnAway(work, lease, call, result),
      )
      if (written !== true) throw new LeaseLost(lease)
    },
    verified: async (lease, id, result) =>
      (await inThread(parts, { turn: lease.turnId }, (work) => verified(work, lease, id, result))) ?? false,
    resume: async (lease, id) =>
      (await inThread(parts, { turn: lease.turnId }, (work) => resume(work, lease, id))) ?? false,
    refuse: async (lease, id, result, signature) =>
      (await inThread(parts, { turn: lease.turnId }, (work) =>
        refuse(work, lease, id, { result, signature }),
      )) ?? false,
  }
}

/** approved → waiting: what a rule or mode let through would ask now. */
async function askAgain(
  parts: StoreParts,
  work: Work,
  lease: Lease,
  again: { readonly id: CallId; readonly decision: Decision; readonly offers: readonly Offer[] },
): Promise<StoredCall> {
  if (!(await holdsLease(work, lease))) throw new LeaseLost(lease)
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: 'waiting',
      decision: JSON.stringify(again.decision),
      locked: sql<CallRow['locked']>`coalesce(${again.decision.locked ?? null}, locked)`,
      mode_seen: work.thread.permission_mode,
      decided_via: null,
      decided_by: null,
      decided_hash: null,
      decided_at: null,
      signature: null,
    })
    .where('id', '=', again.id)
    .where('turn_id', '=', lease.turnId)
    .where('state', '=', 'approved')
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
  await ask(parts, work, row, { offers: again.offers, parents })
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

/** approved → running: the gate that lets an effect happen at most once, whatever the leases do. */
async function begin(work: Work, lease: Lease, id: CallId, hash: string): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    update calls set state = 'running', exec_epoch = turns.epoch, exec_owner = turns.owner, started_at = clock_timestamp()
    from turns
    where calls.id = ${id} and calls.turn_id = ${lease.turnId} and calls.state = 'approved'
      and calls.hash = ${hash} and calls.decided_hash = ${hash}
      and turns.id = calls.turn_id and turns.status = 'running' and turns.epoch = ${lease.epoch}
      and turns.lease_until > clock_timestamp()
    returning calls.*`.execute(work.trx)
  const row = rows[0]
  if (row === undefined) return undefined
  work.tell({ type: 'tool_call_update', call: callView(row) })
  recordBegin(work, lease, row)
  return row
}

/** running → ended, for the lease that began it and no other. A late result of the true executor settles an interruption. */
async function end(work: Work, lease: Lease, result: CallResult): Promise<boolean> {
  const { call, now } = work
  if (call?.turn_id !== lease.turnId || call.exec_epoch !== lease.epoch) return false
  if (call.state !== 'running' && call.state !== 'interrupted') return false
  const state = result.state === 'succeeded' ? 'succeeded' : 'failed'
  const ended = { ...call, state, result: { ...result, state }, ended_at: now } as const
  work.mustChange(piece`
    update calls set state = ${state}, result = ${JSON.stringify(ended.result)}::json, ended_at = ${momentPiece(now)}
    where id = ${call.id} and turn_id = ${lease.turnId} and exec_epoch = ${lease.epoch}::bigint and state = ${call.state}`)
  // Late, but true: nobody has to settle it any more.
  if (call.state === 'interrupted') work.hint({ listed: call.id })
  work.tell({ type: 'tool_call_update', call: callView(ended) })
  work.record({
    kind: 'call_ended',
    actor: 'gate',
    callId: call.id,
    data: { ...(await resultData(result)), epoch: lease.epoch },
  })
  // A turn that runs on has nobody to wake: whoever lays it down waits for the thread first, and then sees how this call is.
  if (work.lease?.epoch !== lease.epoch) await touchTurn(work, lease.turnId, call.id)
  return true
}

async function refuse(
  work: Work,
  lease: Lease,
  id: CallId,
  { result, signature }: { readonly result: CallResult; readonly signature: Signature },
): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const state = result.state === 'blocked' || result.state === 'cancelled' ? result.state : 'failed'
  const row = await settleCall(work, id, ['waiting', 'approved'], {
    state,
    signature,
    result: { ...result, state },
    actor: signature.via,
  })
  return row !== undefined
}
