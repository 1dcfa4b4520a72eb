import { z } from 'zod'
import { Signature } from '../calls.ts'
import { HunkId } from '../change-parts.ts'
import { defineRoute } from '../contract.ts'
import { CallId, Instant, ThreadId, TurnId } from '../ids.ts'
import { HandOutcome } from './workspace.ts'

/** Who changed something: the agent with a file tool, a command it ran, or the person by hand. */
export const ChangeAuthor = z.enum(['agent', 'command', 'you'])
export type ChangeAuthor = z.infer<typeof ChangeAuthor>

/**
 * `open`: it is in the file. `kept`: it is in the file, and the person marked it as read. `undone`: the person undid it.
 * `replaced`: what it wrote was changed later.
 */
export const HunkState = z.enum(['open', 'kept', 'undone', 'replaced'])
export type HunkState = z.infer<typeof HunkState>

/** One part of a call's change to a file. */
export const ChangedHunk = z.object({
  id: HunkId,
  call_id: CallId,
  state: HunkState,
  /** Its first line in the current file, counted from 1; if it is not there, in the file as the call left it. */
  line: z.number().int(),
  /** How many lines it removed and added. */
  removed: z.number().int(),
  added: z.number().int(),
  /** The line above it; null: it starts the file. */
  above: z.string().nullable(),
  /** Its first lines, without line ends. */
  before: z.array(z.string()).readonly(),
  after: z.array(z.string()).readonly(),
  /** It is undone and fits the current file. */
  can_return: z.boolean(),
})
export type ChangedHunk = z.infer<typeof ChangedHunk>

/** A file that calls changed. */
export const ChangedPath = z.object({
  /** Its current path, from the workspace root. */
  path: z.string(),
  /** `blob`: not text, too large, or its contents are not kept; it has no hunks. */
  kind: z.enum(['text', 'blob']),
  /** It exists now. */
  there: z.boolean(),
  /** Its previous name. */
  moved_from: z.string().optional(),
  hunks: z.array(ChangedHunk).readonly(),
  /** Calls that changed it, in order. */
  calls: z.array(CallId).readonly(),
})
export type ChangedPath = z.infer<typeof ChangedPath>

/** A call, as lists of changes name it. */
export const ChangeCall = z.object({
  id: CallId,
  thread_id: ThreadId,
  turn_id: TurnId.nullable(),
  author: ChangeAuthor,
  tool: z.string(),
  title: z.string(),
  /** The command or the path. */
  subject: z.string(),
  at: Instant,
  /** Hash of the frozen arguments, hex. */
  hash: z.string(),
  signature: Signature.nullable(),
  /** The result in a few words. */
  summary: z.string().optional(),
  ok: z.boolean(),
  /** It changed files. */
  changed: z.boolean(),
  /** All of it was undone. */
  undone: z.boolean(),
})
export type ChangeCall = z.infer<typeof ChangeCall>

export const ChangesView = z.object({
  files: z.array(ChangedPath).readonly(),
  /** Every call in this period, in order: the timeline. */
  calls: z.array(ChangeCall).readonly(),
  /** More exist than are listed. */
  more: z.boolean(),
})
export type ChangesView = z.infer<typeof ChangesView>

/** How one file differs from its state after a call. */
export const ThenFile = z.object({
  path: z.string(),
  kind: z.enum(['text', 'blob']),
  hunks: z
    .array(
      z.object({
        line: z.number().int(),
        above: z.string().nullable(),
        before: z.array(z.string()).readonly(),
        after: z.array(z.string()).readonly(),
        removed: z.number().int(),
        added: z.number().int(),
      }),
    )
    .readonly(),
})
export type ThenFile = z.infer<typeof ThenFile>

/** The outcome of undoing parts of a file. */
export const HunkOutcome = HandOutcome.extend({
  path: z.string(),
  /** Parts that were left alone, because the same lines changed later. */
  conflicts: z.array(z.object({ call_id: CallId, hunk: HunkId })).readonly(),
})
export type HunkOutcome = z.infer<typeof HunkOutcome>

export const CommitFile = z.object({
  path: z.string(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Why it cannot be committed. */
  problem: z.string().optional(),
})
export type CommitFile = z.infer<typeof CommitFile>

export const CommitLook = z.object({
  /** Null: the folder has no repository. */
  branch: z.string().nullable(),
  /** The person trusts this folder, so git may run here. */
  trusted: z.boolean(),
  files: z.array(CommitFile).readonly(),
})
export type CommitLook = z.infer<typeof CommitLook>

/** The thread, optionally one of its turns, or all threads of its folder since a moment. */
const scope = {
  thread_id: ThreadId,
  turn_id: TurnId.optional(),
  /** Milliseconds since 1970. */
  since: z.coerce.number().int().nonnegative().optional(),
}

/** Maximum number of parts in one request. */
const MOST_PARTS = 5000
const part = { call_id: CallId, path: z.string().min(1).max(4096), hunk: HunkId }

/** Changes made by calls, to be read, kept, undone and committed. */
export const changeRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/changes',
    needs: 'person',
    about: 'what a turn, a chat, or all chats in a folder changed, by file and hunk, with call and signature',
    query: z.object(scope),
    reply: ChangesView,
  }),
  since: defineRoute({
    method: 'GET',
    path: '/api/changes/then',
    needs: 'person',
    about: 'how files differ from their state right after a call',
    query: z.object({ thread_id: ThreadId, call_id: CallId }),
    reply: z.object({ files: z.array(ThenFile).readonly() }),
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/api/changes/undo',
    needs: 'person',
    about: 'undoes hunks of a file by hand, or reapplies them; later changes stay',
    body: z.object({
      thread_id: ThreadId,
      path: part.path,
      parts: z
        .array(z.object({ call_id: CallId, hunk: HunkId }))
        .min(1)
        .max(MOST_PARTS),
      /** Applies undone parts again. */
      back: z.boolean().optional(),
    }),
    reply: HunkOutcome,
  }),
  undoAll: defineRoute({
    method: 'POST',
    path: '/api/changes/undo-all',
    needs: 'person',
    about: 'undoes changes by the agent and its commands that nobody kept; a person’s own edits stay',
    body: z.object(scope),
    reply: z.object({ files: z.array(HunkOutcome).readonly() }),
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/api/changes/keep',
    needs: 'person',
    about: 'marks hunks as read or unread',
    body: z.object({
      thread_id: ThreadId,
      parts: z.array(z.object(part)).min(1).max(MOST_PARTS),
      kept: z.boolean(),
    }),
    reply: z.object({ ok: z.literal(true) }),
  }),
  commitLook: defineRoute({
    method: 'GET',
    path: '/api/changes/commit',
    needs: 'person',
    about: 'what a commit of the kept hunks would contain; starts no program',
    query: z.object(scope),
    reply: CommitLook,
  }),
  commit: defineRoute({
    method: 'POST',
    path: '/api/changes/commit',
    needs: 'person',
    about: 'commits exactly the kept hunks by hand, without hooks, filters or signing programs',
    body: z.object({
      ...scope,
      message: z.string().trim().min(1).max(10_000),
      /** The person trusts this folder from now on. */
      trust: z.boolean().optional(),
    }),
    reply: HandOutcome,
  }),
}
