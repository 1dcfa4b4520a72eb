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
 * The sender's own id for this message, unique to it. If it is sent again under the same id (after a lost reply, a reconnect, a restart),
 * it is the same message and starts no second turn; a different text under the same id is refused.
 */
const client_message_id = z
  .string()
  .regex(/^[!-~]{1,64}$/, 'letters, digits and signs without blanks, at most 64')
  .optional()

/** Commands of people on threads, and of clients on their tools. */
export const threadCommands = {
  create: defineCommand({
    needs: 'propose',
    about: 'Starts a chat. Only a person can give it a mode that lets effects run, or a capability.',
    legacy: LEGACY_KEYS,
    schema: z.object({
      type: z.literal('thread_create'),
      request_id,
      /** Absent: the first words of the first message. Empty: the same, until the model has written a title. */
      title: z.string().max(200).optional(),
      /** An existing folder, as an absolute path or starting with `~`. Absent: the person's folder for new chats. */
      workspace: z.string().max(4096).optional(),
      permission_mode: PermissionMode.optional(),
      /** Absent: the person's default. */
      model: ModelId.optional(),
      /** Absent: the model's default. */
      effort: Effort.optional(),
      /** The most that one turn may cost, in US dollars, counting known prices only. */
      max_cost: z.number().positive().optional(),
      /** Seconds that this chat's questions wait for an answer, unless the person's settings set this. */
      approval_timeout: z.number().int().positive().max(31_536_000).optional(),
      /** Capabilities granted or withheld from the first turn on, relative to the defaults. */
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
    about: 'Pins or archives a chat, or reverses that.',
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
    about: 'Changes the mode of a chat. Switching to Plan denies the waiting cards that it blocks.',
    schema: z.object({
      type: z.literal('mode_set'),
      request_id,
      thread_id: ThreadId,
      permission_mode: PermissionMode,
    }),
  }),
  setModel: defineCommand({
    needs: 'person',
    about: 'Sets the model of a chat and its reasoning effort, from the next turn on.',
    schema: z.object({
      type: z.literal('model_set'),
      request_id,
      thread_id: ThreadId,
      model: ModelId,
      /** Null: the model's default. Absent: unchanged. A model that does not reason ignores it. */
      effort: Effort.nullable().optional(),
    }),
  }),
  setCapabilities: defineCommand({
    needs: 'person',
    about:
      'Grants capabilities to a chat or withholds them. Withholding takes effect at once, also for waiting calls.',
    schema: z.object({
      type: z.literal('capabilities_set'),
      request_id,
      thread_id: ThreadId,
      capabilities: CapabilityChange,
    }),
  }),
  subscribe: defineCommand({
    needs: 'read',
    about: 'Sends the events of a thread after `after_seq`: missed ones first, then live ones.',
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
    about: 'Stops the events of a thread.',
    socketOnly: true,
    schema: z.object({ type: z.literal('unsubscribe'), request_id, thread_id: ThreadId }),
  }),
  startTurn: defineCommand({
    needs: 'propose',
    about: 'Sends a message. In a mode that lets effects run, only a person can send one.',
    legacy: LEGACY_KEYS,
    schema: z.object({
      type: z.literal('turn_start'),
      request_id,
      thread_id: ThreadId,
      text: message_text,
      client_message_id,
      /**
       * Attached pictures, by the ids from `POST /api/images`; `name` is for people. A model without vision gets a note in words
       * instead.
       */
      images: z
        .array(z.object({ id: ImageId, name: z.string().min(1).max(300) }))
        .max(IMAGES_OF_MESSAGE)
        .optional(),
      /**
       * Stops the running turn, like `turn_stop`, and starts with this message; queued messages come after it. Without this, a
       * message sent while a turn runs is queued.
       */
      now: z.boolean().optional(),
      /**
       * Replaces the chat's history with a summary now, for the model only: people still see everything. The text is then not a
       * request but says what the summary should keep, and no tool runs.
       */
      compact: z.literal(true).optional(),
      /** The mode that the sender saw: if the thread's mode differs, the message is not sent and the sender gets an error. */
      permission_mode: PermissionMode.optional(),
      /** Determines which tools this message's turn has. Absent: `thread`. */
      chat_context: ChatContext.optional(),
      /**
       * `workflow`: the workflow in `workflow_id` answers instead of a model. The text is its input `message`; its output `answer` is
       * the reply.
       */
      workflow_target: z.literal('workflow').optional(),
      workflow_id: z.string().min(1).max(64).optional(),
      /**
       * `image` or `speech`: one call makes it from the text, and no model answers. Sending it signs that call, so only a person can
       * send it; deny rules and Plan still block it. With `workflow_target`, the workflow answers.
       */
      media_generation: MediaGeneration.optional(),
    }),
  }),
  stopTurn: defineCommand({
    needs: 'propose',
    about: 'Stops whatever is running in a chat.',
    schema: z.object({ type: z.literal('turn_stop'), request_id, thread_id: ThreadId }),
  }),
  sendNow: defineCommand({
    needs: 'propose',
    about: 'Stops whatever is running in a chat and starts with a message queued there.',
    schema: z.object({ type: z.literal('turn_now'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  editQueued: defineCommand({
    needs: 'propose',
    about:
      'Changes a queued message. In a mode that lets effects run, only a person can change one. Pictures stay.',
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
    about: 'Takes back a queued message: it leaves the chat, and no model sees it.',
    schema: z.object({ type: z.literal('turn_take_back'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  startBranch: defineCommand({
    needs: 'propose',
    about:
      'Sends a turn’s message again, edited or not, as a new branch that starts in the same place. Stops whatever is running in the chat; refused while a message is queued. Rules and files do not change. In a mode that lets effects run, only a person can do this.',
    schema: z.object({
      type: z.literal('turn_branch'),
      request_id,
      thread_id: ThreadId,
      /** The turn that the branch is an alternative to. */
      turn_id: TurnId,
      /** Absent: that turn's text. Its pictures are sent in either case. */
      text: message_text.optional(),
      client_message_id,
      /** The mode that the sender saw: if the thread's mode differs, nothing is sent and the sender gets an error. */
      permission_mode: PermissionMode.optional(),
    }),
  }),
  chooseBranch: defineCommand({
    needs: 'propose',
    about:
      'Makes a turn’s branch the current one, up to its last turn. Stops whatever is running in the chat; refused while a message is queued. Rules and files do not change.',
    schema: z.object({ type: z.literal('branch_choose'), request_id, thread_id: ThreadId, turn_id: TurnId }),
  }),
  listTools: defineCommand({
    needs: 'read',
    about: 'Requests the tools that a chat’s model has; answered with `tools`.',
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
    about: 'Reports all tools that this client can run, on connect and on every change.',
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
    about: 'Reports how a call that was given to this client ended.',
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
