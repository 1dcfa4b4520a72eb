import {
  callStateAfter,
  callStatesBefore,
  type CallResult,
  type JournalEntry,
  type StoredCall,
} from '@countersign/agent'
import type { CallId, Signature, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mayChange } from '../access.ts'
import type { Answered, Settling } from '../../gate/ports.ts'
import { resultData, signedColumn, touchTurn } from '../call/call-moves.ts'
import { placeAfter, setLeaf } from '../turn/branches.ts'
import { insertMessage, keepLateEnd } from '../sql/messages.ts'
import type { CallRow } from '../sql/tables.ts'
import { callView, storedCall, turnView } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

const UNKNOWN: Answered = {
  ok: false,
  code: 'not_found',
  message: 'there is no such call; it may have been deleted',
}

/**
 * A person settles a call that was cut off: it was done, it was not, or it should run again. Running again creates a new call in a new
 * turn, approved by this person, and for a workflow node a new attempt in its run; the old call never begins a second time.
 */
export async function settleInterrupted(
  parts: StoreParts,
  user: UserId,
  { callId, how, hash, value }: Settling,
): Promise<Answered> {
  const settled = await transact(parts, { call: callId }, async (work): Promise<Answered> => {
    if (!mayChange(user, work.thread))
      return {
        ok: false,
        code: 'not_owner',
        message: 'this call belongs to another person; only they can settle it',
      }
    // A new call in a deleted thread would run where nobody sees it.
    if (work.thread.deleted_at !== null) return UNKNOWN
    const call = await readCall(work, callId)
    if (call.state !== 'interrupted') return notInterrupted(call)
    if (call.hash !== hash) return otherHash(call)
    if (how === 'again' && call.owner_kind === 'hand') return doneByHand(call)
    // Settling or repeating it never widens the yes: the signed parts stay the same.
    const signed = call.signature?.parts === undefined ? {} : { parts: call.signature.parts }
    const signature: Signature = { via: 'person', by: parts.nameOf(user), at: work.now, ...signed }
    const row = await settle(work, callId, { how, value }, { user, signature })
    if (row === undefined) return notInterrupted(await readCall(work, callId))
    await keepLateEnd(work, row.turn_id)
    // A workflow node that runs again is a new attempt of its run.
    if (call.frozen.node !== undefined) {
      await touchTurn(work, row.turn_id, row.id)
      work.hint('wake')
      return { ok: true, call: storedCall(row) }
    }
    return {
      ok: true,
      call: how === 'again' ? await runAgain(work, row, { user, signature }) : storedCall(row),
    }
  })
  return settled ?? UNKNOWN
}

const RESULTS: Readonly<Record<Settling['how'], CallResult>> = {
  done: { state: 'succeeded', code: null, text: 'Interrupted; a person checked: it was done.' },
  not_done: { state: 'failed', code: 'not_done', text: 'Interrupted; a person checked: it was not done.' },
  again: {
    state: 'abandoned',
    code: 'abandoned',
    text: 'Interrupted; a person had it run again as a new call.',
  },
}

interface By {
  readonly user: UserId
  readonly signature: Signature
}

async function settle(
  work: Work,
  id: CallId,
  { how, value }: { readonly how: Settling['how']; readonly value: Settling['value'] | undefined },
  by: By,
): Promise<CallRow | undefined> {
  const result = how === 'done' && value !== undefined ? { ...RESULTS.done, value } : RESULTS[how]
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter(`settle_${how}`),
      result: JSON.stringify(result),
      signature: JSON.stringify(by.signature),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', 'in', callStatesBefore(`settle_${how}`))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({ kind: 'call_settled', actor: by.user, callId: id, data: resultData(result) })
  work.hint({ listed: id })
  return row
}

function readCall(work: Work, id: CallId): Promise<CallRow> {
  return work.trx.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function notInterrupted(call: CallRow): Answered {
  const message = `only an interrupted call can be settled; this one is \`${call.state}\``
  return { ok: false, code: 'already_settled', message, call: storedCall(call) }
}

function doneByHand(call: CallRow): Answered {
  const message = 'this was done by hand; do it again by hand, and settle this one as done or not done'
  return { ok: false, code: 'unavailable', message, call: storedCall(call) }
}

function otherHash(call: CallRow): Answered {
  const message = 'the call has changed since it was shown; look at it again'
  return { ok: false, code: 'hash_mismatch', message, call: storedCall(call) }
}

/** Creates a turn whose journal has only this call. The call takes the same path as any other, already approved by a person. */
async function runAgain(work: Work, old: CallRow, by: By): Promise<StoredCall> {
  const turnId = await newTurn(work, old)
  const { rows } = await sql<{ id: CallId }>`select new_id('call') as id`.execute(work.trx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no id')
  const input = JSON.stringify(old.frozen.args)
  const entry: JournalEntry = {
    kind: 'model',
    parentId: null,
    text: '',
    calls: [{ id, providerId: id, name: old.tool, input }],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    worked: 0,
  }
  await work.trx
    .insertInto('steps')
    .values({ turn_id: turnId, seq: 1, epoch: 0, entry: JSON.stringify(entry), event_seq: work.thread.seq })
    .execute()
  const row = await insertRetry(work, old, { id, turnId, ...by })
  work.tell({ type: 'tool_call_update', call: callView(row) })
  const data = { retry_of: old.id, hash: row.hash, attempt: row.attempt, turn_id: turnId }
  work.record({ kind: 'call_retried', actor: by.user, callId: id, data })
  work.hint('wake')
  return storedCall(row)
}

async function newTurn(work: Work, old: CallRow): Promise<TurnId> {
  const busy = await work.trx
    .selectFrom('turns')
    .select('id')
    .where('thread_id', '=', work.thread.id)
    .where('status', 'in', ['queued', 'runnable', 'running', 'waiting'])
    .limit(1)
    .executeTakeFirst()
  const turn = await work.trx
    .insertInto('turns')
    .values({
      thread_id: work.thread.id,
      status: busy === undefined ? 'runnable' : 'queued',
      event_seq: work.thread.seq,
      ...(busy === undefined ? placeAfter(work.thread.leaf_id) : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (busy === undefined) await setLeaf(work, turn.id)
  await insertMessage(work, { turnId: turn.id, role: 'user', text: `Run again: ${old.frozen.title}` })
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  return turn.id
}

function insertRetry(
  work: Work,
  old: CallRow,
  again: By & { readonly id: CallId; readonly turnId: TurnId },
): Promise<CallRow> {
  const { id, turnId, user, signature } = again
  const frozen = { ...old.frozen, id, turnId, parentId: null, depth: 0 }
  return work.trx
    .insertInto('calls')
    .values({
      id,
      thread_id: old.thread_id,
      turn_id: turnId,
      parent_id: null,
      depth: 0,
      tool: old.tool,
      category: old.category,
      destructive: old.destructive,
      locked: old.locked,
      repeat: old.repeat,
      idem_key: id,
      attempt: old.attempt + 1,
      retry_of: old.id,
      hash: old.hash,
      frozen: JSON.stringify(frozen),
      state: 'approved',
      decision: old.decision === null ? null : JSON.stringify(old.decision),
      mode_seen: work.thread.permission_mode,
      decided_via: 'person',
      decided_by: user,
      decided_hash: old.hash,
      decided_parts: signedColumn(signature),
      decided_at: sql<number>`clock_timestamp()`,
      signature: JSON.stringify(signature),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
