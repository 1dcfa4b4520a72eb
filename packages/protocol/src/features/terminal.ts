import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { Done } from '../common.ts'

/** A person's own terminals are numbered in their folder; the agent's carry the names that its tools use. */
const TerminalName = z.string().regex(/^(?:[1-9]\d{0,2}|(?:term|run)_\w{1,40})$/)

/** Whose it is. `command`: a command of the agent, shown while it runs. */
export const TerminalKind = z.enum(['yours', 'agent', 'command'])
export type TerminalKind = z.infer<typeof TerminalKind>

export const TerminalView = z.object({
  terminal: TerminalName,
  kind: TerminalKind,
  /** Plain text: the program's title, or the command. */
  title: z.string(),
  running: z.boolean(),
  /** What is typed reaches it. */
  takes_input: z.boolean(),
  /** The agent of this chat may read it. */
  shared: z.boolean(),
  /** A page shows it now. */
  seen: z.boolean(),
})
export type TerminalView = z.infer<typeof TerminalView>

export const TerminalList = z.object({
  /** This server, for as long as it lives: terminals end with it. */
  boot: z.string(),
  terminals: z.array(TerminalView),
  /** Why nobody can open one here; null: one can. */
  closed: z.string().nullable(),
})
export type TerminalList = z.infer<typeof TerminalList>

/** Columns and rows of a screen. */
const TerminalSize = {
  cols: z.number().int().min(2).max(500),
  rows: z.number().int().min(1).max(300),
}

/** Without a chat: the server's own folder. */
const where = { thread_id: ThreadId.optional(), terminal: TerminalName }

/** Terminals of a folder, in the hands of a person. */
export const terminalRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/terminals',
    needs: 'person',
    about: 'lists the terminals of a folder: a person’s own, and those of the agent of this chat',
    query: z.object({ thread_id: ThreadId.optional() }),
    reply: TerminalList,
  }),
  open: defineRoute({
    method: 'POST',
    path: '/api/terminals',
    needs: 'person',
    about: 'opens a terminal of one’s own in the folder, or finds the one that has this number',
    body: z.object({ ...where, ...TerminalSize }),
    reply: TerminalView,
  }),
  share: defineRoute({
    method: 'PUT',
    path: '/api/terminals/shared',
    needs: 'person',
    about: 'lets the agent of this chat read a terminal of one’s own, or no longer',
    body: z.object({ thread_id: ThreadId, terminal: TerminalName, shared: z.boolean() }),
    reply: TerminalView,
  }),
  end: defineRoute({
    method: 'POST',
    path: '/api/terminals/end',
    needs: 'person',
    about: 'ends a terminal with everything that runs in it',
    body: z.object(where),
    reply: Done,
  }),
}

/** Where a page looks at a terminal: binary frames are its bytes both ways, text frames are the messages below. */
export const TERMINAL_SOCKET = '/ws/terminal'

/** Bytes that a page may have to draw before the program waits. */
export const TERMINAL_WINDOW = 512_000

export const TerminalSaid = z.discriminatedUnion('type', [
  /** The next binary frame of this many bytes draws the screen anew; what follows goes on from there. */
  z.object({ type: z.literal('screen'), bytes: z.number().int().min(0), ...TerminalSize }),
  /** Another window gave it another size. */
  z.object({ type: z.literal('size'), ...TerminalSize }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('ended'), code: z.number().nullable() }),
])
export type TerminalSaid = z.infer<typeof TerminalSaid>

export const TerminalAsked = z.discriminatedUnion('type', [
  /** All bytes that were drawn, counted from the first of this socket. */
  z.object({ type: z.literal('drawn'), bytes: z.number().int().min(0) }),
  z.object({ type: z.literal('size'), ...TerminalSize }),
])
export type TerminalAsked = z.infer<typeof TerminalAsked>
