import { z } from 'zod'
import { CallBody } from './bodies.ts'
import { ChangePart, SignedParts } from './change-parts.ts'
import { ApprovalId, CallId, Instant, ThreadId, TurnId } from './ids.ts'
import { AttachmentView, ImageView } from './images.ts'

/** States of a call: the words of the database row. */
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

/** What a tool does: reading, changing files, running programs, or anything outside. */
export const CallCategory = z.enum(['read', 'write', 'execute', 'external'])
export type CallCategory = z.infer<typeof CallCategory>

/** What policy says of a call. */
export const Verdict = z.enum(['run', 'ask', 'block'])

/** A reason as data (`because` and its own fields) with the sentence made from it. */
export const ReasonView = z.object({
  because: z.string(),
  sentence: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type ReasonView = z.infer<typeof ReasonView>

/** One part of a command, one form of a path: what was decided about it and why. */
export const PartView = z.object({
  label: z.string(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
  /** Names of wrappers and substitutions it was reached through, outermost first. */
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

/** A text or a list of which a view carries only the beginning. */
export const ShortenedText = z.object({
  /** Where it stands in the view: `body.after`, `body.entries.2.value`. */
  at: z.string(),
  /** Bytes of the whole, masked; of a list, of its JSON. */
  bytes: z.number().int(),
  /** Of a change of a file: lines above the first one shown, the same before and after. */
  lines_above: z.number().int().optional(),
})
export type ShortenedText = z.infer<typeof ShortenedText>

/** Who settled a call and by what: the signature line. */
export const Signature = z.object({
  via: z.enum(['person', 'rule', 'mode', 'readonly', 'policy', 'timeout', 'stop']),
  /** A person's name, a rule's text with its layer, or a mode. */
  by: z.string(),
  at: Instant,
  feedback: z.string().optional(),
  /** A person signed these parts of the change and no others. Absent: all of it. */
  parts: SignedParts.optional(),
  /** A person's answer to a question of a workflow. */
  answer: z.unknown().optional(),
})
export type Signature = z.infer<typeof Signature>

/** What a call has in every state. */
const callFields = {
  id: CallId,
  thread_id: ThreadId,
  /** Null: a person did it by hand. */
  turn_id: TurnId.nullable(),
  parent_id: CallId.nullable(),
  depth: z.number().int(),
  /** The real tool, also where the model called it by another system's name. */
  tool: z.string(),
  /** What this call does, as policy sees it. Absent: told before servers told it. */
  category: CallCategory.optional(),
  /** The mode that it was decided in. Absent: as above. */
  mode: z.string().optional(),
  /** Verb and object, made by code: `Run a command`, `Write notes.md`. */
  title: z.string(),
  /** What rules are matched against: the command, the path, the address. */
  specifier: z.string(),
  /** What would change, for a person to see. */
  body: CallBody,
  /** What policy says of it and why. */
  decision: DecisionView,
  /** Hash of the frozen arguments, hex. */
  hash: z.string(),
  proposed_at: Instant,
  /** The node of a workflow that made it: its address, and which item of a list. */
  node: z
    .object({ version: z.string(), node: z.string(), item: z.string().nullable(), attempt: z.number().int() })
    .optional(),
  /** What the model said as it proposed the call: plain words of others, to be quoted. */
  says: z.string().optional(),
  /** The interrupted call that a person had run again as this one. */
  retry_of: CallId.optional(),
  /** What is only its beginning here. `GET /api/calls/:id` gives the call without it, whole; `hash` is always that of the whole. */
  shortened: z.array(ShortenedText).optional(),
}

// These five are on the wire in every state: what a state does not have is null.
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
  /** 500 characters of the result or of the error: the beginning, or the end of what a command printed. */
  preview: z.string(),
  /** The result in a few words, as the tool tells it: `1 failed, 4 passed`, `+10 −1`, `exit code 2`. Absent: the tool says nothing. */
  summary: z.string().optional(),
  /** Characters of the whole result, where the preview is only a part of it. */
  result_chars: z.number().int().optional(),
}
const ranFields = {
  ...endedFields,
  started_at: Instant,
  /** Characters that are kept of what it had printed when it was cut off, behind `GET /api/calls/:id/output`. */
  output_chars: z.number().int().optional(),
  /** It changed files: they can be put back, or were. Absent: there is nothing to put back. */
  undo: z.enum(['possible', 'done']).optional(),
  /** Pictures among its result: what the model looked at. */
  images: z.array(ImageView).optional(),
  /** Everything that belongs to its result, the pictures of `images` among it. */
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
   * The parts of its change, of which an answer may name some. They are the hunks of `body`, from top to bottom. Absent: it is answered as a
   * whole, or `body` is only its beginning here; then the whole call has them.
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
  /** In a thread's snapshot: the end of what it printed so far. */
  preview: z.string().nullable(),
})
export type RunningCall = z.infer<typeof RunningCall>

/** A call that did what it was to do. */
export const SucceededCall = z.object({ ...ranFields, state: z.literal('succeeded'), error_code: none })
export type SucceededCall = z.infer<typeof SucceededCall>

/** A call that failed while it ran, or was known to fail before it began. */
export const FailedCall = z.object({
  ...ranFields,
  state: z.literal('failed'),
  /** Null: it fits no tool, so that nothing was decided. */
  decision: DecisionView.nullable(),
  /** Null: it never began. */
  started_at: Instant.nullable(),
  error_code: z.string(),
  /** Of a call that is void because something had changed: what was found in the place of what `body` tells. */
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

/** A call that was cut off, and that a person had run again as another call. */
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

/** A call as it is shown: `state` says which fields it has. */
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

/** `GET /api/calls/:id/result` and `/output`: what a call gave back, or had printed when it was cut off, masked as its preview is. */
export const CallResultView = z.object({
  text: z.string(),
  /** Characters of all of it; more than `text` has: that was cut. */
  chars: z.number().int(),
})
export type CallResultView = z.infer<typeof CallResultView>

/** What putting files back did, or would do. */
export const UndoView = z.object({
  /** False: it was only tried, or a conflict left everything as it is. */
  done: z.boolean(),
  /** Paths that are (or would be) as they were before. */
  restored: z.array(z.string()),
  conflicts: z.array(z.object({ path: z.string(), why: z.string() })),
})
export type UndoView = z.infer<typeof UndoView>

/** A rule that would let a call run from now on. */
export const OfferView = z.object({
  rule: z.string(),
  /** What it lets run, in words. */
  covers: z.string(),
  /** What of this call, or of calls like it, asks all the same. */
  still_asks: z.array(z.string()),
  /** How far it reaches. `exact`: this call alone, or one of its commands. Absent: asked before servers told it. */
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
  /** Null: waits for ever. */
  expires_at: Instant.nullable(),
  /** Titles of the sub-agents above, outermost first. */
  parents: z.array(z.string()),
  /** Rules to choose from, narrowest first. None: no rule lifts this question. */
  offers: z.array(OfferView),
}

/** A question to a person about one call, while it is open. */
export const PendingApproval = z.object({ ...approvalFields, state: z.literal('pending') })
export type PendingApproval = z.infer<typeof PendingApproval>

const cardFields = {
  /** The real tool. */
  tool: z.string(),
  /** The frozen arguments, masked. Of long ones the beginning, as `shortened` says. */
  arguments: z.unknown(),
  /** What the call does, as policy sees it. */
  category: CallCategory,
  /** It takes something away that undo does not bring back. */
  destructive: z.boolean(),
  /** The mode that it was decided in. */
  mode: z.string(),
  /** What rules are matched against: the command, the path, the address. */
  specifier: z.string(),
  /** What would change, for a person to see. */
  body: CallBody,
  /** What is only its beginning here. `GET /api/calls/:id` gives the whole call. */
  shortened: z.array(ShortenedText),
  /** The parts of its change, as the waiting call has them. */
  parts: z.array(ChangePart).readonly(),
}

/**
 * A question as it is asked, with all that a card shows: no other message is needed to draw it. The fields of the call are always sent; only events
 * that an older server wrote lack them.
 */
export const AskedApproval = PendingApproval.extend(z.object(cardFields).partial().shape)
export type AskedApproval = z.infer<typeof AskedApproval>

/** A question that was settled; it stays so. */
export const SettledApproval = z.discriminatedUnion('state', [
  z.object({ ...approvalFields, state: z.enum(['allowed', 'denied', 'cancelled']) }),
  z.object({ ...approvalFields, state: z.literal('expired'), expires_at: Instant }),
])
export type SettledApproval = z.infer<typeof SettledApproval>

/** A question to a person about one call. */
export const ApprovalView = z.discriminatedUnion('state', [PendingApproval, SettledApproval])
export type ApprovalView = z.infer<typeof ApprovalView>
