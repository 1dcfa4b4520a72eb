import { z } from 'zod'
import { CallBody } from './bodies.ts'
import { ChangePart, SignedParts } from './change-parts.ts'
import { ApprovalId, CallId, Instant, ThreadId, TurnId } from './ids.ts'
import { AttachmentView, ImageView } from './images.ts'

/** States of a call, with the names that the database uses. */
export const CallState = z.enum([
  'proposed',
  'waiting',
  'approved',
  'running',
  'succeeded',
  'failed',
  'interrupted',
  'blocked',
  'denied',
  'expired',
  'cancelled',
  'abandoned',
])
export type CallState = z.infer<typeof CallState>

/** The effect of a tool: reading, changing files, running programs, or anything outside. */
export const CallCategory = z.enum(['read', 'write', 'execute', 'external'])
export type CallCategory = z.infer<typeof CallCategory>

/** The policy's verdict on a call. */
export const Verdict = z.enum(['run', 'ask', 'block'])

/** A reason as data (`because` and its own fields) with the sentence made from it. */
export const ReasonView = z.object({
  because: z.string(),
  sentence: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type ReasonView = z.infer<typeof ReasonView>

/** The decision about one part of a command or one form of a path, and its reason. */
export const PartView = z.object({
  label: z.string(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
  /** Names of the wrappers and substitutions that contain it, outermost first. */
  carriers: z.array(z.string()),
  verdict: Verdict,
  reason: ReasonView,
})
export type PartView = z.infer<typeof PartView>

export const DecisionView = z.object({
  verdict: Verdict,
  reason: ReasonView,
  parts: z.array(PartView),
  /** Always asks, in every mode; no rule is offered. */
  locked: z.enum(['breaker', 'destructive', 'unreadable', 'asks']).optional(),
})
export type DecisionView = z.infer<typeof DecisionView>

/** A text or a list that a view contains only in part. */
export const ShortenedText = z.object({
  /** Its path in the view: `body.after`, `body.entries.2.value`. */
  at: z.string(),
  /** Size of the whole in bytes, masked; for a list, of its JSON. */
  bytes: z.number().int(),
  /** For a change of a file: unchanged lines above the first one shown. */
  lines_above: z.number().int().optional(),
})
export type ShortenedText = z.infer<typeof ShortenedText>

/** Who or what settled a call: the signature line. */
export const Signature = z.object({
  via: z.enum(['person', 'rule', 'mode', 'readonly', 'policy', 'timeout', 'stop']),
  /** A person's name, a rule's text with its layer, or a mode. */
  by: z.string(),
  at: Instant,
  feedback: z.string().optional(),
  /** The person signed only these parts of the change. Absent: all of it. */
  parts: SignedParts.optional(),
  /** A person's answer to a question of a workflow. */
  answer: z.unknown().optional(),
})
export type Signature = z.infer<typeof Signature>

/** The fields of a call in every state. */
const callFields = {
  id: CallId,
  thread_id: ThreadId,
  /** Null: a person did it by hand. */
  turn_id: TurnId.nullable(),
  parent_id: CallId.nullable(),
  depth: z.number().int(),
  /** The real tool, even if the model used another system's name for it. */
  tool: z.string(),
  /** The effect of this call as the policy sees it. Absent: the event predates this field. */
  category: CallCategory.optional(),
  /** The mode in which it was decided. Absent: as above. */
  mode: z.string().optional(),
  /** Verb and object, made by code: `Run a command`, `Write notes.md`. */
  title: z.string(),
  /** The text that rules are matched against: the command, the path, the address. */
  specifier: z.string(),
  /** The change, for a person to see. */
  body: CallBody,
  /** The policy's verdict and its reason. */
  decision: DecisionView,
  /** Hash of the frozen arguments, hex. */
  hash: z.string(),
  proposed_at: Instant,
  /** The node of a workflow that made it: its address, and which item of a list. */
  node: z
    .object({ version: z.string(), node: z.string(), item: z.string().nullable(), attempt: z.number().int() })
    .optional(),
  /** The model's words when it proposed the call: untrusted text, to be quoted. */
  says: z.string().optional(),
  /** The interrupted call that a person repeated with this one. */
  retry_of: CallId.optional(),
  /** The texts that are shortened here. `GET /api/calls/:id` returns the whole call without this field; `hash` always covers the whole. */
  shortened: z.array(ShortenedText).optional(),
}

// These five are on the wire in every state; they are null in states that do not have them.
const none = z.null()

const openFields = {
  ...callFields,
  signature: none,
  started_at: none,
  ended_at: none,
  preview: none,
  error_code: none,
}
const endedFields = {
  ...callFields,
  signature: Signature,
  ended_at: Instant,
  /** 500 characters of the result or of the error: the beginning, or the end of a command's output. */
  preview: z.string(),
  /** The result in a few words, written by the tool: `1 failed, 4 passed`, `+10 −1`, `exit code 2`. Absent: the tool gives none. */
  summary: z.string().optional(),
  /** Length of the whole result in characters, if the preview is only a part of it. */
  result_chars: z.number().int().optional(),
}
const ranFields = {
  ...endedFields,
  started_at: Instant,
  /** Length in characters of the output that was stored when the call was cut off; it is at `GET /api/calls/:id/output`. */
  output_chars: z.number().int().optional(),
  /** It changed files, which can be restored or were. Absent: there is nothing to restore. */
  undo: z.enum(['possible', 'done']).optional(),
  /** Pictures in its result, which the model looked at. */
  images: z.array(ImageView).optional(),
  /** All attachments of its result, including the pictures of `images`. */
  attachments: z.array(AttachmentView).optional(),
}

/** A call that nobody has decided on. */
export const ProposedCall = z.object({ ...openFields, state: z.literal('proposed') })
export type ProposedCall = z.infer<typeof ProposedCall>

/** A call that a person is asked about. */
export const WaitingCall = z.object({
  ...openFields,
  state: z.literal('waiting'),
  /**
   * The parts of its change, of which an answer may name some. They are the hunks of `body`, from top to bottom. Absent: it is answered as
   * a whole, or `body` is shortened here; then only the whole call has them.
   */
  parts: z.array(ChangePart).readonly().optional(),
})
export type WaitingCall = z.infer<typeof WaitingCall>

/** A call that may run, and has not begun. */
export const ApprovedCall = z.object({ ...openFields, state: z.literal('approved'), signature: Signature })
export type ApprovedCall = z.infer<typeof ApprovedCall>

/** A call that has begun. */
export const RunningCall = z.object({
  ...openFields,
  state: z.literal('running'),
  signature: Signature,
  started_at: Instant,
  /** In a thread's snapshot: the end of its output so far. */
  preview: z.string().nullable(),
})
export type RunningCall = z.infer<typeof RunningCall>

/** A call that did its work. */
export const SucceededCall = z.object({ ...ranFields, state: z.literal('succeeded'), error_code: none })
export type SucceededCall = z.infer<typeof SucceededCall>

/** A call that failed while it ran, or was known to fail before it began. */
export const FailedCall = z.object({
  ...ranFields,
  state: z.literal('failed'),
  /** Null: it fits no tool, so nothing was decided. */
  decision: DecisionView.nullable(),
  /** Null: it never began. */
  started_at: Instant.nullable(),
  error_code: z.string(),
  /** For a call that became stale: the current state, in place of the state that `body` shows. */
  found: CallBody.optional(),
})
export type FailedCall = z.infer<typeof FailedCall>

/** A call that a crash cut off: it may have had effects, and a person settles it. */
export const InterruptedCall = z.object({
  ...ranFields,
  state: z.literal('interrupted'),
  error_code: z.string(),
})
export type InterruptedCall = z.infer<typeof InterruptedCall>

/** A call that was cut off and that a person repeated with another call. */
export const AbandonedCall = z.object({ ...ranFields, state: z.literal('abandoned'), error_code: z.string() })
export type AbandonedCall = z.infer<typeof AbandonedCall>

/** A call that was refused before it began: nothing happened. */
export const RefusedCall = z.object({
  ...endedFields,
  state: z.enum(['blocked', 'denied', 'expired', 'cancelled']),
  started_at: none,
  error_code: z.string(),
})
export type RefusedCall = z.infer<typeof RefusedCall>

/** A call as clients see it: `state` determines its fields. */
export const CallView = z.discriminatedUnion('state', [
  ProposedCall,
  WaitingCall,
  ApprovedCall,
  RunningCall,
  SucceededCall,
  FailedCall,
  InterruptedCall,
  AbandonedCall,
  RefusedCall,
])
export type CallView = z.infer<typeof CallView>

/** A call that is over. */
export type EndedCall = Extract<CallView, { ended_at: number }>

/** A call in one of these states. */
export type CallIn<S extends CallState> = S extends CallState ? InState<CallView, S> : never
type InState<C extends CallView, S> = C extends CallView
  ? S extends C['state']
    ? C & { state: S }
    : never
  : never

/** `GET /api/calls/:id/result` and `/output`: the result of a call, or its output when it was cut off, masked like its preview. */
export const CallResultView = z.object({
  text: z.string(),
  /** Length of the whole in characters; if it exceeds `text`, the text was cut. */
  chars: z.number().int(),
})
export type CallResultView = z.infer<typeof CallResultView>

/** The result of restoring files, or of trying to. */
export const UndoView = z.object({
  /** False: it was only tried, or a conflict left everything unchanged. */
  done: z.boolean(),
  /** Paths that are (or would be) restored. */
  restored: z.array(z.string()),
  conflicts: z.array(z.object({ path: z.string(), why: z.string() })),
})
export type UndoView = z.infer<typeof UndoView>

/** A rule that would let a call run from now on. */
export const OfferView = z.object({
  rule: z.string(),
  /** What it would allow, in words. */
  covers: z.string(),
  /** Parts of this call, or calls like it, that would still ask. */
  still_asks: z.array(z.string()),
  /** Its scope. `exact`: only this call, or one of its commands. Absent: the event predates this field. */
  scope: z.enum(['exact', 'exception', 'narrow', 'program', 'folder', 'tree', 'host', 'tool']).optional(),
})
export type OfferView = z.infer<typeof OfferView>

export const ApprovalState = z.enum(['pending', 'allowed', 'denied', 'expired', 'cancelled'])

const approvalFields = {
  id: ApprovalId,
  /** The call that it is about. */
  tool_call_id: CallId,
  thread_id: ThreadId,
  thread_title: z.string(),
  /** Hash of the frozen arguments, hex. An answer carries it. */
  hash: z.string(),
  asked_at: Instant,
  /** Null: it never expires. */
  expires_at: Instant.nullable(),
  /** Titles of the sub-agents above, outermost first. */
  parents: z.array(z.string()),
  /** Rules to choose from, narrowest first. Empty: no rule can remove this question. */
  offers: z.array(OfferView),
}

/** A pending question to a person about one call. */
export const PendingApproval = z.object({ ...approvalFields, state: z.literal('pending') })
export type PendingApproval = z.infer<typeof PendingApproval>

const cardFields = {
  /** The real tool. */
  tool: z.string(),
  /** The frozen arguments, masked. Long ones are cut, as `shortened` says. */
  arguments: z.unknown(),
  /** The effect of the call as the policy sees it. */
  category: CallCategory,
  /** It destroys something that undo cannot restore. */
  destructive: z.boolean(),
  /** The mode in which it was decided. */
  mode: z.string(),
  /** The text that rules are matched against: the command, the path, the address. */
  specifier: z.string(),
  /** The change, for a person to see. */
  body: CallBody,
  /** The texts that are shortened here. `GET /api/calls/:id` returns the whole call. */
  shortened: z.array(ShortenedText),
  /** The parts of its change, as in the waiting call. */
  parts: z.array(ChangePart).readonly(),
}

/**
 * A new question with everything that a card shows, so a client needs no other message to draw it. The fields of the call are always sent;
 * only events of an older server lack them.
 */
export const AskedApproval = PendingApproval.extend(z.object(cardFields).partial().shape)
export type AskedApproval = z.infer<typeof AskedApproval>

/** A settled question; it never changes again. */
export const SettledApproval = z.discriminatedUnion('state', [
  z.object({ ...approvalFields, state: z.enum(['allowed', 'denied', 'cancelled']) }),
  z.object({ ...approvalFields, state: z.literal('expired'), expires_at: Instant }),
])
export type SettledApproval = z.infer<typeof SettledApproval>

/** A question to a person about one call. */
export const ApprovalView = z.discriminatedUnion('state', [PendingApproval, SettledApproval])
export type ApprovalView = z.infer<typeof ApprovalView>
