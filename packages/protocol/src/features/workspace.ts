import { z } from 'zod'
import { defineCommand, defineRoute } from '../contract.ts'
import { CallId, ThreadId } from '../ids.ts'
import { request_id } from '../common.ts'
import { LOOK_LIMIT } from './files-topic.ts'

/** A path of the folder that a chat works in, from its root. Without a chat: the server's own folder. */
const where = { thread_id: ThreadId.optional(), path: z.string().min(1).max(4096) }

/** What the agent may do with a file in this chat, as rules and mode decide now. */
export const AgentMay = z.enum(['writes', 'asks', 'reads', 'never'])
export type AgentMay = z.infer<typeof AgentMay>

export const FolderEntry = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  bytes: z.number(),
  /** An ignore file of the workspace leaves it out. */
  ignored: z.boolean(),
  /** How a file stands to git: not as it was staged, or not known to it. Absent: neither, or it cannot be told. */
  git: z.enum(['M', '?']).optional(),
  agent: AgentMay,
})
export type FolderEntry = z.infer<typeof FolderEntry>

export const FolderView = z.object({
  /** From the workspace root; `.` is the root itself. */
  path: z.string(),
  entries: z.array(FolderEntry),
  /** There are more entries than are listed. */
  more: z.boolean(),
})
export type FolderView = z.infer<typeof FolderView>

/** A file as an editor opens it. */
export const FileView = z.object({
  path: z.string(),
  bytes: z.number(),
  /** Of the content as it is on disk; a save names it. Empty: the file is too large to be opened as a whole. */
  hash: z.string(),
  /** Null: it is not text. */
  text: z.string().nullable(),
  encoding: z.string(),
  line_ends: z.enum(['crlf', 'as-is']),
  agent: AgentMay,
  /** Why the agent may do no more than that, in a sentence. */
  why: z.string(),
})
export type FileView = z.infer<typeof FileView>

/** How an act by hand ended. */
export const HandOutcome = z.object({
  ok: z.boolean(),
  /** The call that it became: it is in the audit, and can be undone. */
  call_id: CallId,
  /** `stale`: the file is not the one that was seen. */
  code: z.string().nullable(),
  text: z.string(),
  /** The hash of the file that was saved. */
  hash: z.string().optional(),
})
export type HandOutcome = z.infer<typeof HandOutcome>

/** Most bytes of a file that are given out at once. */
export const CONTENT_LIMIT = 20_000_000
/** The header that says how large the whole file is. */
export const SIZE_HEADER = 'countersign-file-size'

const LARGEST_SAVE = 24_000_000

/** Files of a workspace in the hands of a person. */
export const workspaceRoutes = {
  folder: defineRoute({
    method: 'GET',
    path: '/api/workspace/folder',
    needs: 'person',
    about: 'lists a folder of a workspace, and what the agent may do with each entry',
    query: z.object(where),
    reply: FolderView,
  }),
  file: defineRoute({
    method: 'GET',
    path: '/api/workspace/file',
    needs: 'person',
    about: 'opens a file of a workspace',
    query: z.object(where),
    reply: FileView,
  }),
  may: defineRoute({
    method: 'GET',
    path: '/api/workspace/may',
    needs: 'person',
    about: 'what the agent may do with a path of a workspace, and why',
    query: z.object(where),
    reply: z.object({ agent: AgentMay, why: z.string() }),
  }),
  content: defineRoute({
    method: 'GET',
    path: '/api/workspace/content',
    needs: 'person',
    about: 'bytes of a file of a workspace, as nothing but bytes',
    query: z.object({
      ...where,
      from: z.coerce.number().int().nonnegative().default(0),
      bytes: z.coerce.number().int().min(1).max(CONTENT_LIMIT).default(CONTENT_LIMIT),
    }),
  }),
  save: defineRoute({
    method: 'PUT',
    path: '/api/workspace/file',
    needs: 'person',
    about: 'saves a file by hand, unless it changed since it was opened',
    body: z.object({
      ...where,
      text: z.string(),
      /** The hash of the file as it was opened; null: there was none. */
      expected: z.string().nullable(),
      /** Calls of the agent that put a part of this text into the editor: the save names them. */
      calls: z.array(CallId).max(1000).optional(),
    }),
    limit: LARGEST_SAVE,
    reply: HandOutcome,
  }),
  makeFolder: defineRoute({
    method: 'POST',
    path: '/api/workspace/make-folder',
    needs: 'person',
    about: 'makes a folder by hand',
    body: z.object(where),
    reply: HandOutcome,
  }),
  rename: defineRoute({
    method: 'POST',
    path: '/api/workspace/rename',
    needs: 'person',
    about: 'renames or moves a file or folder by hand',
    body: z.object({ ...where, to: z.string().min(1).max(4096) }),
    reply: HandOutcome,
  }),
  delete: defineRoute({
    method: 'POST',
    path: '/api/workspace/delete',
    needs: 'person',
    about: 'moves a file or folder to the trash by hand',
    body: z.object(where),
    reply: HandOutcome,
  }),
}

export const workspaceCommands = {
  look: defineCommand({
    needs: 'person',
    about:
      'Says which folders of a workspace this window shows, in place of those that it said before. Changes in them come as `topic_event` of `files:THREAD`, or of `files:own` without a chat.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('files_look'),
      request_id,
      thread_id: ThreadId.optional(),
      folders: z.array(z.string().min(1).max(4096)).max(LOOK_LIMIT).readonly(),
    }),
  }),
}
