import { z } from 'zod'
import { CapabilityChange } from './capabilities.ts'
import { CallId, ThreadId, TurnId } from './ids.ts'
import { ImageId, IMAGES_OF_MESSAGE } from './images.ts'
import { ModelId } from './settings.ts'
import { CLIENT_TOOL_LIMIT, SerializedTool } from './manifest.ts'
import { PermissionMode } from './views.ts'

const request_id = z.string().min(1).max(64)

/** Longest message a person can send, in characters. */
export const MESSAGE_LIMIT = 100_000
export const FEEDBACK_LIMIT = 10_000

const undoOptions = {
  /** Only say what would be put back and what is in the way. */
  dry_run: z.boolean().optional(),
  /** Put back what can be, and leave what is in conflict as it is. Without it a conflict leaves everything as it is. */
  skip_conflicts: z.boolean().optional(),
}

/** What a client can ask for over the socket. The client sends no tool list; unknown fields are dropped. */
export const ClientCommand = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('thread_create'),
    request_id,
    title: z.string().max(200).optional(),
    workspace: z.string().max(4096).optional(),
    permission_mode: PermissionMode.optional(),
    /** Without it the person's default. */
    model: ModelId.optional(),
    /** What one turn may cost, in US dollars as far as prices are known. */
    max_cost: z.number().positive().optional(),
    /** What it has or lacks from its first turn on, beside what its context says. */
    capabilities: CapabilityChange.optional(),
  }),
  z.object({
    type: z.literal('thread_rename'),
    request_id,
    thread_id: ThreadId,
    title: z.string().min(1).max(200),
  }),
  z.object({ type: z.literal('thread_delete'), request_id, thread_id: ThreadId }),
  z.object({ type: z.literal('mode_set'), request_id, thread_id: ThreadId, permission_mode: PermissionMode }),
  /** Model of the thread, from its next turn on. */
  z.object({ type: z.literal('model_set'), request_id, thread_id: ThreadId, model: ModelId }),
  /** Gives capabilities to a chat or takes them. What is taken holds at once, for calls that wait too. */
  z.object({
    type: z.literal('capabilities_set'),
    request_id,
    thread_id: ThreadId,
    capabilities: CapabilityChange,
  }),
  /** Events of a thread from `after_seq` on: what was missed first, then live. */
  z.object({
    type: z.literal('subscribe'),
    request_id,
    thread_id: ThreadId,
    after_seq: z.number().int().nonnegative(),
  }),
  z.object({ type: z.literal('unsubscribe'), request_id, thread_id: ThreadId }),
  z.object({
    type: z.literal('turn_start'),
    request_id,
    thread_id: ThreadId,
    text: z.string().min(1).max(MESSAGE_LIMIT),
    /**
     * The sender's own id of this message, new for each. Sent again under it (after a lost answer, a reconnect, a restart), it is the same
     * message, and no second turn; another text under it is refused.
     */
    client_message_id: z
      .string()
      .regex(/^[!-~]{1,64}$/, 'letters, digits and signs without blanks, at most 64')
      .optional(),
    /** Pictures that go along, by the ids that `POST /api/images` gave; `name` is for people. A model that cannot see is told in words. */
    images: z
      .array(z.object({ id: ImageId, name: z.string().min(1).max(300) }))
      .max(IMAGES_OF_MESSAGE)
      .optional(),
    /** The mode the sender saw: if the thread's row differs, the message is held and the sender is told. */
    permission_mode: PermissionMode.optional(),
  }),
  z.object({ type: z.literal('turn_stop'), request_id, thread_id: ThreadId }),
  z.object({
    type: z.literal('tool_approval_response'),
    request_id,
    tool_call_id: CallId,
    decision: z.enum(['allow_once', 'allow_chat', 'allow_always', 'deny']),
    rule: z.string().max(20_000).optional(),
    feedback: z.string().max(FEEDBACK_LIMIT).optional(),
    /** Hash of the arguments that the person saw. */
    hash: z.string().max(128),
  }),
  /**
   * What a person found out about a call that a crash interrupted, or wants of it. `again` is a new call in a turn of its own,
   * with the same arguments, approved by this answer.
   */
  z.object({
    type: z.literal('call_settle'),
    request_id,
    tool_call_id: CallId,
    how: z.enum(['done', 'not_done', 'again']),
    /** Hash of the arguments that the person saw. */
    hash: z.string().max(128),
  }),
  /** Puts back the files that a call, or a whole turn, changed. What was changed since is a conflict: nothing is overwritten. */
  z.object({ type: z.literal('call_undo'), request_id, tool_call_id: CallId, ...undoOptions }),
  z.object({ type: z.literal('turn_undo'), request_id, turn_id: TurnId, ...undoOptions }),
  z.object({ type: z.literal('keep_waiting'), request_id, tool_call_id: CallId }),
  /** The tools that this client can run: all of them, on connect and on every change. */
  z.object({
    type: z.literal('manifest'),
    request_id,
    tools: z
      .array(SerializedTool)
      .max(CLIENT_TOOL_LIMIT, `a client offers at most ${CLIENT_TOOL_LIMIT} tools`),
  }),
  /** How a call that was given to this client ended. */
  z.object({
    type: z.literal('tool_run_result'),
    request_id,
    tool_call_id: CallId,
    ok: z.boolean(),
    text: z.string().max(500_000),
  }),
  z.object({ type: z.literal('list_tools'), request_id, thread_id: ThreadId }),
])
export type ClientCommand = z.infer<typeof ClientCommand>
