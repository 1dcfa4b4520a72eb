import { z } from 'zod'
import { CapabilityChange } from '../capabilities.ts'
import { defineCommand } from '../contract.ts'
import { CallId, ThreadId, TurnId } from '../ids.ts'
import { ImageId, IMAGES_OF_MESSAGE } from '../images.ts'
import { MediaGeneration } from '../media-generation.ts'
import { CLIENT_TOOL_LIMIT, SerializedTool } from '../manifest.ts'
import { ModelId } from '../settings.ts'
import { ChatContext, Effort, PermissionMode } from '../views.ts'
import { LEGACY_KEYS, request_id } from '../common.ts'
import { MESSAGE_LIMIT } from './threads.ts'

const message_text = z.string().min(1).max(MESSAGE_LIMIT)

/**
 * The sender's own id of this message, new for each. Sent again under it (after a lost answer, a reconnect, a restart), it is the same
 * message, and no second turn; another text under it is refused.
 */
const client_message_id = z
  .string()
  .regex(/^[!-~]{1,64}$/, 'letters, digits and signs without blanks, at most 64')
  .optional()

/** Commands of people on threads, and of clients on their tools. */
export const threadCommands = {
  create: defineCommand({
    needs: 'propose',
    about: 'Begins a chat. A mode that lets effects run, or a capability, is a person’s to give.',
    legacy: LEGACY_KEYS,
    schema: z.object({
      type: z.literal('thread_create'),
      request_id,
      /** Absent: the first words of the first message. Empty: the same, until the model has written a title. */
      title: z.string().max(200).optional(),
      /** A folder that exists, as a whole path or from `~` on. Absent: the person's folder for new chats. */
      workspace: z.string().max(4096).optional(),
      permission_mode: PermissionMode.optional(),
      /** Without it the person's default. */
      model: ModelId.optional(),
      /** Without it the model's default. */
      effort: Effort.optional(),
      /** The most that one turn may cost, in US dollars, as far as prices are known. */
      max_cost: z.number().positive().optional(),
      /** Seconds that a question of this chat waits for an answer, where the person's settings do not say. */
      approval_timeout: z.number().int().positive().max(31_536_000).optional(),
      /** Capabilities granted or withheld from its first turn on, in addition to its defaults. */
      capabilities: CapabilityChange.optional(),
    }),
  }),
  rename: defineCommand({
    needs: 'propose',
    about: 'Renames a chat.',
    schema: z.object({
      type: z.literal('thread_rename'),
      request_id,
      thread_id: ThreadId,
      title: z.string().min(1).max(200),
    }),
  }),
  mark: defineCommand({
    needs: 'propose',
    about: 'Pins a chat to the top of the list or archives it, or takes that back.',
    schema: z.object({
      type: z.literal('thread_mark'),
      request_id,
      thread_id: ThreadId,
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
    }),
  }),
  remove: defineCommand({
    needs: 'person',
    about: 'Deletes a chat. Its audit rows stay.',
    schema: z.object({ type: z.literal('thread_delete'), request_id, thread_id: ThreadId }),
  }),
  setMode: defineCommand({
    needs: 'person',
    about: 'Changes the mode of a chat. Plan denies the waiting cards that it blocks.',
    schema: z.object({
      type: z.literal('mode_set'),
      request_id,
      thread_id: ThreadId,
      permission_mode: PermissionMode,
    }),
  }),
  setModel: defineCommand({
    needs: 'person',
    about: 'Model of the thread and its reasoning effort, from its next turn on.',
    schema: z.object({
      type: z.literal('model_set'),
      request_id,
      thread_id: ThreadId,
      model: ModelId,
      /** Null: the model's default. Absent: as it was. A model that does not reason ignores it. */
      effort: Effort.nullable().optional(),
    }),
  }),
  setCapabilities: defineCommand({
    needs: 'person',
    about:
      'Gives capabilities to a chat or takes them. What is taken holds at once, for calls that wait too.',
    schema: z.object({
      type: z.literal('capabilities_set'),
      request_id,
      thread_id: ThreadId,
      capabilities: CapabilityChange,
    }),
  }),
  subscribe: defineCommand({
    needs: 'read',
    about: 'Events of a thread after `after_seq`: missed ones first, then live.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('subscribe'),
      request_id,
      thread_id: ThreadId,
      after_seq: z.number().int().nonnegative(),
    }),
  }),
  unsubscribe: defineCommand({
    needs: 'read',
    about: 'No more events of a thread.',
    socketOnly: true,
    schema: z.object({ type: z.literal('unsubscribe'), request_id, thread_id: ThreadId }),
  }),
  startTurn: defineCommand({
    needs: 'propose',
    about: 'Sends a message. In a mode that lets effects run it is a person’s to begin.',
    legacy: LEGACY_KEYS,
    schema: z.object({
      type: z.literal('turn_start'),
      request_id,
      thread_id: ThreadId,
      text: message_text,
      client_message_id,
      /** Attached pictures, by the ids from `POST /api/images`; `name` is for people. A model without vision gets a note in words. */
      images: z
        .array(z.object({ id: ImageId, name: z.string().min(1).max(300) }))
        .max(IMAGES_OF_MESSAGE)
        .optional(),
      /**
       * Stops the running turn, as `turn_stop` does, and begins with this message; messages that wait come after it. Without it a message
       * that is sent while a turn runs is queued.
       */
      now: z.boolean().optional(),
      /**
       * The history of the chat is replaced by a summary now, for the model alone: people still see everything. The text is no request then but
       * what the summary should keep in mind, and no tool runs.
       */
      compact: z.literal(true).optional(),
      /** The mode that the sender saw: if the thread's differs, the message is not sent and the sender gets an error. */
      permission_mode: PermissionMode.optional(),
      /** Decides which tools the turn of this message has. Absent: `thread`. */
      chat_context: ChatContext.optional(),
      /** `workflow`: no model answers but the workflow of `workflow_id`. The text is its input `message`, its output `answer` comes back. */
      workflow_target: z.literal('workflow').optional(),
      workflow_id: z.string().min(1).max(64).optional(),
      /**
       * `image` or `speech`: no model answers, but one call makes it from the text. Sending is the signature of that call, so it is a person’s to
       * send; deny rules and plan still block it. With `workflow_target` the workflow answers.
       */
      media_generation: MediaGeneration.optional(),
    }),
  }),
  stopTurn: defineCommand({
    needs: 'propose',
    about: 'Stops what runs in a chat.',
    schema: z.object({ type: z.literal('turn_stop'), request_id, thread_id: ThreadId }),
  }),
  sendNow: defineCommand({
    needs: 'propose',
    about: 'Stops what runs in a chat and begins with a message that is queued there.',
    schema: z.object({ type: z.literal('turn_now'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  editQueued: defineCommand({
    needs: 'propose',
    about:
      'Changes a message that is queued. In a mode that lets effects run it is a person’s to change. Pictures stay.',
    schema: z.object({
      type: z.literal('turn_edit'),
      request_id,
      thread_id: ThreadId,
      turn_id: TurnId,
      text: message_text,
    }),
  }),
  takeBack: defineCommand({
    needs: 'propose',
    about: 'Takes back a message that is queued: it leaves the chat, and no model sees it.',
    schema: z.object({ type: z.literal('turn_take_back'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  startBranch: defineCommand({
    needs: 'propose',
    about:
      'Sends the message of a turn again, edited or as it was, as a new branch that begins in the same place. Stops what runs in the chat; refused while a message is queued. Rules and files stay as they are. In a mode that lets effects run it is a person’s to begin.',
    schema: z.object({
      type: z.literal('turn_branch'),
      request_id,
      thread_id: ThreadId,
      /** The turn beside which the branch begins. */
      turn_id: TurnId,
      /** Absent: the text of that turn. Its pictures go along in any case. */
      text: message_text.optional(),
      client_message_id,
      /** The mode that the sender saw: if the thread's differs, nothing is sent and the sender gets an error. */
      permission_mode: PermissionMode.optional(),
    }),
  }),
  chooseBranch: defineCommand({
    needs: 'propose',
    about:
      'Makes the branch of a turn the current one, up to its last turn. Stops what runs in the chat; refused while a message is queued. Rules and files stay as they are.',
    schema: z.object({ type: z.literal('branch_choose'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  listTools: defineCommand({
    needs: 'read',
    about: 'The tools that the model of a chat has; answered with `tools`.',
    schema: z.object({
      type: z.literal('list_tools'),
      request_id,
      thread_id: ThreadId,
      /** For a turn of this context. Absent: `thread`. */
      chat_context: ChatContext.optional(),
    }),
  }),
  manifest: defineCommand({
    needs: 'propose',
    about: 'The tools that this client can run: all of them, on connect and on every change.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('manifest'),
      request_id,
      tools: z
        .array(SerializedTool)
        .max(CLIENT_TOOL_LIMIT, `a client offers at most ${CLIENT_TOOL_LIMIT} tools`),
    }),
  }),
  toolResult: defineCommand({
    needs: 'propose',
    about: 'How a call that was given to this client ended.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('tool_run_result'),
      request_id,
      tool_call_id: CallId,
      ok: z.boolean(),
      text: z.string().max(500_000),
    }),
  }),
}
