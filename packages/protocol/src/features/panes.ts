import { z } from 'zod'
import { defineCommand } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { request_id } from '../common.ts'

/** Most panes of one window that the server is told about. */
const PANE_LIMIT = 200

/** An open pane of a window. */
export const PaneView = z.object({
  /** Its id in the window, `instanceId` to the agent. */
  pane: z.string().min(1).max(500),
  type: z.string().min(1).max(100),
  title: z.string().max(500),
  /** The file that it shows, from the workspace root. */
  path: z.string().min(1).max(4096).optional(),
  /** Hash of the file that its text was made from. */
  base_hash: z.string().max(200).optional(),
  /** It holds something that is not saved. */
  dirty: z.boolean(),
  /** It can say what it shows. */
  has_context: z.boolean(),
  /** The person lets the agent read it. */
  shared: z.boolean(),
})
export type PaneView = z.infer<typeof PaneView>

/** What a window says of a pane, or of a text that is open in it. */
export const WindowAnswer = z.object({
  summary: z.string().max(2000),
  text: z.string().max(900_000).optional(),
  /** Files that the text comes from, from the workspace root. */
  sources: z.array(z.string().min(1).max(4096)).max(100),
})
export type WindowAnswer = z.infer<typeof WindowAnswer>

/** The open proposals of a workflow, as JSON in the `text` of a `WindowAnswer`. The window saves its draft before it answers. */
export const ProposalsAnswer = z.object({
  /** Counts the changes of the draft that they are drawn on. */
  base: z.number().int().nonnegative(),
  /** Counts the changes of the proposals. */
  revision: z.number().int().nonnegative(),
  proposals: z.array(z.unknown()).max(5000),
})
export type ProposalsAnswer = z.infer<typeof ProposalsAnswer>

/** What a page tells of its panes. Only a page can. */
export const paneCommands = {
  panes: defineCommand({
    needs: 'propose',
    about:
      'The open panes of this window: all of them, on connect and on every change. Only a page can say it.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('panes'),
      request_id,
      /** The same for as long as the window is open, over reloads and new connections. */
      window: z.string().regex(/^[\w-]{1,64}$/),
      /** The chat whose folder they show. Absent: no workbench is open. */
      thread_id: ThreadId.optional(),
      panes: z.array(PaneView).max(PANE_LIMIT),
    }),
  }),
  answer: defineCommand({
    needs: 'propose',
    about: 'What this window answers to `window_ask`; null: there is no such pane or text.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('window_answer'),
      request_id,
      ask_id: z.string().min(1).max(100),
      answer: WindowAnswer.nullable(),
    }),
  }),
}
