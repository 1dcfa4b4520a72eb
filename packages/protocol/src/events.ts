import { z } from 'zod'
import { BudgetView } from './budgets.ts'
import { WireError } from './errors.ts'
import { CallId, Instant, ThreadId, TurnId } from './ids.ts'
import {
  AskedApproval,
  CallView,
  InterruptedCall,
  PendingApproval,
  SettledApproval,
  Signature,
  UndoView,
  WaitingCall,
} from './calls.ts'
import { MessageView, ThreadView, ToolView, TurnUsage, TurnView } from './views.ts'

/** Events of one thread. Each has a sequence number, so a client that reconnects replays from the last one it saw. */
export const ThreadEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread_updated'), thread: ThreadView }),
  z.object({ type: z.literal('thread_deleted') }),
  z.object({ type: z.literal('message_added'), message: MessageView }),
  /** A live turn, in any state, is the last one of the current branch. */
  z.object({ type: z.literal('turn_updated'), turn: TurnView }),
  /** A queued message was removed, with its turn, which never started. */
  z.object({ type: z.literal('message_taken_back'), turn_id: TurnId }),
  /** Another branch became the current one: the one that ends with this turn. Null: an empty one. */
  z.object({ type: z.literal('branch_changed'), leaf: TurnId.nullable() }),
  z.object({
    type: z.literal('chunk'),
    turn_id: TurnId,
    kind: z.enum(['text', 'reasoning']),
    text: z.string(),
    parent_id: CallId.nullable(),
    depth: z.number().int(),
  }),
  /** Streamed text that was not kept (a restart, a retried step): drop it. */
  z.object({ type: z.literal('chunk_withdrawn'), turn_id: TurnId, parent_id: CallId.nullable() }),
  /** Output of a running call, without control sequences. Its result replaces it. */
  z.object({ type: z.literal('tool_output'), turn_id: TurnId, tool_call_id: CallId, text: z.string() }),
  /** Progress of a plan that a running call makes, such as `build_workflow`. Its result replaces it. */
  z.object({ type: z.literal('planning_update'), turn_id: TurnId, tool_call_id: CallId, text: z.string() }),
  /** One task of such a plan. */
  z.object({
    type: z.literal('task_update'),
    turn_id: TurnId,
    tool_call_id: CallId,
    task: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    text: z.string(),
  }),
  z.object({ type: z.literal('tool_call_update'), call: CallView }),
  /** A call waits for a person. `approval` has everything a card shows. Sent again when the question gets more time. */
  z.object({ type: z.literal('tool_approval_request'), approval: AskedApproval }),
  z.object({ type: z.literal('approval_settled'), approval: SettledApproval, signature: Signature }),
  /** A limit of the turn is used up. A card asks whether to continue; without a yes, the turn ends and keeps what was done. */
  z.object({ type: z.literal('budget_exceeded'), turn_id: TurnId, ...BudgetView.shape }),
  z.object({
    type: z.literal('cost_summary'),
    turn_id: TurnId,
    ...TurnUsage.shape,
  }),
])
export type ThreadEvent = z.infer<typeof ThreadEvent>

/** Pending questions with their calls, and calls that a crash interrupted and that a person must settle. */
const Waiting = {
  approvals: z.array(PendingApproval),
  calls: z.array(WaitingCall),
  interrupted: z.array(InterruptedCall).optional(),
}

/** Messages from the server over the socket. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), server_time: Instant, version: z.string(), boot: z.string() }),
  z.object({
    type: z.literal('event'),
    thread_id: ThreadId,
    seq: z.number().int().positive(),
    event: ThreadEvent,
  }),
  /** Replay for a subscription is complete up to `seq`. */
  z.object({ type: z.literal('caught_up'), thread_id: ThreadId, seq: z.number().int().nonnegative() }),
  /**
   * Everything that waits in this person's threads: sent on connect, and when the server cannot say what changed. It replaces the
   * previous list. A long list comes in several messages; all but the last have `more`.
   */
  z.object({ type: z.literal('waiting'), ...Waiting, more: z.literal(true).optional() }),
  /** New and changed entries of that list, and the calls that left it. */
  z.object({ type: z.literal('waiting_changed'), ...Waiting, gone: z.array(CallId) }),
  /** All threads of this person, most recently used first: sent on connect, and when the server cannot say what changed. */
  z.object({ type: z.literal('threads'), threads: z.array(ThreadView) }),
  z.object({ type: z.literal('threads_changed'), threads: z.array(ThreadView), gone: z.array(ThreadId) }),
  /** A call of one of this client's own tools, decided and signed: run it and reply with `tool_run_result`. */
  z.object({
    type: z.literal('tool_run'),
    tool_call_id: CallId,
    thread_id: ThreadId,
    name: z.string(),
    args: z.record(z.string(), z.unknown()),
  }),
  /** Nobody is waiting for that call any more. */
  z.object({ type: z.literal('tool_run_cancelled'), tool_call_id: CallId }),
  /** The agent of a turn that this window started asks what a pane shows, or for the text of an open file: reply with `window_answer`. */
  z.object({
    type: z.literal('window_ask'),
    ask_id: z.string(),
    thread_id: ThreadId,
    about: z.enum(['pane', 'text', 'proposals']),
    /** The pane, the path of the file, or the workflow whose proposals are requested (`ProposalsAnswer` as the text). */
    of: z.string(),
  }),
  /** An event of a topic other than a thread; the feature defines its content. */
  z.object({
    type: z.literal('topic_event'),
    topic: z.string(),
    seq: z.number().int().positive(),
    event: z.unknown(),
  }),
  /** Replay of a topic is complete up to `seq`. */
  z.object({ type: z.literal('topic_caught_up'), topic: z.string(), seq: z.number().int().nonnegative() }),
  z.object({ type: z.literal('tools'), request_id: z.string(), tools: z.array(ToolView) }),
  z.object({ type: z.literal('undone'), request_id: z.string(), undo: UndoView }),
  z.object({ type: z.literal('ok'), request_id: z.string(), thread_id: ThreadId.optional() }),
  z.object({ type: z.literal('error'), request_id: z.string().nullable(), error: WireError }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
