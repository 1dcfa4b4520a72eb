import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { Done } from '../common.ts'

/** A person's own terminals are numbered within their folder; the agent's have the names that its tools use. */
const TerminalName = z.string().regex(/^(?:[1-9]\d{0,2}|(?:term|run)_\w{1,40})$/)

/** Its owner. `command`: a command of the agent, shown while it runs. */
export const TerminalKind = z.enum(['yours', 'agent', 'command'])
export type TerminalKind = z.infer<typeof TerminalKind>

export const TerminalView = z.object({
  terminal: TerminalName,
  kind: TerminalKind,
  /** Plain text: the program's title, or the command. */
  title: z.string(),
  running: z.boolean(),
  /** It accepts typed input. */
  takes_input: z.boolean(),
  /** The agent of this thread may read it. */
  shared: z.boolean(),
  /** A page is showing it now. */
  seen: z.boolean(),
})
export type TerminalView = z.infer<typeof TerminalView>

export const TerminalList = z.object({
  /** Identifies this server process; terminals end with it. */
  boot: z.string(),
  terminals: z.array(TerminalView),
  /** Why no terminal can be opened here; null: one can. */
  closed: z.string().nullable(),
})
export type TerminalList = z.infer<typeof TerminalList>

/** Columns and rows of a screen. */
const TerminalSize = {
  cols: z.number().int().min(2).max(500),
  rows: z.number().int().min(1).max(300),
}

/** Without a thread: the server's own folder. */
const where = { thread_id: ThreadId.optional(), terminal: TerminalName }

/** A person's terminals in a folder. */
export const terminalRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/terminals',
    needs: 'person',
    about: 'terminals in a folder: a person’s own, and those of this chat’s agent',
    query: z.object({ thread_id: ThreadId.optional() }),
    reply: TerminalList,
  }),
  open: defineRoute({
    method: 'POST',
    path: '/api/terminals',
    needs: 'person',
    about: 'opens a terminal of your own in the folder, or finds the one with this number',
    body: z.object({ ...where, ...TerminalSize }),
    reply: TerminalView,
  }),
  share: defineRoute({
    method: 'PUT',
    path: '/api/terminals/shared',
    needs: 'person',
    about: 'lets this chat’s agent read a terminal of your own, or stops that',
    body: z.object({ thread_id: ThreadId, terminal: TerminalName, shared: z.boolean() }),
    reply: TerminalView,
  }),
  end: defineRoute({
    method: 'POST',
    path: '/api/terminals/end',
    needs: 'person',
    about: 'ends a terminal and everything that runs in it',
    body: z.object(where),
    reply: Done,
  }),
}

/** The socket on which a page shows a terminal: binary frames are its bytes in both directions, text frames are the messages below. */
export const TERMINAL_SOCKET = '/ws/terminal'

/** Bytes that a page may have left to draw before the program must wait. */
export const TERMINAL_WINDOW = 512_000

export const TerminalSaid = z.discriminatedUnion('type', [
  /** The next binary frame, of this many bytes, redraws the screen; later frames continue from there. */
  z.object({ type: z.literal('screen'), bytes: z.number().int().min(0), ...TerminalSize }),
  /** Another window resized it. */
  z.object({ type: z.literal('size'), ...TerminalSize }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('ended'), code: z.number().nullable() }),
])
export type TerminalSaid = z.infer<typeof TerminalSaid>

export const TerminalAsked = z.discriminatedUnion('type', [
  /** All bytes drawn so far on this socket. */
  z.object({ type: z.literal('drawn'), bytes: z.number().int().min(0) }),
  z.object({ type: z.literal('size'), ...TerminalSize }),
])
export type TerminalAsked = z.infer<typeof TerminalAsked>
