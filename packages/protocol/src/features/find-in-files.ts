import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { AgentMay } from './workspace.ts'

/** Maximum number of lines that a search shows. */
export const FIND_LIMIT = 10_000

/** What a person searches for in a folder's files. */
export const FindWish = z.object({
  /** The chat whose folder is searched; absent: the server's own folder. */
  thread_id: ThreadId.optional(),
  /** The text itself, or a regular expression. */
  pattern: z.string().min(1).max(2000),
  regex: z.boolean().default(false),
  ignore_case: z.boolean().default(true),
  /** Whole words only. */
  word: z.boolean().default(false),
  /** Only files that match, such as `*.ts` or `src/**`. */
  glob: z.string().max(500).optional(),
  /** Also searches what `.gitignore` excludes. */
  ignored: z.boolean().default(false),
  limit: z.number().int().min(1).max(FIND_LIMIT).default(1000),
})
export type FindWish = z.input<typeof FindWish>

export const FoundLine = z.object({
  /** Counted from 1. */
  line: z.number().int(),
  text: z.string(),
  /** The matches in the text; empty: their positions are not known. */
  ranges: z.array(z.object({ from: z.number().int(), to: z.number().int() })).readonly(),
})
export type FoundLine = z.infer<typeof FoundLine>

export const FoundInFile = z.object({
  path: z.string(),
  agent: AgentMay,
  lines: z.array(FoundLine).readonly(),
})
export type FoundInFile = z.infer<typeof FoundInFile>

/** A file after a replacement. */
export const ReplacedFile = z.object({
  path: z.string(),
  /** Of the current file; applying the replacement names it. */
  hash: z.string(),
  before: z.string(),
  after: z.string(),
  count: z.number().int(),
})
export type ReplacedFile = z.infer<typeof ReplacedFile>

/** Searching text in files, and replacing it. Applying a replacement saves each file (`PUT /api/workspace/file`). */
export const findRoutes = {
  search: defineRoute({
    method: 'POST',
    path: '/api/workspace/search',
    needs: 'person',
    about: 'finds lines in the files of a workspace, at most 10,000',
    body: FindWish,
    reply: z.object({
      files: z.array(FoundInFile).readonly(),
      lines: z.number(),
      /** There are more than are listed. */
      more: z.boolean(),
    }),
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/api/workspace/search/preview',
    needs: 'person',
    about: 'what a replacement would make of the matching files; nothing changes',
    body: FindWish.extend({ replacement: z.string().max(10_000) }),
    reply: z.object({
      files: z.array(ReplacedFile).readonly(),
      /** There are more files than are listed. */
      more: z.boolean(),
    }),
  }),
}
