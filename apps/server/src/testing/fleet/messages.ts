import { z } from 'zod'

/** A request of the parent to a server process of a fleet. Every request has one numbered answer. */
export const Asked = z.object({
  id: z.number(),
  ask: z.enum(['facts', 'open', 'effects', 'close']),
})
export type Asked = z.infer<typeof Asked>

/** The resources of a process right now, after garbage collection. Sizes in bytes. */
export const Facts = z.object({
  rss: z.number(),
  heap: z.number(),
  outside: z.number(),
  timers: z.number(),
  sockets: z.number(),
  /** All other handles that keep the event loop alive. */
  handles: z.number(),
  listeners: z.number(),
  /** CPU seconds since its start. */
  processor: z.number(),
  /** Connections to the database, over all processes. */
  connections: z.number(),
})
export type Facts = z.infer<typeof Facts>

/** A command that leaves a line when it runs, and the state of its call. */
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
