import { z } from 'zod'
import { defineCommand, defineRoute } from '../contract.ts'
import { CallId, ThreadId, TurnId } from '../ids.ts'
import {
  CallResultView,
  CallState,
  CallView,
  InterruptedCall,
  PendingApproval,
  UndoView,
  WaitingCall,
} from '../calls.ts'
import { HunkId, PARTS_LIMIT } from '../change-parts.ts'
import { request_id } from '../common.ts'
import { GrantSeconds } from './workflows/common.ts'

export const FEEDBACK_LIMIT = 10_000

/** A call with its chat and the titles of the sub-agents above it, outermost first. */
export const PastCall = z.object({
  call: CallView,
  thread_title: z.string(),
  parents: z.array(z.string()).readonly(),
})
export type PastCall = z.infer<typeof PastCall>
export const CallPage = z.object({
  calls: z.array(PastCall).readonly(),
  /** Where the next page begins; null: there is none. */
  next: z.number().nullable(),
})
export type CallPage = z.infer<typeof CallPage>

const OneCall = z.object({ id: CallId })
const undoOptions = {
  /** Only report what would be restored, and the conflicts. */
  dry_run: z.boolean().optional(),
  /** Restore the files without conflicts. Without this flag, one conflict leaves everything unchanged. */
  skip_conflicts: z.boolean().optional(),
}
const Undone = z.object({ undo: UndoView })

/** Waiting calls, and past calls. */
export const approvalRoutes = {
  waiting: defineRoute({
    method: 'GET',
    path: '/api/waiting',
    needs: 'read',
    about: 'calls that wait for a person; `after` returns the next page',
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .catch(undefined),
    }),
    reply: z.object({
      approvals: z.array(PendingApproval).readonly(),
      calls: z.array(WaitingCall).readonly(),
      interrupted: z.array(InterruptedCall).readonly(),
      next: z.string().nullable(),
    }),
  }),
  calls: defineRoute({
    method: 'GET',
    path: '/api/calls',
    needs: 'read',
    about: 'calls, newest first',
    query: z.object({
      before: z.coerce.number().int().positive().exactOptional(),
      thread: ThreadId.exactOptional(),
      call: CallId.exactOptional(),
      tool: z.string().max(200).exactOptional(),
      state: CallState.exactOptional(),
      /** Only questions of the last day. */
      asked: z.enum(['true']).exactOptional(),
      /** Proposed at or after `from`, and before `until`: milliseconds since 1970. */
      from: z.coerce.number().int().nonnegative().exactOptional(),
      until: z.coerce.number().int().positive().exactOptional(),
      /** All of these words occur in its title, tool, command, path or address, or in the title of its thread. */
      words: z.string().trim().max(200).exactOptional(),
      limit: z.coerce.number().int().min(1).max(200).exactOptional(),
    }),
    reply: CallPage,
  }),
  call: defineRoute({
    method: 'GET',
    path: '/api/calls/:id',
    needs: 'read',
    about: 'one call in full; lists and events carry only the beginning of its body',
    params: OneCall,
    reply: z.object({ call: CallView }),
  }),
  result: defineRoute({
    method: 'GET',
    path: '/api/calls/:id/result',
    needs: 'read',
    about: 'the whole result of a call, masked, up to 200,000 characters',
    params: OneCall,
    reply: CallResultView,
  }),
  output: defineRoute({
    method: 'GET',
    path: '/api/calls/:id/output',
    needs: 'read',
    about: 'the last output of an interrupted call, masked, up to 64,000 characters',
    params: OneCall,
    reply: CallResultView,
  }),
  undoCall: defineRoute({
    method: 'POST',
    path: '/api/calls/:id/undo',
    needs: 'person',
    about: 'restores the files that a call changed',
    params: OneCall,
    body: z.object(undoOptions),
    reply: Undone,
  }),
  undoTurn: defineRoute({
    method: 'POST',
    path: '/api/turns/:id/undo',
    needs: 'person',
    about: 'restores the files that a turn changed',
    params: z.object({ id: TurnId }),
    body: z.object(undoOptions),
    reply: Undone,
  }),
}

/** Answers of a person. */
export const approvalCommands = {
  answer: defineCommand({
    needs: 'person',
    about:
      'Answers a card, as a person. `allow_chat` also saves a rule for this chat, `allow_always` one for every chat.',
    schema: z.object({
      type: z.literal('tool_approval_response'),
      request_id,
      tool_call_id: CallId,
      decision: z.enum(['allow_once', 'allow_chat', 'allow_always', 'deny']),
      /**
       * The rule to save: one of `offers`, or one that the person wrote. Without it, `allow_always` saves a rule for exactly this
       * call; `allow_chat` does the same for a shell, and for any other tool saves a rule for all its calls. Refused if no rule can
       * settle the question.
       */
      rule: z.string().max(20_000).optional(),
      /**
       * With `allow_once`: the parts of the change that the person signs, from those the question lists. Only these are applied, and
       * the model is told which. Naming all of them is a plain yes.
       */
      parts: z.array(HunkId).max(PARTS_LIMIT).optional(),
      /**
       * With `allow_once` for a run: also allows what the card shows, for this run or for every run of this workflow version. The
       * card says which it offers.
       */
      grant: z.enum(['run', 'version']).optional(),
      /** With `grant`: seconds after which it ends. Absent: it lasts until somebody revokes it. */
      grant_seconds: GrantSeconds.optional(),
      /** With `allow_once` for a workflow's question: the answer, which must match the schema on the card. */
      answer: z.unknown().optional(),
      /** A note for the model, with a yes or a no. */
      feedback: z.string().max(FEEDBACK_LIMIT).optional(),
      /** Hash of the arguments that the person saw. */
      hash: z.string().max(128),
    }),
  }),
  settle: defineCommand({
    needs: 'person',
    about:
      'Settles a call that a crash interrupted: a person says what happened, or runs it again. `again` is a new call in its own turn, with the same arguments, approved by this answer.',
    schema: z.object({
      type: z.literal('call_settle'),
      request_id,
      tool_call_id: CallId,
      how: z.enum(['done', 'not_done', 'again']),
      /** Hash of the arguments that the person saw. */
      hash: z.string().max(128),
    }),
  }),
  undoCall: defineCommand({
    needs: 'person',
    about: 'Restores the files that a call changed. A later change is a conflict: nothing is overwritten.',
    schema: z.object({ type: z.literal('call_undo'), request_id, tool_call_id: CallId, ...undoOptions }),
  }),
  undoTurn: defineCommand({
    needs: 'person',
    about: 'Restores the files that a turn changed, in the same way.',
    schema: z.object({ type: z.literal('turn_undo'), request_id, turn_id: TurnId, ...undoOptions }),
  }),
  keepWaiting: defineCommand({
    needs: 'person',
    about: 'Gives a card one more full waiting period before it expires.',
    schema: z.object({ type: z.literal('keep_waiting'), request_id, tool_call_id: CallId }),
  }),
}
