import { z } from 'zod'
import { Verdict } from '../calls.ts'
import { defineRoute } from '../contract.ts'
import { Instant, ThreadId, TurnId } from '../ids.ts'

/** The state of a call, in five words. `error`: it failed or was cut off. `refused`: a person, a rule or a stop prevented it. */
export const ObservedState = z.enum(['error', 'waiting', 'running', 'done', 'refused'])
export type ObservedState = z.infer<typeof ObservedState>

/** One call of a model or a tool, in any thread. */
export const ObservedCall = z.object({
  id: z.string(),
  kind: z.enum(['model', 'tool']),
  thread_id: ThreadId,
  thread_title: z.string(),
  /** Null: a person did it by hand. */
  turn_id: TurnId.nullable(),
  /** The tool, or the model. */
  name: z.string(),
  /** Its purpose; secrets are masked. */
  title: z.string(),
  state: ObservedState,
  /** Why it failed or did not run, in one line; secrets are masked. */
  problem: z.string().nullable(),
  decision: Verdict.nullable(),
  /** The reason of the policy's decision. */
  reason: z.string().nullable(),
  at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** Milliseconds spent waiting for a person. */
  waiting_ms: z.number(),
  /** Milliseconds of work so far; null: it did not begin. */
  work_ms: z.number().nullable(),
  /** Size of the result. */
  bytes: z.number().nullable(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  /** Null: the price is unknown. */
  cost_usd: z.number().nullable(),
})
export type ObservedCall = z.infer<typeof ObservedCall>

/** A filter for calls. */
export const ObservedFilter = z.object({
  /** Only calls since this moment. */
  since: z.coerce.number().int().nonnegative().optional(),
  /** A tool, a group of tools (`files.`), or `model`. */
  tool: z.string().max(200).optional(),
  state: ObservedState.optional(),
  /** Words in the title, the name, the problem or the thread. */
  text: z.string().max(200).optional(),
})
export type ObservedFilter = z.infer<typeof ObservedFilter>

export const ObservedPage = z.object({
  /** Newest first. */
  calls: z.array(ObservedCall).readonly(),
  /** Where the next page begins; null: this is the last one. */
  next: z.string().nullable(),
  /** Calls before this moment are hidden: a person moved it, and the earlier rows are kept. */
  start: Instant,
  /** How many tool calls there are since then. */
  total: z.number(),
  errors: z.number(),
  /** There are more than were counted. */
  more: z.boolean(),
})
export type ObservedPage = z.infer<typeof ObservedPage>

/** Calls of models and tools, over all threads. */
export const observabilityRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/observability',
    needs: 'read',
    about: 'calls of models and tools over all chats, newest first, in pages of 200',
    query: ObservedFilter.extend({
      before: z
        .string()
        .regex(/^\d{1,16}\.\d{1,16}$/)
        .optional(),
    }),
    reply: ObservedPage,
  }),
  export: defineRoute({
    method: 'GET',
    path: '/api/observability/export',
    needs: 'read',
    about: 'the same as JSON Lines, secrets masked, at most 10,000 calls',
    query: ObservedFilter,
  }),
  clear: defineRoute({
    method: 'POST',
    path: '/api/observability/clear',
    needs: 'person',
    about: 'begins the list anew from now; nothing is deleted',
    body: z.object({}),
    reply: z.object({ ok: z.boolean(), text: z.string() }),
  }),
}
