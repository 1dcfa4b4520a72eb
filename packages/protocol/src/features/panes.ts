import { z } from 'zod'
import { defineCommand } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { request_id } from '../common.ts'

/** Maximum number of panes that one window reports. */
const PANE_LIMIT = 200

/** An open pane in a window. */
export const PaneView = z.object({
  /** Its id in the window; the agent knows it as `instanceId`. */
  pane: z.string().min(1).max(500),
  type: z.string().min(1).max(100),
  title: z.string().max(500),
  /** The file it shows, from the workspace root. */
  path: z.string().min(1).max(4096).optional(),
  /** Hash of the file its text was read from. */
  base_hash: z.string().max(200).optional(),
  /** It has unsaved changes. */
  dirty: z.boolean(),
  /** It can describe what it shows. */
  has_context: z.boolean(),
  /** The person lets the agent read it. */
  shared: z.boolean(),
})
export type PaneView = z.infer<typeof PaneView>

/** A window's answer about a pane, or about a text open in it. */
export const WindowAnswer = z.object({
  summary: z.string().max(2000),
  text: z.string().max(900_000).optional(),
  /** Files that the text comes from, relative to the workspace root. */
  sources: z.array(z.string().min(1).max(4096)).max(100),
})
export type WindowAnswer = z.infer<typeof WindowAnswer>

/** The open proposals of a workflow, as JSON in the `text` of a `WindowAnswer`. The window saves its draft before it answers. */
export const ProposalsAnswer = z.object({
  /** Counts the changes to the draft that they are based on. */
  base: z.number().int().nonnegative(),
  /** Counts the changes to the proposals. */
  revision: z.number().int().nonnegative(),
  proposals: z.array(z.unknown()).max(5000),
})
export type ProposalsAnswer = z.infer<typeof ProposalsAnswer>

/** A page's reports about its panes. Only a page can send them. */
export const paneCommands = {
  panes: defineCommand({
    needs: 'propose',
    about: 'Reports all open panes of this window, on connect and on every change. Only a page can send it.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('panes'),
      request_id,
      /** Stays the same while the window is open, across reloads and new connections. */
      window: z.string().regex(/^[\w-]{1,64}$/),
      /** The thread whose folder they show. Absent: no workbench is open. */
      thread_id: ThreadId.optional(),
      panes: z.array(PaneView).max(PANE_LIMIT),
    }),
  }),
  answer: defineCommand({
    needs: 'propose',
    about: 'Answers `window_ask`; null: there is no such pane or text.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('window_answer'),
      request_id,
      ask_id: z.string().min(1).max(100),
      answer: WindowAnswer.nullable(),
    }),
  }),
}
