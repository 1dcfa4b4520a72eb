import { z } from 'zod'
import { BudgetView } from './budgets.ts'
import { CallState, CallView, PendingApproval, Verdict } from './calls.ts'
import { CallId, Instant, MessageId, ThreadId, TurnId } from './ids.ts'
import { ImageView } from './images.ts'
import { MediaGeneration } from './media-generation.ts'

export const PermissionMode = z.string().min(1).max(64)

/** Where a message is written from. `editor`: tools of clients that change something there are offered to the model. */
export const ChatContext = z.object({
  kind: z.enum(['thread', 'editor']),
  /** The workflow that the editor shows. */
  workflowId: z.string().min(1).max(200).optional(),
})
export type ChatContext = z.infer<typeof ChatContext>

/** How hard a model that can reason thinks before it answers. */
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
  /** First in the list. Absent: no. */
  pinned: z.boolean().optional(),
  /** Out of the way, at the end of the list. Absent: no. */
  archived: z.boolean().optional(),
  /** In lists: the state of its last turn that was begun. Absent: none was. */
  last_turn: z.enum(['runnable', 'running', 'waiting', 'done', 'failed', 'cancelled']).optional(),
})
export type ThreadView = z.infer<typeof ThreadView>

/** A chat in which words were found: `GET /api/threads/found`. */
export const FoundThread = z.object({
  thread_id: ThreadId,
  /** The words around the first of those that were looked for; null: they are in the title. */
  excerpt: z.string().nullable(),
})
export type FoundThread = z.infer<typeof FoundThread>

/** What a person lets the agent remember across chats. */
export const MemoryView = z.object({
  /** Off: nothing is kept, and no model sees what was. */
  enabled: z.boolean(),
  entries: z.array(z.object({ key: z.string(), text: z.string(), at: Instant })),
})
export type MemoryView = z.infer<typeof MemoryView>

/** Names in a workspace that a person may mention: `GET /api/files`. Folders end with a slash. */
export const FileNames = z.object({
  names: z.array(z.object({ path: z.string(), kind: z.enum(['file', 'folder']) })),
  /** There may be others that fit. */
  more: z.boolean(),
})
export type FileNames = z.infer<typeof FileNames>

/** A folder that a person typed or opened: `POST /api/folders`. */
export const FolderLook = z.object({
  /** What was typed, as a whole path. */
  path: z.string(),
  /** Why a chat cannot work there, and what to do; null: it can. */
  problem: z.string().nullable(),
  /** The branch that is checked out there; null: it is under no version control, or on no branch. */
  branch: z.string().nullable(),
  /** Whether it is under version control. */
  git: z.boolean(),
  /** The folder that `names` are in: the typed one, or the one above it while its name is being typed. */
  base: z.string(),
  /** Null: `base` is the root. */
  parent: z.string().nullable(),
  names: z.array(z.string()).readonly(),
  /** There are other names. */
  more: z.boolean(),
})
export type FolderLook = z.infer<typeof FolderLook>

export const MemorySwitch = z.object({ enabled: z.boolean() })

/** What was done for an answer, compact: enough to draw its nested cards again. Previews are cut and masked. */
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
  /** Calls that were too many to keep. */
  left_out: z.number().int().nonnegative(),
})
export type ExecutionTree = z.infer<typeof ExecutionTree>

/** What the agent thought aloud before it spoke, bounded, and how long: milliseconds by the server's clock. */
export const ThoughtView = z.object({ text: z.string(), ms: z.number() })
export type ThoughtView = z.infer<typeof ThoughtView>

export const MessageView = z.object({
  id: MessageId,
  thread_id: ThreadId,
  turn_id: TurnId.nullable(),
  role: z.enum(['user', 'assistant', 'notice']),
  text: z.string(),
  /** Bytes of the whole text, where `text` is only its beginning; `GET /api/messages/:id` gives it whole. */
  bytes: z.number().int().optional(),
  /** Pictures that a person sent along. */
  images: z.array(ImageView).optional(),
  /** It asked for a picture or for speech. */
  media_generation: MediaGeneration.optional(),
  /** On an answer: what was thought since the one before. */
  thought: ThoughtView.optional(),
  /** On an answer that was cut off: this is all that had been said when the turn was stopped, or failed. */
  cut: z.enum(['stopped', 'failed']).optional(),
  created_at: Instant,
  /** On the last answer of a turn that called tools, however it ended. If the agent said nothing, that answer has an empty text. */
  execution_tree: ExecutionTree.nullable().optional(),
})
export type MessageView = z.infer<typeof MessageView>

export const TurnState = z.enum(['queued', 'runnable', 'running', 'waiting', 'done', 'failed', 'cancelled'])

/** What a turn used, over all its sub-agents. */
export const TurnUsage = z.object({
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** US dollars. Null: the price of a model is not known. */
  cost_usd: z.number().nullable(),
  /** Tokens of the conversation at the last answer of the agent itself: how full its context window is. Absent: not known. */
  context_tokens: z.number().int().optional(),
  /** Tokens of an answer that was cut off are counted by its length: its model never said how many. */
  estimated: z.literal(true).optional(),
})
export type TurnUsage = z.infer<typeof TurnUsage>

export const TurnView = z.object({
  id: TurnId,
  thread_id: ThreadId,
  state: TurnState,
  error: z.string().nullable(),
  /** The turn before it in its branch; null: it is the first. Absent: its message is queued. */
  parent_id: TurnId.nullable().optional(),
  /** The limit that ended it. */
  budget: BudgetView.optional(),
  /** Of a turn that ended. */
  usage: TurnUsage.optional(),
})
export type TurnView = z.infer<typeof TurnView>

/** Everything a client needs to draw a thread; `seq` is the number of the last event it contains. */
export const ThreadSnapshot = z.object({
  thread: ThreadView,
  /** Messages and calls of the current branch, and messages that are queued. */
  messages: z.array(MessageView),
  calls: z.array(CallView),
  /** The last turn of the current branch; null: it has none. */
  leaf: TurnId.nullable().optional(),
  /** Messages and calls of the other branches, if there are any. */
  left: z.object({ messages: z.array(MessageView), calls: z.array(CallView) }).optional(),
  approvals: z.array(PendingApproval),
  turn: TurnView.nullable(),
  /** Turns that ended, of all branches, oldest first, with what they used. */
  ended: z.array(TurnView).optional(),
  /** Turns of messages that wait until the turn before them ends, the next first. */
  queued: z.array(TurnView).optional(),
  /** Text of the answer that is being streamed right now, if any. */
  streaming: z.string(),
  /** What the live turn thought aloud since it last spoke. */
  thinking: ThoughtView.optional(),
  /** Milliseconds since the live turn was last heard of. */
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
  /** What policy would say in the thread's mode to a use that no rule names. */
  verdict: Verdict,
  /** Why it says so. */
  why: z.string().optional(),
  capability: z.string().optional(),
  /** The text that rules match, as a template over the arguments. */
  specifier: z.object({ kind: z.enum(['shell', 'path', 'url', 'text']), template: z.string() }).optional(),
  /** Always needs a person; `by_arguments` and `by_inspection`: some of its calls. */
  destructive: z.union([z.boolean(), z.enum(['by_arguments', 'by_inspection'])]).optional(),
  /** A person answers every call, though it takes nothing away. */
  asks: z.literal('always').optional(),
  /** The model sees it once it loads its group. */
  on_request: z.boolean().optional(),
})
export type ToolView = z.infer<typeof ToolView>
