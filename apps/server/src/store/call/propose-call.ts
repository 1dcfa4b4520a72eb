import {
  callStateAfter,
  EXTEND_TURN,
  refusalText,
  type Call,
  type CallLease,
  type CallResult,
} from '@countersign/agent'
import { explain, type Decision, type Lock, type Offer } from '@countersign/policy'
import type { OfferView, Signature, UserId } from '@countersign/protocol'
import { holdsSecret, mask, maskValue } from '../../audit/mask.ts'
import { holdsLease, LeaseLost, ownerColumns, recordBegin } from './call-moves.ts'
import { storable } from '../sql/database.ts'
import { momentPiece } from '../sql/ledger.ts'
import { piece, type Piece } from '../sql/piece.ts'
import { readSetting } from '../sql/settings.ts'
import type { CallRow, DecidedVia, UnnumberedCall } from '../sql/tables.ts'
import { askedView, callView } from '../sql/views.ts'
import { moment, NOTHING_SPENT, type StoreParts, type Work } from '../sql/work.ts'

/** A call from the gate: parsed, frozen and decided. */
interface Proposal {
  readonly call: Call
  readonly decision: Decision
  offers(): readonly Offer[]
  readonly parents: readonly string[]
  /** It is known to fail: stored as failed, without a question. */
  readonly refused?: CallResult
  /** The person who does it by hand. */
  readonly byHand?: UserId | undefined
  /** A call that may run begins immediately, if the thread still has the mode and the policy that decided. */
  readonly begin?: { readonly mode: string; readonly version?: string } | undefined
}

/** Stores a proposed call with its first state; an existing one stays unchanged. */
export async function propose(
  parts: StoreParts,
  work: Work,
  lease: CallLease,
  proposal: Proposal,
): Promise<UnnumberedCall> {
  const { call, decision, byHand } = proposal
  if (work.call !== undefined) return work.call
  if (!(await holdsLease(work, lease))) throw new LeaseLost(lease)
  const row = newRow(parts, work, lease, proposal)
  const { category, tool } = row
  // The turn's counters change with the call itself, so they survive crashes and cover all processes and subtasks.
  if (row.turn_id !== null)
    work.spend({
      ...NOTHING_SPENT,
      toolCalls: 1,
      writes: category === 'write' ? 1 : 0,
      subtasks: tool === 'run_subtask' ? 1 : 0,
    })
  work.write(insertCall(row))
  const begun = row.state === 'running'
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({
    kind: 'call_proposed',
    actor: byHand ?? 'agent',
    callId: call.id,
    data: {
      turn_id: row.turn_id,
      ...(row.hand_id === null ? {} : { hand_id: row.hand_id }),
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
  if (row.state === 'waiting') {
    // The question references its call.
    await work.flush()
    await ask(parts, work, row, proposal)
  }
  return row
}

/** The row of a new call. */
function newRow(parts: StoreParts, work: Work, lease: CallLease, proposal: Proposal): UnnumberedCall {
  const { call, decision, begin, refused, byHand } = proposal
  const { now, thread } = work
  const sameMode = begin?.mode === thread.permission_mode
  const samePolicy = begin?.version === undefined || begin.version === work.policy
  const begins = decision.verdict === 'run' && !refused && (byHand !== undefined || (sameMode && samePolicy))
  const opened = refused ? hopeless(refused, now) : opening(decision, call.hash, now)
  return {
    id: call.id,
    thread_id: thread.id,
    ...ownerColumns(lease),
    parent_id: call.parentId,
    depth: call.depth,
    tool: storable(call.tool),
    category: call.facts.category,
    destructive: call.facts.destructive,
    locked: lockOf(call, decision),
    repeat: call.repeat,
    idem_key: call.id,
    attempt: 1,
    retry_of: null,
    hash: call.hash,
    frozen: call,
    decision,
    mode_seen: thread.permission_mode,
    ...opened,
    ...(byHand !== undefined && opened.decided_via !== null ? signedBy(parts, byHand, now) : {}),
    ...(begins
      ? {
          state: callStateAfter(byHand === undefined ? 'propose_begun' : 'propose_by_hand'),
          exec_epoch: lease.epoch,
          exec_owner: byHand === undefined ? (work.lease?.owner ?? null) : parts.processId,
        }
      : NOT_BEGUN),
    started_at: begins ? now : null,
    proposed_at: now,
    undone_at: null,
    output: null,
  }
}

/** The database lets no call with a lock begin without a person, so a call of a tool that always asks gets a lock whatever the decision. */
function lockOf({ facts }: Call, { locked }: Decision): Lock | null {
  return locked ?? (facts.asks === 'always' ? 'asks' : null)
}

const NOT_BEGUN = { exec_epoch: null, exec_owner: null }

/** Doing something by hand is its approval. */
function signedBy(
  parts: StoreParts,
  person: UserId,
  at: number,
): Pick<Opening, 'decided_via' | 'decided_by' | 'signature'> {
  return {
    decided_via: 'person',
    decided_by: person,
    signature: { via: 'person', by: parts.nameOf(person), at },
  }
}

function insertCall(row: UnnumberedCall): Piece {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return piece`
    insert into calls (id, thread_id, turn_id, hand_id, owner_kind, parent_id, depth, tool, category, destructive, locked, repeat, idem_key,
      attempt, retry_of, hash, frozen, state, decision, mode_seen, decided_via, decided_by, decided_hash, decided_at,
      signature, exec_epoch, exec_owner, proposed_at, started_at, ended_at, result)
    values (${row.id}, ${row.thread_id}, ${row.turn_id}, ${row.hand_id}, ${row.owner_kind}, ${row.parent_id}, ${row.depth}, ${row.tool}, ${row.category},
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
    state: callStateAfter('propose_failed'),
    ...undecided,
    signature,
    result: { ...result, state: 'failed' },
    ended_at: at,
  }
}

/** The first state of a call, from the policy's verdict. */
function opening(decision: Decision, hash: string, at: number): Opening {
  switch (decision.verdict) {
    case 'run': {
      const signature = policySignature(decision, at)
      return {
        state: callStateAfter('propose_run'),
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
      return {
        state: callStateAfter('propose_ask'),
        ...undecided,
        signature: null,
        result: null,
        ended_at: null,
      }
    case 'block': {
      const result: CallResult = { state: 'blocked', code: 'blocked', text: refusalText(decision) }
      const signature: Signature = { via: 'policy', by: decision.reason.because, at }
      return {
        state: callStateAfter('propose_blocked'),
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

/** The signature of a call that a rule or a mode allowed. */
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

/** Asks the question: a waiting row with its own expiry. */
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
      offers: JSON.stringify(
        offers()
          .map(offerView)
          .filter(({ rule }) => !holdsSecret(rule)),
      ),
      parents: JSON.stringify(parents.map((title) => mask(title))),
      period_ms: period,
      asked_at: moment(work.now),
      expires_at: period === null ? null : moment(work.now + period),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({ type: 'tool_approval_request', approval: askedView(question, row, work.thread.title) })
  work.record({
    kind: 'approval_asked',
    actor: 'policy',
    callId: row.id,
    data: { approval_id: question.id, hash: row.hash, expires_at: question.expires_at },
  })
  work.hint({ listed: row.id })
}

/** Milliseconds. A question whether a turn may continue always expires. */
const LONGEST_EXTENSION = 24 * 3_600_000

async function approvalPeriod(parts: StoreParts, work: Work, tool: string): Promise<number | null> {
  // Nobody watches a run outside a chat: what it asks at night must still be there in the morning.
  const period = work.thread.kind === 'run' ? null : await periodOfThread(parts, work)
  return tool === EXTEND_TURN ? Math.min(period ?? LONGEST_EXTENSION, LONGEST_EXTENSION) : period
}

async function periodOfThread(
  { approvalTimeout }: StoreParts,
  { trx, thread }: Work,
): Promise<number | null> {
  const [ofPerson, ofThread] = await Promise.all([
    readSetting(trx, thread.owner, 'approval_timeout_ms'),
    readSetting(trx, thread.id, 'thread_approval_timeout_ms'),
  ])
  const set = [ofPerson, ofThread].find(isPeriod)
  return set === undefined ? approvalTimeout : set
}

function isPeriod(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && value > 0)
}

function offerView(offer: Offer): OfferView {
  const { rule, covers, stillAsks, scope } = offer
  return { rule: rule.text, covers, still_asks: [...stillAsks], scope }
}
