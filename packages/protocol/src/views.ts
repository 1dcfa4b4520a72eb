import { z } from 'zod'
import { BudgetView } from './budgets.ts'
import { CallState, CallView, PendingApproval, Verdict } from './calls.ts'
import { CallId, Instant, MessageId, ThreadId, TurnId } from './ids.ts'
import { ImageView } from './images.ts'
import { MediaGeneration } from './media-generation.ts'

export const PermissionMode = z.string().min(1).max(64)

/** Where a message is written. `editor`: the model also gets client tools that change something there. */
export const ChatContext = z.object({
  kind: z.enum(['thread', 'editor']),
  /** The workflow that the editor shows. */
  workflowId: z.string().min(1).max(200).optional(),
})
export type ChatContext = z.infer<typeof ChatContext>

/** How long a reasoning model thinks before it answers. */
export const Effort = z.enum(['low', 'medium', 'high'])
export type Effort = z.infer<typeof Effort>

export const ThreadView = z.object({
  id: ThreadId,
  title: z.string(),
  permission_mode: PermissionMode,
  model: z.string(),
  /** Absent: the model's own default. */
  effort: Effort.optional(),
  workspace: z.string(),
  created_at: Instant,
  updated_at: Instant,
  /** Pinned to the top of the list. Absent: no. */
  pinned: z.boolean().optional(),
  /** Archived, at the end of the list. Absent: no. */
  archived: z.boolean().optional(),
  /** In lists: the state of the last turn that started. Absent: none has. */
  last_turn: z.enum(['runnable', 'running', 'waiting', 'done', 'failed', 'cancelled']).optional(),
})
export type ThreadView = z.infer<typeof ThreadView>

/** A thread that matches a search: `GET /api/threads/found`. */
export const FoundThread = z.object({
  thread_id: ThreadId,
  /** The text around the first match; null: the match is in the title. */
  excerpt: z.string().nullable(),
})
export type FoundThread = z.infer<typeof FoundThread>

/** The agent's memory across threads, as far as a person allows it. */
export const MemoryView = z.object({
  /** Off: nothing is saved, and no model sees earlier entries. */
  enabled: z.boolean(),
  entries: z.array(z.object({ key: z.string(), text: z.string(), at: Instant })),
})
export type MemoryView = z.infer<typeof MemoryView>

/** Names in a workspace that a person can mention: `GET /api/files`. Folders end with a slash. */
export const FileNames = z.object({
  names: z.array(z.object({ path: z.string(), kind: z.enum(['file', 'folder']) })),
  /** There may be more matches. */
  more: z.boolean(),
})
export type FileNames = z.infer<typeof FileNames>

/** A folder that a person typed or opened: `POST /api/folders`. */
export const FolderLook = z.object({
  /** The typed text as an absolute path. */
  path: z.string(),
  /** Why a thread cannot use it, and what to do; null: it can. */
  problem: z.string().nullable(),
  /** The branch checked out there; null: no version control, or no branch. */
  branch: z.string().nullable(),
  /** Whether it is under version control. */
  git: z.boolean(),
  /** The folder that contains `names`: the typed one, or its parent while a name is being typed. */
  base: z.string(),
  /** Null: `base` is the root. */
  parent: z.string().nullable(),
  names: z.array(z.string()).readonly(),
  /** There are more names. */
  more: z.boolean(),
})
export type FolderLook = z.infer<typeof FolderLook>

export const MemorySwitch = z.object({ enabled: z.boolean() })

/** What was done for an answer, in compact form: enough to redraw its nested cards. Previews are cut and masked. */
export const ExecutionTree = z.object({
  version: z.literal(1),
  nodes: z.array(
    z.object({
      id: CallId,
      parent_id: CallId.nullable(),
      name: z.string(),
      title: z.string(),
      args_preview: z.string(),
      result_preview: z.string(),
      state: CallState,
      is_error: z.boolean(),
      duration_ms: z.number(),
    }),
  ),
  /** How many calls were too many to keep. */
  left_out: z.number().int().nonnegative(),
})
export type ExecutionTree = z.infer<typeof ExecutionTree>

/** What the agent thought aloud before it spoke, limited in length, and for how long: milliseconds by the server's clock. */
export const ThoughtView = z.object({ text: z.string(), ms: z.number() })
export type ThoughtView = z.infer<typeof ThoughtView>

export const MessageView = z.object({
  id: MessageId,
  thread_id: ThreadId,
  turn_id: TurnId.nullable(),
  role: z.enum(['user', 'assistant', 'notice']),
  text: z.string(),
  /** Bytes of the whole text, if `text` is only its beginning; `GET /api/messages/:id` returns all of it. */
  bytes: z.number().int().optional(),
  /** Pictures that a person attached. */
  images: z.array(ImageView).optional(),
  /** It asked for a picture or for speech. */
  media_generation: MediaGeneration.optional(),
  /** On an answer: what was thought since the previous one. */
  thought: ThoughtView.optional(),
  /** On an answer that was cut off: all that had been said when the turn was stopped or failed. */
  cut: z.enum(['stopped', 'failed']).optional(),
  created_at: Instant,
  /** On the last answer of a turn that called tools, however it ended. If the agent wrote no answer, it has an empty text. */
  execution_tree: ExecutionTree.nullable().optional(),
})
export type MessageView = z.infer<typeof MessageView>

export const TurnState = z.enum(['queued', 'runnable', 'running', 'waiting', 'done', 'failed', 'cancelled'])

/** What a turn used, including its sub-agents. */
export const TurnUsage = z.object({
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** US dollars. Null: the price of a model is unknown. */
  cost_usd: z.number().nullable(),
  /** Tokens in the conversation at the agent's own last answer: how full its context window is. Absent: unknown. */
  context_tokens: z.number().int().optional(),
  /** The tokens of a cut-off answer are estimated from its length, because its model never reported them. */
  estimated: z.literal(true).optional(),
})
export type TurnUsage = z.infer<typeof TurnUsage>

export const TurnView = z.object({
  id: TurnId,
  thread_id: ThreadId,
  state: TurnState,
  error: z.string().nullable(),
  /** The previous turn in its branch; null: it is the first. Absent: its message is queued. */
  parent_id: TurnId.nullable().optional(),
  /** The limit that ended it. */
  budget: BudgetView.optional(),
  /** For a turn that ended. */
  usage: TurnUsage.optional(),
})
export type TurnView = z.infer<typeof TurnView>

/** Everything a client needs to draw a thread; `seq` is the number of the last event it contains. */
export const ThreadSnapshot = z.object({
  thread: ThreadView,
  /** Messages and calls of the current branch, and queued messages. */
  messages: z.array(MessageView),
  calls: z.array(CallView),
  /** The last turn of the current branch; null: it has none. */
  leaf: TurnId.nullable().optional(),
  /** Messages and calls of the other branches, if there are any. */
  left: z.object({ messages: z.array(MessageView), calls: z.array(CallView) }).optional(),
  approvals: z.array(PendingApproval),
  turn: TurnView.nullable(),
  /** Ended turns of all branches, oldest first, with what they used. */
  ended: z.array(TurnView).optional(),
  /** Turns of queued messages, the next one first. */
  queued: z.array(TurnView).optional(),
  /** Text of the answer being streamed right now, if any. */
  streaming: z.string(),
  /** The live turn's thoughts since its last text. */
  thinking: ThoughtView.optional(),
  /** Milliseconds since the last sign of the live turn. */
  quiet_ms: z.number().int().nonnegative().optional(),
  seq: z.number().int().nonnegative(),
})
export type ThreadSnapshot = z.infer<typeof ThreadSnapshot>

export const ToolView = z.object({
  name: z.string(),
  group: z.string(),
  source: z.string(),
  category: z.enum(['read', 'write', 'execute', 'external']),
  description: z.string(),
  /** What the policy would decide in the thread's mode about a use that no rule matches. */
  verdict: Verdict,
  /** Why it decides so. */
  why: z.string().optional(),
  capability: z.string().optional(),
  /** The text that rules match, as a template over the arguments. */
  specifier: z.object({ kind: z.enum(['shell', 'path', 'url', 'text']), template: z.string() }).optional(),
  /** Always needs a person; `by_arguments` and `by_inspection`: only some of its calls. */
  destructive: z.union([z.boolean(), z.enum(['by_arguments', 'by_inspection'])]).optional(),
  /** A person answers every call, although it deletes nothing. */
  asks: z.literal('always').optional(),
  /** The model sees it after loading its group. */
  on_request: z.boolean().optional(),
})
export type ToolView = z.infer<typeof ToolView>
