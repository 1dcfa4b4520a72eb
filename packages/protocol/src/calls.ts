import { z } from 'zod'
import { CallBody } from './bodies.ts'
import { ChangePart, SignedParts } from './change-parts.ts'
import { ApprovalId, CallId, Instant, ThreadId, TurnId } from './ids.ts'
import { AttachmentView, ImageView } from './images.ts'

/** The states of a call, spelled as in the database. */
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

/** What a tool does: read, change files, run programs, or act on anything outside. */
export const CallCategory = z.enum(['read', 'write', 'execute', 'external'])
export type CallCategory = z.infer<typeof CallCategory>

/** The policy's verdict on a call. */
export const Verdict = z.enum(['run', 'ask', 'block'])

/** A reason as data (`because` and its own fields), with the sentence made from it. */
export const ReasonView = z.object({
  because: z.string(),
  sentence: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type ReasonView = z.infer<typeof ReasonView>

/** The verdict on one part of a command or one form of a path, with the reason. */
export const PartView = z.object({
  label: z.string(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
  /** Names of the wrappers and substitutions around it, outermost first. */
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

/** A text or list of which a view carries only the beginning. */
export const ShortenedText = z.object({
  /** Where it is in the view: `body.after`, `body.entries.2.value`. */
  at: z.string(),
  /** Bytes of the whole, masked; for a list, of its JSON. */
  bytes: z.number().int(),
  /** For a file change: the number of lines above the first one shown, which are the same before and after. */
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
  /** The parts of the change that a person signed. Absent: all of it. */
  parts: SignedParts.optional(),
  /** A person's answer to a workflow's question. */
  answer: z.unknown().optional(),
})
export type Signature = z.infer<typeof Signature>

/** The fields of a call in every state. */
const callFields = {
  id: CallId,
  thread_id: ThreadId,
  /** Null: a person did this by hand. */
  turn_id: TurnId.nullable(),
  parent_id: CallId.nullable(),
  depth: z.number().int(),
  /** The actual tool, even if the model called it by another system's name. */
  tool: z.string(),
  /** What this call does, as the policy sees it. Absent: from a server that did not send it yet. */
  category: CallCategory.optional(),
  /** The mode it was decided in. Absent: as above. */
  mode: z.string().optional(),
  /** Verb and object, generated: `Run a command`, `Write notes.md`. */
  title: z.string(),
  /** The text that rules match: the command, path or address. */
  specifier: z.string(),
  /** What would change, for a person to read. */
  body: CallBody,
  /** What the policy decides about it, and why. */
  decision: DecisionView,
  /** Hash of the frozen arguments, hex. */
  hash: z.string(),
  proposed_at: Instant,
  /** The workflow node that made it: its address, and the list item it ran for. */
  node: z
    .object({ version: z.string(), node: z.string(), item: z.string().nullable(), attempt: z.number().int() })
    .optional(),
  /** What the model said when it proposed the call: untrusted text, to be quoted. */
  says: z.string().optional(),
  /** The interrupted call that a person chose to run again as this one. */
  retry_of: CallId.optional(),
  /** The fields that are cut here. `GET /api/calls/:id` returns the whole call; `hash` always covers the whole. */
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
  /** 500 characters of the result or error: the beginning, or the end of a command's output. */
  preview: z.string(),
  /** The result in a few words, from the tool: `1 failed, 4 passed`, `+10 −1`, `exit code 2`. Absent: the tool reports none. */
  summary: z.string().optional(),
  /** Characters in the whole result, if the preview is only part of it. */
  result_chars: z.number().int().optional(),
}
const ranFields = {
  ...endedFields,
  started_at: Instant,
  /** Characters kept of what it had printed when it was cut off; `GET /api/calls/:id/output` returns them. */
  output_chars: z.number().int().optional(),
  /** It changed files, which can be restored, or were. Absent: there is nothing to restore. */
  undo: z.enum(['possible', 'done']).optional(),
  /** Pictures in its result: what the model looked at. */
  images: z.array(ImageView).optional(),
  /** Everything that belongs to its result, including the pictures in `images`. */
  attachments: z.array(AttachmentView).optional(),
}

/** A call that nobody has decided on yet. */
export const ProposedCall = z.object({ ...openFields, state: z.literal('proposed') })
export type ProposedCall = z.infer<typeof ProposedCall>

/** A call that waits for a person's answer. */
export const WaitingCall = z.object({
  ...openFields,
  state: z.literal('waiting'),
  /**
   * The parts of its change that an answer can name: the hunks of `body`, from top to bottom. Absent: it is answered as a whole,
   * or `body` is cut here; then the whole call has them.
   */
  parts: z.array(ChangePart).readonly().optional(),
})
export type WaitingCall = z.infer<typeof WaitingCall>

/** A call that may run and has not started. */
export const ApprovedCall = z.object({ ...openFields, state: z.literal('approved'), signature: Signature })
export type ApprovedCall = z.infer<typeof ApprovedCall>

/** A call that has started. */
export const RunningCall = z.object({
  ...openFields,
  state: z.literal('running'),
  signature: Signature,
  started_at: Instant,
  /** In a thread's snapshot: the end of its output so far. */
  preview: z.string().nullable(),
})
export type RunningCall = z.infer<typeof RunningCall>

/** A call that succeeded. */
export const SucceededCall = z.object({ ...ranFields, state: z.literal('succeeded'), error_code: none })
export type SucceededCall = z.infer<typeof SucceededCall>

/** A call that failed while it ran, or was known to fail before it started. */
export const FailedCall = z.object({
  ...ranFields,
  state: z.literal('failed'),
  /** Null: it matches no tool, so nothing was decided. */
  decision: DecisionView.nullable(),
  /** Null: it never started. */
  started_at: Instant.nullable(),
  error_code: z.string(),
  /** For a call that is void because something changed: what was found instead of what `body` says. */
  found: CallBody.optional(),
})
export type FailedCall = z.infer<typeof FailedCall>

/** A call that a crash interrupted: it may have had effects, and a person settles it. */
export const InterruptedCall = z.object({
  ...ranFields,
  state: z.literal('interrupted'),
  error_code: z.string(),
})
export type InterruptedCall = z.infer<typeof InterruptedCall>

/** An interrupted call that a person chose to run again as another call. */
export const AbandonedCall = z.object({ ...ranFields, state: z.literal('abandoned'), error_code: z.string() })
export type AbandonedCall = z.infer<typeof AbandonedCall>

/** A call that was refused before it started: nothing happened. */
export const RefusedCall = z.object({
  ...endedFields,
  state: z.enum(['blocked', 'denied', 'expired', 'cancelled']),
  started_at: none,
  error_code: z.string(),
})
export type RefusedCall = z.infer<typeof RefusedCall>

/** A call as clients show it: `state` determines its fields. */
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

/** `GET /api/calls/:id/result` and `/output`: what a call returned, or had printed when it was cut off, masked like its preview. */
export const CallResultView = z.object({
  text: z.string(),
  /** Characters in the whole; if `text` has fewer, it was cut. */
  chars: z.number().int(),
})
export type CallResultView = z.infer<typeof CallResultView>

/** What restoring files did, or would do. */
export const UndoView = z.object({
  /** False: this was a dry run, or a conflict left everything unchanged. */
  done: z.boolean(),
  /** Paths that were (or would be) restored. */
  restored: z.array(z.string()),
  conflicts: z.array(z.object({ path: z.string(), why: z.string() })),
})
export type UndoView = z.infer<typeof UndoView>

/** A rule that would let such a call run from now on. */
export const OfferView = z.object({
  rule: z.string(),
  /** What it allows, in words. */
  covers: z.string(),
  /** What would still ask, in this call or in similar ones. */
  still_asks: z.array(z.string()),
  /** How broad it is. `exact`: only this call, or one of its commands. Absent: from an older server. */
  scope: z.enum(['exact', 'exception', 'narrow', 'program', 'folder', 'tree', 'host', 'tool']).optional(),
})
export type OfferView = z.infer<typeof OfferView>

export const ApprovalState = z.enum(['pending', 'allowed', 'denied', 'expired', 'cancelled'])

const approvalFields = {
  id: ApprovalId,
  /** The call that the question is about. */
  tool_call_id: CallId,
  thread_id: ThreadId,
  thread_title: z.string(),
  /** Hash of the frozen arguments, hex. An answer carries it. */
  hash: z.string(),
  asked_at: Instant,
  /** Null: it waits indefinitely. */
  expires_at: Instant.nullable(),
  /** Titles of the sub-agents above it, outermost first. */
  parents: z.array(z.string()),
  /** Rules to choose from, narrowest first. Empty: no rule can settle this question. */
  offers: z.array(OfferView),
}

/** An open question to a person about one call. */
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
  /** The mode it was decided in. */
  mode: z.string(),
  /** The text that rules match: the command, path or address. */
  specifier: z.string(),
  /** What would change, for a person to read. */
  body: CallBody,
  /** The texts that are shortened here. `GET /api/calls/:id` returns the whole call. */
  shortened: z.array(ShortenedText),
  /** The parts of its change, as in the waiting call. */
  parts: z.array(ChangePart).readonly(),
}

/**
 * A question with everything a card shows: no other message is needed to draw it. The call's fields are always sent; only
 * events written by an older server lack them.
 */
export const AskedApproval = PendingApproval.extend(z.object(cardFields).partial().shape)
export type AskedApproval = z.infer<typeof AskedApproval>

/** A question that was settled; that is final. */
export const SettledApproval = z.discriminatedUnion('state', [
  z.object({ ...approvalFields, state: z.enum(['allowed', 'denied', 'cancelled']) }),
  z.object({ ...approvalFields, state: z.literal('expired'), expires_at: Instant }),
])
export type SettledApproval = z.infer<typeof SettledApproval>

/** A question to a person about one call. */
export const ApprovalView = z.discriminatedUnion('state', [PendingApproval, SettledApproval])
export type ApprovalView = z.infer<typeof ApprovalView>
