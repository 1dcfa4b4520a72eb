import type { StoredCall } from '@countersign/agent'
import { explain, explainReason, type Decision, type Reason } from '@countersign/policy'
import type {
  ApprovalView,
  CallBody,
  CallResultView,
  CallView,
  DecisionView,
  MessageView,
  ReasonView,
  Signature,
  ThreadView,
  TurnUsage,
  TurnView,
} from '@countersign/protocol'
import { mask, maskContent, maskEcho, maskEntry, maskInPlace, maskValue, secretsIn } from '../audit/mask.ts'
import type { ApprovalRow, ThreadRow, TurnRow, UnnumberedCall, UnnumberedMessage } from './tables.ts'

/** Most characters of a result that a card shows. */
const PREVIEW_LIMIT = 500
/** Characters that are masked for it: a secret that the preview would cut is seen whole. */
const MASKED_LIMIT = 5000

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

export function messageView(row: UnnumberedMessage): MessageView {
  const { id, thread_id, turn_id, role, body, created_at, execution_tree } = row
  const tree = execution_tree === null ? {} : { execution_tree }
  const images = body.images === undefined ? {} : { images: [...body.images] }
  const thought = body.thought === undefined ? {} : { thought: body.thought }
  return { id, thread_id, turn_id, role, text: body.text, created_at, ...images, ...thought, ...tree }
}

/** A call as it is shown: secrets masked, everything else as it would run. */
export function callView(row: UnnumberedCall): CallView {
  const { frozen, result } = row
  return {
    id: row.id,
    thread_id: row.thread_id,
    turn_id: row.turn_id,
    parent_id: row.parent_id,
    depth: row.depth,
    tool: mask(row.tool),
    title: mask(frozen.title),
    specifier: mask(frozen.specifierText),
    body: maskBody(frozen.body),
    state: row.state,
    decision: row.decision === null ? null : decisionView(row.decision),
    signature: row.signature === null ? null : signatureView(row.signature),
    hash: row.hash,
    proposed_at: row.proposed_at,
    started_at: row.started_at,
    ended_at: row.ended_at,
    preview: result === null ? null : resultPreview(result.text, frozen.specifierText),
    error_code: result?.code ?? null,
    ...(result !== null && result.text.length > PREVIEW_LIMIT ? { result_chars: result.text.length } : {}),
    ...(row.output === null ? {} : { output_chars: row.output.length }),
    ...(result?.found === undefined ? {} : { found: maskBody(result.found) }),
    ...(result?.images === undefined
      ? {}
      : { images: result.images.map((image) => ({ ...image, name: mask(image.name) })) }),
    ...(frozen.says === undefined ? {} : { says: maskContent(frozen.says) }),
    ...(row.retry_of === null ? {} : { retry_of: row.retry_of }),
    ...undoState(row),
  }
}

/** What a call that was cut off did is not known: looking is part of putting back. */
function undoState({ undone_at, result, state, frozen }: UnnumberedCall): Pick<CallView, 'undo'> {
  if (undone_at !== null) return { undo: 'done' }
  const changed = (result?.changed?.length ?? 0) > 0
  const unknown = state === 'interrupted' && frozen.facts.category === 'write' && frozen.facts.kind === 'path'
  return changed || unknown ? { undo: 'possible' } : {}
}

/** The beginning of what a call gave back, without what was secret in its arguments. */
export function resultPreview(text: string, specifier: string): string {
  return maskEcho(text.slice(0, MASKED_LIMIT), secretsIn(specifier)).slice(0, PREVIEW_LIMIT)
}

/** Most characters of a result that are given out at once. */
const RESULT_LIMIT = 200_000

/** Characters after them that are looked at too: a secret that the limit would cut is seen whole. */
const BEYOND_LIMIT = 8192
/** Longest word that is left out whole rather than cut. */
const WORD_LIMIT = 1000

/** All of what a call gave back, as far as it is given out, without what was secret in its arguments. */
export function resultView(text: string, specifier: string): CallResultView {
  const secrets = secretsIn(specifier)
  const beyond = Math.max(BEYOND_LIMIT, ...secrets.map((secret) => secret.length))
  const masked = maskEcho(text.slice(0, RESULT_LIMIT + beyond), secrets)
  // Where the text goes on, what it is masked to may end within a secret: so much of it is never shown.
  const known = text.length > RESULT_LIMIT + beyond ? masked.length - beyond : masked.length
  const end = Math.max(0, Math.min(RESULT_LIMIT, known))
  return {
    text: text.length > RESULT_LIMIT && end < masked.length ? cutAt(masked, end) : masked,
    chars: text.length,
  }
}

/** A text up to a place, or up to the word that this place would cut. */
function cutAt(text: string, end: number): string {
  // From the end: a pattern would begin anew at every character of a long word.
  for (let at = end; at > Math.max(0, end - WORD_LIMIT); at -= 1)
    if (BLANK.test(text.charAt(at - 1))) return text.slice(0, at)
  const half = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, half ? end - 1 : end)
}

const BLANK = /\s/

/** Who settled it, as it is shown: a person's words are theirs, a key in them is not for everyone. */
export function signatureView(signature: Signature): Signature {
  const { feedback } = signature
  return feedback === undefined ? signature : { ...signature, feedback: maskContent(feedback) }
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
    case 'shell': {
      const found = body.found?.map((file) => ({ ...file, path: mask(file.path) }))
      return { ...body, command: maskInPlace(body.command), ...(found === undefined ? {} : { found }) }
    }
    case 'write':
      return {
        ...body,
        path: maskContent(body.path),
        before: body.before === null ? null : maskContent(body.before),
        after: maskContent(body.after),
      }
    case 'path':
      return { ...body, paths: body.paths.map(maskContent) }
    case 'url':
      return {
        ...body,
        url: mask(body.url),
        ...(body.headers === undefined ? {} : { headers: body.headers.map(maskHeader) }),
        ...(body.body === undefined ? {} : { body: maskContent(body.body) }),
      }
    case 'todo':
      return { ...body, items: body.items.map((item) => ({ ...item, text: maskContent(item.text) })) }
    case 'subtask':
      return { ...body, title: mask(body.title), instructions: maskContent(body.instructions) }
    case 'arguments':
      return {
        ...body,
        entries: body.entries.map(maskArgument),
        ...(body.server === undefined ? {} : { server: { ...body.server, at: mask(body.server.at) } }),
        ...(body.change === undefined
          ? {}
          : { change: { before: maskContent(body.change.before), after: maskContent(body.change.after) } }),
      }
  }
}

function maskHeader({ name, value }: { readonly name: string; readonly value: string }) {
  return { name, value: maskEntry(name, value) }
}

/** JSON stays JSON: its values are masked one by one, each by its own name too. */
function maskArgument({ name, value, json }: Extract<CallBody, { kind: 'arguments' }>['entries'][number]) {
  const parsed = json === true ? parseJson(value) : undefined
  if (parsed === undefined || maskEntry(name, '0') !== '0') return { name, value: maskEntry(name, value) }
  return { name, value: JSON.stringify(maskValue(parsed.value), null, 2), json: true as const }
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not JSON after all: it is shown as the text that it is.
    return undefined
  }
}
