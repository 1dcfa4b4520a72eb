import { approvalStateAfter, approvalStateBefore, callStateAfter, callStatesBefore } from '@countersign/agent'
import { chatRule, type CallId, type Instant, type Signature, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mayChange } from '../access.ts'
import { holdsSecret } from '../../audit/mask.ts'
import type { Answered, Approvals, GivenAnswer } from '../../gate/ports.ts'
import { SECRET_IN_RULE } from '../../rules/ports.ts'
import { closeQuestion, settleCall, signedColumn, touchTurn } from '../call/call-moves.ts'
import { insertRule, ruleData } from '../thread/rules.ts'
import { oneByOne } from '../sql/one-by-one.ts'
import { readParts } from './read-parts.ts'
import { readWaiting, readWaitingAmong } from './read-waiting.ts'
import { settleInterrupted } from './settle-interrupted.ts'
import type { ApprovalRow, CallRow } from '../sql/tables.ts'
import { askedView, callView, storedCall } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

/** Questions to people and their answers. */
export function storedApprovals(parts: StoreParts): Approvals {
  const { db } = parts
  return {
    answer: async (user, given) =>
      (await transact(parts, { call: given.callId }, (work) => answer(parts, work, user, given))) ?? UNKNOWN,
    keepWaiting: async (user, callId) =>
      (await transact(parts, { call: callId }, (work) => keepWaiting(work, user, callId))) ?? UNKNOWN,
    settle: (user, settling) => settleInterrupted(parts, user, settling),
    expireDue: () => expireDue(parts),
    waiting: (user, page) => readWaiting(parts, user, page),
    waitingAmong: (user, ids) => readWaitingAmong(parts, user, ids),
    async nextExpiry() {
      const row = await db
        .selectFrom('approvals')
        .select((select) => select.fn.min('expires_at').as('at'))
        .where('state', '=', 'pending')
        .executeTakeFirst()
      return row?.at ?? null
    },
  }
}

const UNKNOWN: Answered = {
  ok: false,
  code: 'not_found',
  message: 'there is no such call; it may have been deleted',
}

type Question =
  | { readonly ok: true; readonly call: CallRow; readonly approval: ApprovalRow }
  | (Answered & { ok: false })

/** The pending question of a call for this person, or why there is none. Expires it if it is due and the sweep is late. */
async function openQuestion(work: Work, user: UserId, callId: CallId): Promise<Question> {
  if (!mayChange(user, work.thread))
    return {
      ok: false,
      code: 'not_owner',
      message: 'this call belongs to another person; only they can answer',
    }
  const call = await work.trx
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const approval = await work.trx
    .selectFrom('approvals')
    .selectAll()
    .where('call_id', '=', callId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (call.state !== 'waiting' || approval === undefined) return settledAlready(call)
  if (approval.expires_at !== null && approval.expires_at <= work.now) {
    const expired = await expire(work, callId)
    return settledAlready(expired ?? call)
  }
  return { ok: true, call, approval }
}

function settledAlready(call: CallRow): Answered & { ok: false } {
  const recorded = storedCall(call)
  if (call.state === 'expired') {
    const message = 'too late: nobody answered in time and the call was refused'
    return { ok: false, code: 'too_late', message, call: recorded }
  }
  const taken = call.state === 'cancelled' && recorded.result ? `. ${recorded.result.text}` : ''
  const message = `already settled: the call is \`${call.state}\`; nothing was changed${taken}`
  return { ok: false, code: 'already_settled', message, call: recorded }
}

async function answer(parts: StoreParts, work: Work, user: UserId, given: GivenAnswer): Promise<Answered> {
  const question = await openQuestion(work, user, given.callId)
  if (!question.ok) return question
  const { call, approval } = question
  if (given.hash !== approval.hash || given.hash !== call.hash) {
    const message = 'the call has changed since it was shown; look at the card again'
    return { ok: false, code: 'hash_mismatch', message, call: storedCall(call) }
  }
  const read = readParts(given, call)
  if (!read.ok) return read
  const feedback = given.feedback === undefined || given.feedback === '' ? {} : { feedback: given.feedback }
  const by = parts.nameOf(user)
  const answerField = given.answer === undefined ? {} : { answer: given.answer }
  const signature: Signature = {
    via: 'person',
    by,
    at: work.now,
    ...feedback,
    ...read.signed,
    ...answerField,
  }
  if (given.decision === 'deny') {
    const denied = await settleCall(work, call.id, 'deny', { signature, result: null, actor: user })
    return denied === undefined ? settledAlready(call) : { ok: true, call: storedCall(denied) }
  }
  const rules = rulesToKeep(given, call, approval)
  return rules.ok ? allow(work, user, { given, approval, signature, rules: rules.texts }) : rules
}

const NO_EXACT_RULE = 'no rule is offered for exactly this call; give one, or allow it once'

type RulesToKeep = { readonly ok: true; readonly texts: readonly string[] } | (Answered & { ok: false })

/**
 * The rules that an answer saves: the one that the person wrote, or one for exactly this call. For a chat it covers every call of the tool
 * (of the browser, every call on this site), except for a shell and a workflow, which get exactly this call. Refused: a rule with a secret in it, and any
 * offered rule for a call that always asks.
 */
function rulesToKeep(given: GivenAnswer, call: CallRow, { offers }: ApprovalRow): RulesToKeep {
  if (given.decision === 'allow_once') return { ok: true, texts: [] }
  if (given.rule !== undefined)
    return holdsSecret(given.rule) ? badRule(SECRET_IN_RULE) : { ok: true, texts: [given.rule] }
  if (call.locked !== null) return badRule('this always asks, and no rule can change that; allow it once')
  if (given.decision === 'allow_chat' && call.frozen.facts.kind !== 'shell')
    return keptForChat(chatRule(call.tool, offers)?.rule)
  const texts = offers.filter(({ scope }) => scope === 'exact').map(({ rule }) => rule)
  return texts.length > 0 ? { ok: true, texts } : badRule(NO_EXACT_RULE)
}

function keptForChat(rule: string | undefined): RulesToKeep {
  return rule === undefined ? badRule(NO_EXACT_RULE) : { ok: true, texts: [rule] }
}

function badRule(message: string): Answered & { ok: false } {
  return { ok: false, code: 'bad_rule', message }
}

const SCOPES = { allow_once: 'once', allow_chat: 'chat', allow_always: 'always' } as const

async function allow(
  work: Work,
  user: UserId,
  answered: {
    readonly given: GivenAnswer & { readonly decision: string }
    readonly approval: ApprovalRow
    readonly signature: Signature
    readonly rules: readonly string[]
  },
): Promise<Answered> {
  const { given, approval, signature, rules } = answered
  const scope = given.decision === 'deny' ? 'once' : SCOPES[given.decision]
  const settled = await closeQuestion(work, given.callId, { move: 'allow', by: user, signature, scope })
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('allow'),
      decided_via: 'person',
      decided_by: user,
      decided_hash: approval.hash,
      decided_parts: signedColumn(signature),
      decided_at: sql<number>`clock_timestamp()`,
      signature: JSON.stringify(signature),
    })
    .where('id', '=', given.callId)
    .where('state', 'in', callStatesBefore('allow'))
    .returningAll()
    .executeTakeFirst()
  // Both rows were read under the thread's lock: if only one of them changed, an invariant is broken, and this rolls back.
  if (settled === undefined || row === undefined)
    throw new Error(`call ${given.callId} and its question disagree`)
  work.tell({ type: 'tool_call_update', call: callView(row) })
  const threadId = scope === 'chat' ? row.thread_id : null
  for (const text of rules) {
    const rule = { owner: user, list: 'allow', text, threadId, createdFrom: approval.id } as const
    const written = await insertRule(work.trx, rule)
    work.record({ kind: 'rule_added', actor: user, callId: row.id, data: ruleData(written) })
  }
  await given.also?.(work.trx, storedCall(row))
  await touchTurn(work, row.turn_id, row.id)
  return { ok: true, call: storedCall(row) }
}

/** Extends the question by one full period, from the end of the current one. */
async function keepWaiting(work: Work, user: UserId, callId: CallId): Promise<Answered> {
  const question = await openQuestion(work, user, callId)
  if (!question.ok) return question
  const row = await work.trx
    .updateTable('approvals')
    .set({
      state: approvalStateAfter('keep_waiting'),
      expires_at: sql<Instant>`expires_at + period_ms * interval '1 millisecond'`,
    })
    .where('id', '=', question.approval.id)
    .where('state', '=', approvalStateBefore('keep_waiting'))
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({
    type: 'tool_approval_request',
    approval: askedView(row, question.call, work.thread.title),
  })
  work.record({ kind: 'approval_extended', actor: user, callId, data: { expires_at: row.expires_at } })
  work.hint({ listed: callId })
  return { ok: true, call: storedCall(question.call) }
}

/** Due questions per run; the next run takes the rest. */
const DUE_LIMIT = 1000

async function expireDue(parts: StoreParts): Promise<number> {
  const due = await parts.db
    .selectFrom('approvals')
    .select('call_id')
    .where('state', '=', 'pending')
    // `clock_timestamp()` cannot bound an index: every open question would be read.
    .where('expires_at', '<=', sql<Instant>`statement_timestamp()`)
    .orderBy('expires_at')
    .limit(DUE_LIMIT)
    .execute()
  let expired = 0
  await oneByOne(due, async ({ call_id }) => {
    const row = await transact(parts, { call: call_id }, async (work) => {
      // It may have been answered or extended since the query.
      const still = await work.trx
        .selectFrom('approvals')
        .select('id')
        .where('call_id', '=', call_id)
        .where('state', '=', 'pending')
        .where('expires_at', '<=', sql<Instant>`clock_timestamp()`)
        .executeTakeFirst()
      return still === undefined ? undefined : expire(work, call_id)
    })
    if (row !== undefined) expired += 1
  })
  return expired
}

function expire(work: Work, callId: CallId): Promise<CallRow | undefined> {
  return settleCall(work, callId, 'expire', {
    signature: { via: 'timeout', by: 'nobody answered in time', at: work.now },
    result: null,
    actor: 'timeout',
  })
}
