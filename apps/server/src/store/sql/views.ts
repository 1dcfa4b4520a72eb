import { attachmentsOf, type Call, type CallResult, type StoredCall } from '@countersign/agent'
import { explain, explainParts, type Decision, type Reason } from '@countersign/policy'
import {
  attachedImage,
  budgetWords,
  type AskedApproval,
  type CallView,
  type DecisionView,
  type MessageView,
  type PendingApproval,
  type ReasonView,
  type SettledApproval,
  type Signature,
  type SucceededCall,
  type ThreadView,
  type TurnUsage,
  type TurnView,
  type WaitingCall,
} from '@countersign/protocol'
import { mask, maskContent, maskValue } from '../../audit/mask.ts'
import { maskBody } from './mask-body.ts'
import { offeredParts } from './offered-parts.ts'
import { PREVIEW_LIMIT, resultPreview, summaryView } from './result-views.ts'
import { shorten, shortenBody, shortenCall, shortenMessage, type ShortBody } from './shorten.ts'
import type { ApprovalRow, ThreadRow, TurnRow, UnnumberedCall, UnnumberedMessage } from './tables.ts'

export function threadView(row: ThreadRow): ThreadView {
  const { id, title, permission_mode, model, workspace, created_at, updated_at } = row
  return {
    id,
    title,
    permission_mode,
    model,
    ...(row.effort === null ? {} : { effort: row.effort }),
    workspace,
    created_at,
    updated_at,
    ...(row.pinned_at === null ? {} : { pinned: true }),
    ...(row.archived_at === null ? {} : { archived: true }),
  }
}

export type TurnColumns = Pick<TurnRow, 'id' | 'thread_id' | 'status' | 'error' | 'parent_id' | 'place'>

export function turnView(row: TurnColumns): TurnView {
  const { id, thread_id, status: state, error, parent_id, place } = row
  const turn = { id, thread_id, state, ...(place === null ? {} : { parent_id }) }
  if (error === null || typeof error === 'string') return { ...turn, error }
  const { budget } = error
  const words = `used up ${budgetWords(budget.reason, budget.limit)}; what was done is kept`
  return { ...turn, error: words, budget }
}

/** A turn that ended, with the usage of all its levels. */
export function endedTurnView(row: TurnColumns & Pick<TurnRow, keyof TurnUsage>): TurnView {
  return { ...turnView(row), usage: turnUsage(row) }
}

export function turnUsage({
  input_tokens,
  output_tokens,
  cost_usd,
  context_tokens,
  estimated,
}: Pick<TurnRow, keyof TurnUsage>): TurnUsage {
  const context = context_tokens === null ? {} : { context_tokens }
  return { input_tokens, output_tokens, cost_usd, ...context, ...(estimated ? { estimated } : {}) }
}

/** A message for lists and events. */
export function messageView(row: UnnumberedMessage): MessageView {
  return shortenMessage(wholeMessage(row))
}

/** A message with its complete text. */
export function wholeMessage(row: UnnumberedMessage): MessageView {
  const { id, thread_id, turn_id, role, body, created_at, execution_tree } = row
  const tree = execution_tree === null ? {} : { execution_tree }
  const images = body.images === undefined ? {} : { images: [...body.images] }
  const media = body.media === undefined ? {} : { media_generation: body.media }
  const thought = body.thought === undefined ? {} : { thought: body.thought }
  const cut = body.cut === undefined ? {} : { cut: body.cut }
  return {
    id,
    thread_id,
    turn_id,
    role,
    text: body.text,
    created_at,
    ...images,
    ...media,
    ...thought,
    ...cut,
    ...tree,
  }
}

/** Columns for showing a call, except `frozen`, which is most of a long one. */
export const CALL_COLUMNS = [
  'id',
  'thread_id',
  'turn_id',
  'parent_id',
  'depth',
  'tool',
  'category',
  'mode_seen',
  'state',
  'decision',
  'signature',
  'hash',
  'proposed_at',
  'started_at',
  'ended_at',
  'result',
  'output',
  'retry_of',
  'undone_at',
] as const
export type CallColumns = Pick<UnnumberedCall, (typeof CALL_COLUMNS)[number]>
type ShownRow = CallColumns & Pick<UnnumberedCall, 'frozen'>

/** The visible fields of a frozen call. */
interface Proposal {
  readonly frozen: Pick<Call, 'title' | 'specifierText' | 'facts' | 'says' | 'node'>
  readonly shown: ShortBody
  /** The proposal, if all of it is shown. */
  readonly whole?: Pick<Call, 'inParts' | 'body'>
}

/** A call for lists and events: secrets masked, long texts shortened. */
export function callView(row: ShownRow): CallView {
  return knownCallView(row) ?? shortenCall(viewWith(row, keepLong(row)))
}

/** As `callView`, for a long call that was shown before, without reading the frozen part again; undefined: it was not, or is not long. */
export function knownCallView(row: CallColumns): CallView | undefined {
  const known = longCalls.get(keyOf(row))
  return known === undefined ? undefined : shortenCall(viewWith(row, known))
}

/** A call for people: secrets masked, everything else as it would run. */
export function wholeCall(row: ShownRow): CallView {
  const { frozen } = row
  return viewWith(row, { frozen, shown: { body: maskBody(frozen.body) }, whole: frozen })
}

/** Long calls are identical in every event and snapshot, and slow to read and mask. */
const longCalls = new Map<string, Proposal>()
const LONG_CALLS = 200

function keyOf({ id, hash }: CallColumns): string {
  return `${id} ${hash}`
}

function keepLong(row: ShownRow): Proposal {
  const { title, specifierText, facts, says, node, body } = row.frozen
  const shown = shortenBody(maskBody(body), 'body')
  const frozen = {
    title,
    specifierText,
    facts,
    ...(says === undefined ? {} : { says }),
    ...(node === undefined ? {} : { node }),
  }
  if (shown.shortened === undefined) return { frozen, shown, whole: row.frozen }
  if (longCalls.size >= LONG_CALLS) longCalls.clear()
  longCalls.set(keyOf(row), { frozen, shown })
  return { frozen, shown }
}

function viewWith(row: CallColumns, proposal: Proposal): CallView {
  const { frozen, shown } = proposal
  const { state, result } = row
  const shared = {
    id: row.id,
    thread_id: row.thread_id,
    turn_id: row.turn_id,
    parent_id: row.parent_id,
    depth: row.depth,
    tool: mask(row.tool),
    category: row.category,
    mode: row.mode_seen,
    title: mask(frozen.title),
    specifier: mask(frozen.specifierText),
    ...shown,
    hash: row.hash,
    proposed_at: row.proposed_at,
    ...(frozen.says === undefined ? {} : { says: maskContent(frozen.says) }),
    ...(row.retry_of === null ? {} : { retry_of: row.retry_of }),
    ...(frozen.node === undefined ? {} : { node: frozen.node }),
  }
  // Only a call that fits no tool was never decided, and it failed.
  const decision = row.decision === null ? null : decisionView(row.decision)
  if (state === 'failed') {
    const { started_at } = row
    const found = result?.found === undefined ? {} : { found: maskBody(result.found) }
    return { ...shared, ...ranView(row, proposal), ...failure(row), state, decision, started_at, ...found }
  }
  const decided = { ...shared, decision: kept(decision, 'decision', row) }
  switch (state) {
    case 'proposed':
      return { ...decided, ...OPEN, state }
    case 'waiting':
      return { ...decided, ...OPEN, ...partsView(proposal), state }
    case 'approved':
      return { ...decided, ...OPEN, ...signed(row), state }
    case 'running':
      return { ...decided, ...OPEN, ...signed(row), ...begun(row), state }
    case 'succeeded':
      return { ...decided, ...ranView(row, proposal), ...begun(row), state, error_code: null }
    case 'interrupted':
    case 'abandoned':
      return { ...decided, ...ranView(row, proposal), ...begun(row), ...failure(row), state }
    case 'blocked':
    case 'denied':
    case 'expired':
    case 'cancelled':
      return { ...decided, ...endedView(row, proposal), ...failure(row), state, started_at: null }
  }
}

function partsView({ whole, shown }: Proposal): Pick<WaitingCall, 'parts'> {
  const parts = whole && offeredParts(whole, shown.body)
  return parts === undefined ? {} : { parts }
}

const OPEN = { signature: null, started_at: null, ended_at: null, preview: null, error_code: null }

function signed(row: CallColumns): { readonly signature: Signature } {
  return { signature: signatureView(kept(row.signature, 'signature', row)) }
}

function begun(row: CallColumns): { readonly started_at: number } {
  return { started_at: kept(row.started_at, 'start', row) }
}

function failure(row: CallColumns): { readonly error_code: string } {
  return { error_code: row.result?.code ?? row.state }
}

/** The end of a call, whether it began or not. */
function endedView(row: CallColumns, { frozen }: Proposal) {
  const { text, summary } = kept(row.result, 'result', row)
  return {
    ...signed(row),
    ended_at: kept(row.ended_at, 'end', row),
    preview: resultPreview(text, frozen),
    ...(summary === undefined ? {} : { summary: summaryView(summary, frozen.specifierText) }),
    ...(text.length > PREVIEW_LIMIT ? { result_chars: text.length } : {}),
  }
}

/** The end of a call that may have had effects. */
function ranView(row: CallColumns, proposal: Proposal) {
  return {
    ...endedView(row, proposal),
    ...(row.output === null ? {} : { output_chars: row.output.length }),
    ...attachedView(kept(row.result, 'result', row)),
    ...undoState(row, proposal.frozen),
  }
}

/** A value that every call in this state has: the store writes both in one statement. */
function kept<T>(value: T | null, what: string, { id, state }: CallColumns): T {
  if (value === null) throw new Error(`call ${id} is ${state} and has no ${what}`)
  return value
}

function attachedView(result: CallResult): Pick<SucceededCall, 'images' | 'attachments'> {
  const attachments = attachmentsOf(result).map((one) => ({ ...one, name: mask(one.name) }))
  if (attachments.length === 0) return {}
  const images = attachments.flatMap((one) => attachedImage(one) ?? [])
  return images.length === 0 ? { attachments } : { images, attachments }
}

/** Nobody knows what an interrupted call did, so undo has to check. */
function undoState(
  { undone_at, result, state }: CallColumns,
  { facts }: Proposal['frozen'],
): Pick<SucceededCall, 'undo'> {
  if (undone_at !== null) return { undo: 'done' }
  const changed = (result?.changed?.length ?? 0) > 0
  const unknown = state === 'interrupted' && facts.category === 'write' && facts.kind === 'path'
  return changed || unknown ? { undo: 'possible' } : {}
}

/** A signature for people: their feedback is kept, but a secret in it is masked. */
export function signatureView(signature: Signature): Signature {
  const { feedback } = signature
  return feedback === undefined ? signature : { ...signature, feedback: maskContent(feedback) }
}

/** An open question. */
export function pendingView(row: ApprovalRow, threadTitle: string): PendingApproval {
  return { ...questionFields(row, threadTitle), state: 'pending' }
}

/** A pending question with everything that its card shows. */
export function askedView(
  row: ApprovalRow,
  call: ShownRow & Pick<UnnumberedCall, 'destructive'>,
  threadTitle: string,
): AskedApproval {
  const shown = callView(call)
  const { tool, category, mode, specifier, body, shortened: before = [] } = shown
  const shortened = [...before]
  return {
    ...pendingView(row, threadTitle),
    tool,
    arguments: shorten(maskValue(call.frozen.args), 'arguments', shortened),
    category,
    destructive: call.destructive,
    mode,
    specifier,
    body,
    ...(shown.state === 'waiting' && shown.parts !== undefined ? { parts: shown.parts } : {}),
    ...(shortened.length === 0 ? {} : { shortened }),
  }
}

/** A question that was settled. */
export function settledView(
  row: ApprovalRow,
  threadTitle: string,
  state: SettledApproval['state'],
): SettledApproval {
  const fields = questionFields(row, threadTitle)
  if (state !== 'expired') return { ...fields, state }
  if (fields.expires_at === null) throw new Error(`approval ${row.id} waits for ever and is expired`)
  return { ...fields, state, expires_at: fields.expires_at }
}

function questionFields(row: ApprovalRow, threadTitle: string): Omit<PendingApproval, 'state'> {
  return {
    id: row.id,
    tool_call_id: row.call_id,
    thread_id: row.thread_id,
    thread_title: threadTitle,
    hash: row.hash,
    asked_at: row.asked_at,
    expires_at: row.expires_at,
    parents: [...row.parents],
    offers: [...row.offers],
  }
}

/** A stored call for the gate: with the exact frozen arguments. */
export function storedCall(row: UnnumberedCall): StoredCall {
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
  const explained = explainParts(decision)
  return {
    verdict: decision.verdict,
    reason: reasonView(decision.reason, explain(decision)),
    parts: decision.parts.map((part, index) => ({
      label: mask(part.label),
      ...(part.range === undefined ? {} : { start: part.range.start, end: part.range.end }),
      carriers: [...part.carriers],
      verdict: part.verdict,
      reason: reasonView(part.reason, explained[index]?.why ?? ''),
    })),
    ...(decision.locked === undefined ? {} : { locked: decision.locked }),
  }
}

function reasonView(reason: Reason, sentence: string): ReasonView {
  const { because, ...facts } = reason
  const data = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, maskValue(value)]))
  return { because, sentence: mask(sentence), data }
}
