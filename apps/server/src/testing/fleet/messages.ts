import { z } from 'zod'

/** What whoever started a server process of a fleet can ask it. Every question has one answer with its number. */
export const Asked = z.object({
  id: z.number(),
  ask: z.enum(['facts', 'open', 'effects', 'close']),
})
export type Asked = z.infer<typeof Asked>

/** What a process holds right now, after a collection of garbage. Sizes in bytes. */
export const Facts = z.object({
  rss: z.number(),
  heap: z.number(),
  outside: z.number(),
  timers: z.number(),
  sockets: z.number(),
  /** All other things that keep the event loop alive. */
  handles: z.number(),
  listeners: z.number(),
  /** Seconds of a processor that it used since it was started. */
  processor: z.number(),
  /** Connections to the database, over all processes. */
  connections: z.number(),
})
export type Facts = z.infer<typeof Facts>

/** A command that leaves a line when it runs, and how its call stands. */
export const CommandRow = z.object({ id: z.string(), command: z.string(), state: z.string() })
export type CommandRow = z.infer<typeof CommandRow>

export const Said = z.object({
  id: z.number(),
  port: z.number().optional(),
  token: z.string().optional(),
  error: z.string().optional(),
  facts: Facts.optional(),
  /** Turns that have not ended. */
  open: z.array(z.string()).optional(),
  commands: z.array(CommandRow).optional(),
})
export type Said = z.infer<typeof Said>
