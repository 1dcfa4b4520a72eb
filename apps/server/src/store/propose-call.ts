import { EXTEND_TURN, refusalText, type Call, type CallResult, type Lease } from '@countersign/agent'
import { explain, type Decision, type Offer } from '@countersign/policy'
import type { OfferView, Signature } from '@countersign/protocol'
import { holdsSecret, mask, maskValue } from '../audit/mask.ts'
import { holdsLease, LeaseLost, recordBegin } from './call-moves.ts'
import { storable } from './database.ts'
import { momentPiece } from './ledger.ts'
import { execute } from './one-connection.ts'
import { piece, type Piece } from './piece.ts'
import { readSetting } from './settings.ts'
import type { CallRow, DecidedVia, UnnumberedCall } from './tables.ts'
import { approvalView, callView } from './views.ts'
import { moment, NOTHING_SPENT, type StoreParts, type Work } from './work.ts'

/** A call as the gate brings it: parsed, frozen and decided. */
interface Proposal {
  readonly call: Call
  readonly decision: Decision
  readonly offers: readonly Offer[]
  readonly parents: readonly string[]
  /** It is known to fail: it has failed, and nobody is asked. */
  readonly refused?: CallResult
  /** What may run begins at once, if the mode and the policy that it was decided by are still the thread's. */
  readonly begin?: { readonly mode: string; readonly version?: string }
}

/** Writes a proposed call with its first state; the one that is there already stays as it is. */
export async function propose(
  parts: StoreParts,
  work: Work,
  lease: Lease,
  proposal: Proposal,
): Promise<UnnumberedCall> {
  const { call, decision } = proposal
  if (work.call !== undefined) return work.call
  if (!(await holdsLease(work, lease))) throw new LeaseLost(lease)
  const row = newRow(work, lease, proposal)
  const { category, tool } = row
  // Counters of the turn change with the call itself, so that they hold over crashes, processes and subtasks.
  work.spend({
    ...NOTHING_SPENT,
    toolCalls: 1,
    writes: category === 'write' ? 1 : 0,
    subtasks: tool === 'run_subtask' ? 1 : 0,
  })
  // A question refers to the call that it is about: that is there first.
  const insert = insertCall(row)
  if (row.state === 'waiting') await execute(work.trx, insert)
  else work.write(insert)
  const begun = row.state === 'running'
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({
    kind: 'call_proposed',
    actor: 'agent',
    callId: call.id,
    data: {
      turn_id: row.turn_id,
      parent_id: row.parent_id,
      tool: row.tool,
      specifier: mask(call.specifierText),
      hash: row.hash,
      mode: row.mode_seen,
      state: begun ? 'approved' : row.state,
      ...decisionData(decision),
    },
  })
  if (begun) recordBegin(work, lease, row)
  if (row.state === 'waiting') await ask(parts, work, row, proposal)
  return row
}

/** A new call as it is written down. */
function newRow(work: Work, lease: Lease, { call, decision, begin, refused }: Proposal): UnnumberedCall {
  const { now, thread } = work
  const sameMode = begin?.mode === thread.permission_mode
  const samePolicy = begin?.version === undefined || begin.version === work.policy
  const begins = decision.verdict === 'run' && !refused && sameMode && samePolicy
  return {
    id: call.id,
    thread_id: thread.id,
    turn_id: lease.turnId,
    parent_id: call.parentId,
    depth: call.depth,
    tool: storable(call.tool),
    category: call.facts.category,
    destructive: call.facts.destructive,
    locked: decision.locked ?? null,
    repeat: call.repeat,
    idem_key: call.id,
    attempt: 1,
    retry_of: null,
    hash: call.hash,
    frozen: call,
    decision,
    mode_seen: thread.permission_mode,
    ...(refused ? hopeless(refused, now) : opening(decision, call.hash, now)),
    ...(begins
      ? { state: 'running', exec_epoch: lease.epoch, exec_owner: work.lease?.owner ?? null }
      : NOT_BEGUN),
    started_at: begins ? now : null,
    proposed_at: now,
    undone_at: null,
    output: null,
  }
}

const NOT_BEGUN = { exec_epoch: null, exec_owner: null }

function insertCall(row: UnnumberedCall): Piece {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return piece`
    insert into calls (id, thread_id, turn_id, parent_id, depth, tool, category, destructive, locked, repeat, idem_key,
      attempt, retry_of, hash, frozen, state, decision, mode_seen, decided_via, decided_by, decided_hash, decided_at,
      signature, exec_epoch, exec_owner, proposed_at, started_at, ended_at, result)
    values (${row.id}, ${row.thread_id}, ${row.turn_id}, ${row.parent_id}, ${row.depth}, ${row.tool}, ${row.category},
      ${row.destructive}, ${row.locked}, ${row.repeat}, ${row.idem_key}, ${row.attempt}, ${row.retry_of}, ${row.hash},
      ${JSON.stringify(row.frozen)}::json, ${row.state}, ${json(row.decision)}::json, ${row.mode_seen},
      ${row.decided_via}, ${row.decided_by}, ${row.decided_hash}, ${momentPiece(row.decided_at)},
      ${json(row.signature)}::json, ${row.exec_epoch}::bigint, ${row.exec_owner}, ${momentPiece(row.proposed_at)},
      ${momentPiece(row.started_at)}, ${momentPiece(row.ended_at)}, ${json(row.result)}::json)`
}

type Opening = Pick<
  CallRow,
  'state' | 'decided_via' | 'decided_by' | 'decided_hash' | 'decided_at' | 'signature' | 'result' | 'ended_at'
>

const undecided = { decided_via: null, decided_by: null, decided_hash: null, decided_at: null }

function hopeless(result: CallResult, at: number): Opening {
  const signature: Signature = { via: 'policy', by: 'cannot be done', at }
  return {
    state: 'failed',
    ...undecided,
    signature,
    result: { ...result, state: 'failed' },
    ended_at: at,
  }
}

/** The first state of a call: what policy said of it. */
function opening(decision: Decision, hash: string, at: number): Opening {
  switch (decision.verdict) {
    case 'run': {
      const signature = policySignature(decision, at)
      return {
        state: 'approved',
        decided_via: decidedVia(decision),
        decided_by: storable(signature.by),
        decided_hash: hash,
        decided_at: at,
        signature,
        result: null,
        ended_at: null,
      }
    }
    case 'ask':
      return { state: 'waiting', ...undecided, signature: null, result: null, ended_at: null }
    case 'block': {
      const result: CallResult = { state: 'blocked', code: 'blocked', text: refusalText(decision) }
      const signature: Signature = { via: 'policy', by: decision.reason.because, at }
      return {
        state: 'blocked',
        ...undecided,
        signature,
        result,
        ended_at: at,
      }
    }
  }
}

function decidedVia({ reason }: Decision): DecidedVia {
  switch (reason.because) {
    case 'rule':
    case 'mode':
    case 'readonly':
      return reason.because
    default:
      return 'policy'
  }
}

/** The signature line of what a rule or a mode let through. */
function policySignature(decision: Decision, at: number): Signature {
  const { reason } = decision
  switch (reason.because) {
    case 'rule':
      return { via: 'rule', by: mask(`${reason.text} (${reason.layer})`), at }
    case 'mode':
      return { via: 'mode', by: reason.mode, at }
    case 'readonly':
      return { via: 'readonly', by: reason.program, at }
    default:
      return { via: 'policy', by: mask(explain(decision)), at }
  }
}

function decisionData(decision: Decision): Readonly<Record<string, unknown>> {
  return {
    verdict: decision.verdict,
    locked: decision.locked ?? null,
    reason: maskValue(decision.reason),
    why: mask(explain(decision)),
  }
}

/** Puts the question: a row that waits, with its own time to live. */
export async function ask(
  parts: StoreParts,
  work: Work,
  row: UnnumberedCall,
  { offers, parents }: Pick<Proposal, 'offers' | 'parents'>,
): Promise<void> {
  const period = await approvalPeriod(parts, work, row.tool)
  const question = await work.trx
    .insertInto('approvals')
    .values({
      call_id: row.id,
      thread_id: row.thread_id,
      hash: row.hash,
      offers: JSON.stringify(offers.map(offerView).filter(({ rule }) => !holdsSecret(rule))),
      parents: JSON.stringify(parents.map((title) => mask(title))),
      period_ms: period,
      asked_at: moment(work.now),
      expires_at: period === null ? null : moment(work.now + period),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({ type: 'tool_approval_request', approval: approvalView(question, work.thread.title) })
  work.record({
    kind: 'approval_asked',
    actor: 'policy',
    callId: row.id,
    data: { approval_id: question.id, hash: row.hash, expires_at: question.expires_at },
  })
  work.hint({ listed: row.id })
}

/** Milliseconds. A turn that asks whether it may go on does not ask for ever. */
const LONGEST_EXTENSION = 24 * 3_600_000

async function approvalPeriod(parts: StoreParts, work: Work, tool: string): Promise<number | null> {
  const set = await readSetting(work.trx, work.thread.owner, 'approval_timeout_ms')
  const isSet = set === null || (typeof set === 'number' && set > 0)
  const period = isSet ? set : parts.approvalTimeout
  return tool === EXTEND_TURN ? Math.min(period ?? LONGEST_EXTENSION, LONGEST_EXTENSION) : period
}

function offerView(offer: Offer): OfferView {
  return { rule: offer.rule.text, covers: offer.covers, still_asks: [...offer.stillAsks] }
}
