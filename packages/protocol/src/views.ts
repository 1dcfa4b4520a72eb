import { z } from 'zod'
import { ApprovalId, CallId, Instant, MessageId, ThreadId, TurnId } from './ids.ts'
import { ImageView } from './images.ts'

export const PermissionMode = z.string().min(1).max(64)

export const ThreadView = z.object({
  id: ThreadId,
  title: z.string(),
  permission_mode: PermissionMode,
  model: z.string(),
  workspace: z.string(),
  created_at: Instant,
  updated_at: Instant,
})
export type ThreadView = z.infer<typeof ThreadView>

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

const Verdict = z.enum(['run', 'ask', 'block'])

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
  locked: z.enum(['breaker', 'destructive', 'unreadable']).optional(),
})
export type DecisionView = z.infer<typeof DecisionView>

/** Is it kept by version control? Absent where that cannot be told. */
const Versioned = z.enum(['all', 'some', 'none'])

/** What is at a path now that a command would write or remove. */
export const FoundFile = z.object({
  act: z.enum(['overwrite', 'append', 'remove']),
  /** As the command names it. */
  path: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** There is more than was counted. */
  more: z.literal(true).optional(),
  versioned: Versioned.optional(),
})
export type FoundFile = z.infer<typeof FoundFile>

/** A name and its value. `json`: the value is a JSON text, and was no text in the arguments. */
const Entry = z.object({ name: z.string(), value: z.string(), json: z.literal(true).optional() })

/** The MCP server that a call goes to, as the person's list has it: nothing of it is what the server says of itself. */
export const CalledServer = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** Its command, or its address. */
  at: z.string(),
  /** Null: not trusted, or not as it is now. Absent: since before that was written down. */
  trusted_at: Instant.nullable().optional(),
})
export type CalledServer = z.infer<typeof CalledServer>

/** How a tool describes itself, before and now: the words of a stranger. */
export const DefinitionChange = z.object({ before: z.string().max(50_000), after: z.string().max(50_000) })
export type DefinitionChange = z.infer<typeof DefinitionChange>

/**
 * What would change, by kind of specifier: the body of the card. All of it is what would run, nothing is cut. Facts beside it (sizes, what is
 * there, version control, the server) are what the machine that asks found as the call was proposed.
 */
export const CallBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shell'),
    command: z.string(),
    cwd: z.string(),
    /** Files that it would write or remove by name, and that are there. */
    found: z.array(FoundFile).optional(),
  }),
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    /** Unified diff lines; a new file has added lines only. */
    before: z.string().nullable(),
    after: z.string(),
    outside_workspace: z.boolean(),
    /** Bytes of the file that would be replaced as a whole. */
    overwrites: z.number().int().optional(),
    versioned: Versioned.optional(),
  }),
  z.object({
    kind: z.literal('path'),
    action: z.string(),
    paths: z.array(z.string()),
    files: z.number().int().optional(),
    bytes: z.number().int().optional(),
    /** There is more than was counted. */
    more: z.literal(true).optional(),
    outside_workspace: z.boolean().optional(),
    versioned: Versioned.optional(),
  }),
  z.object({
    kind: z.literal('url'),
    method: z.string(),
    url: z.string(),
    /** As they are sent. */
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    body: z.string().optional(),
  }),
  /** What is to do, as the agent wrote it down. */
  z.object({
    kind: z.literal('todo'),
    items: z.array(z.object({ text: z.string(), state: z.enum(['open', 'in_progress', 'done']) })),
  }),
  /** Work for an agent below this one. */
  z.object({
    kind: z.literal('subtask'),
    title: z.string(),
    instructions: z.string(),
    tools: z.array(z.string()),
    /** What it may use up, in words. */
    limits: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('arguments'),
    entries: z.array(Entry),
    server: CalledServer.optional(),
    /** The tool is not as it was when it was last let through. */
    change: DefinitionChange.optional(),
  }),
])
export type CallBody = z.infer<typeof CallBody>

/** Who settled a call and by what: the signature line. */
export const Signature = z.object({
  via: z.enum(['person', 'rule', 'mode', 'readonly', 'policy', 'timeout', 'stop']),
  /** A person's name, a rule's text with its layer, or a mode. */
  by: z.string(),
  at: Instant,
  feedback: z.string().optional(),
})
export type Signature = z.infer<typeof Signature>

export const CallView = z.object({
  id: CallId,
  thread_id: ThreadId,
  turn_id: TurnId,
  parent_id: CallId.nullable(),
  depth: z.number().int(),
  tool: z.string(),
  /** Verb and object, made by code: `Run a command`, `Write notes.md`. */
  title: z.string(),
  specifier: z.string(),
  body: CallBody,
  state: CallState,
  decision: DecisionView.nullable(),
  signature: Signature.nullable(),
  /** Hash of the frozen arguments, hex. */
  hash: z.string(),
  proposed_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** First 500 characters of the result, or of the error. While it runs, in a thread's snapshot: the end of what it printed so far. */
  preview: z.string().nullable(),
  error_code: z.string().nullable(),
  /** Characters of the whole result, where the preview is only its beginning. */
  result_chars: z.number().int().optional(),
  /** Of a call that was cut off: characters that are kept of what it had printed, behind `GET /api/calls/:id/output`. */
  output_chars: z.number().int().optional(),
  /** Of a call that is void because something had changed: what was found in the place of what `body` tells. */
  found: CallBody.optional(),
  /** It changed files: they can be put back, or were. Absent: there is nothing to put back. */
  undo: z.enum(['possible', 'done']).optional(),
  /** Pictures among its result: what the model looked at. */
  images: z.array(ImageView).optional(),
  /** What the model said as it proposed the call: plain words of others, to be quoted. */
  says: z.string().optional(),
  /** The interrupted call that a person had run again as this one. */
  retry_of: CallId.optional(),
})
export type CallView = z.infer<typeof CallView>

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

export const OfferView = z.object({ rule: z.string(), covers: z.string(), still_asks: z.array(z.string()) })
export type OfferView = z.infer<typeof OfferView>

export const ApprovalState = z.enum(['pending', 'allowed', 'denied', 'expired', 'cancelled'])

/** A question to a person about one call. */
export const ApprovalView = z.object({
  id: ApprovalId,
  tool_call_id: CallId,
  thread_id: ThreadId,
  thread_title: z.string(),
  state: ApprovalState,
  hash: z.string(),
  asked_at: Instant,
  /** Null: waits for ever. */
  expires_at: Instant.nullable(),
  /** Titles of the sub-agents above, outermost first. */
  parents: z.array(z.string()),
  offers: z.array(OfferView),
})
export type ApprovalView = z.infer<typeof ApprovalView>

/** What a person lets the agent remember over chats. */
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
  /** Pictures that a person sent along. */
  images: z.array(ImageView).optional(),
  /** On an answer: what was thought since the one before. */
  thought: ThoughtView.optional(),
  created_at: Instant,
  /** On the last answer of a turn that called tools. */
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
})
export type TurnUsage = z.infer<typeof TurnUsage>

export const TurnView = z.object({
  id: TurnId,
  thread_id: ThreadId,
  state: TurnState,
  error: z.string().nullable(),
  /** Of a turn that ended. */
  usage: TurnUsage.optional(),
})
export type TurnView = z.infer<typeof TurnView>

/** Everything a client needs to draw a thread; `seq` is the number of the last event it contains. */
export const ThreadSnapshot = z.object({
  thread: ThreadView,
  messages: z.array(MessageView),
  calls: z.array(CallView),
  approvals: z.array(ApprovalView),
  turn: TurnView.nullable(),
  /** Turns that ended, oldest first, with what they used. */
  ended: z.array(TurnView).optional(),
  /** Text of the answer that is being streamed right now, if any. */
  streaming: z.string(),
  /** What the live turn thought aloud since it last spoke. */
  thinking: ThoughtView.optional(),
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
  /** Always needs a person; `by_arguments`: some of its calls. */
  destructive: z.union([z.boolean(), z.literal('by_arguments')]).optional(),
  /** The model sees it once it loads its group. */
  on_request: z.boolean().optional(),
})
export type ToolView = z.infer<typeof ToolView>
