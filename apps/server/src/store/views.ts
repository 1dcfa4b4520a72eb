import type { StoredCall } from '@countersign/agent'
import { explain, explainReason, type Decision, type Reason } from '@countersign/policy'
import type {
  ApprovalView,
  CallBody,
  CallView,
  DecisionView,
  MessageView,
  ReasonView,
  ThreadView,
  TurnUsage,
  TurnView,
} from '@countersign/protocol'
import { mask, maskContent, maskEntry, maskInPlace, maskValue } from '../audit/mask.ts'
import type { ApprovalRow, CallRow, MessageRow, ThreadRow, TurnRow } from './tables.ts'

/** Most characters of a result that a card shows. */
const PREVIEW_LIMIT = 500

export function threadView(row: ThreadRow): ThreadView {
  const { id, title, permission_mode, model, workspace, created_at, updated_at } = row
  return { id, title, permission_mode, model, workspace, created_at, updated_at }
}

export function turnView(row: Pick<TurnRow, 'id' | 'thread_id' | 'status' | 'error'>): TurnView {
  return { id: row.id, thread_id: row.thread_id, state: row.status, error: row.error }
}

/** A turn that ended, with what all its levels used. */
export function endedTurnView(
  row: Pick<TurnRow, 'id' | 'thread_id' | 'status' | 'error' | keyof TurnUsage>,
): TurnView {
  return { ...turnView(row), usage: turnUsage(row) }
}

export function turnUsage({
  input_tokens,
  output_tokens,
  cost_usd,
}: Pick<TurnRow, keyof TurnUsage>): TurnUsage {
  return { input_tokens, output_tokens, cost_usd }
}

export function messageView(row: MessageRow): MessageView {
  const { id, thread_id, turn_id, role, body, created_at } = row
  return { id, thread_id, turn_id, role, text: body.text, created_at }
}

/** A call as it is shown: secrets masked, everything else as it would run. */
export function callView(row: CallRow): CallView {
  const { frozen, result } = row
  return {
    id: row.id,
    thread_id: row.thread_id,
    turn_id: row.turn_id,
    parent_id: row.parent_id,
    depth: row.depth,
    tool: row.tool,
    title: mask(frozen.title),
    specifier: mask(frozen.specifierText),
    body: maskBody(frozen.body),
    state: row.state,
    decision: row.decision === null ? null : decisionView(row.decision),
    signature: row.signature,
    hash: row.hash,
    proposed_at: row.proposed_at,
    started_at: row.started_at,
    ended_at: row.ended_at,
    preview: result === null ? null : maskContent(result.text.slice(0, PREVIEW_LIMIT)),
    error_code: result?.code ?? null,
    ...(row.retry_of === null ? {} : { retry_of: row.retry_of }),
  }
}

export function approvalView(row: ApprovalRow, threadTitle: string): ApprovalView {
  return {
    id: row.id,
    tool_call_id: row.call_id,
    thread_id: row.thread_id,
    thread_title: threadTitle,
    state: row.state,
    hash: row.hash,
    asked_at: row.asked_at,
    expires_at: row.expires_at,
    parents: [...row.parents],
    offers: [...row.offers],
  }
}

/** A call as the gate goes on with it: the exact arguments that were frozen. */
export function storedCall(row: CallRow): StoredCall {
  return {
    call: row.frozen,
    state: row.state,
    decision: row.decision,
    signature: row.signature,
    proposedAt: row.proposed_at,
    result: row.result,
  }
}

function decisionView(decision: Decision): DecisionView {
  return {
    verdict: decision.verdict,
    reason: { ...reasonView(decision.reason), sentence: mask(explain(decision)) },
    parts: decision.parts.map((part) => ({
      label: mask(part.label),
      ...(part.range === undefined ? {} : { start: part.range.start, end: part.range.end }),
      carriers: [...part.carriers],
      verdict: part.verdict,
      reason: reasonView(part.reason),
    })),
    ...(decision.locked === undefined ? {} : { locked: decision.locked }),
  }
}

function reasonView(reason: Reason): ReasonView {
  const { because, ...facts } = reason
  const data = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, maskValue(value)]))
  return { because, sentence: mask(explainReason(reason)), data }
}

function maskBody(body: CallBody): CallBody {
  switch (body.kind) {
    case 'shell':
      return { ...body, command: maskInPlace(body.command) }
    case 'write':
      return {
        ...body,
        before: body.before === null ? null : maskContent(body.before),
        after: maskContent(body.after),
      }
    case 'path':
      return body
    case 'url':
      return { ...body, url: mask(body.url) }
    case 'arguments':
      return {
        ...body,
        entries: body.entries.map(({ name, value }) => ({ name, value: maskEntry(name, value) })),
      }
  }
}
