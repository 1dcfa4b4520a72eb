import { z } from 'zod'

/** A request of the crash suite's runner to a server process. Every request has one numbered answer. */
export const Question = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('arm'),
    trap: z
      .object({
        point: z.string(),
        nth: z.number(),
        token: z.string().optional(),
        signal: z.enum(['SIGKILL', 'SIGSTOP']),
      })
      .optional(),
  }),
  z.object({ kind: z.literal('start'), round: z.string() }),
  z.object({ kind: z.literal('waiting') }),
  z.object({
    kind: z.literal('answer'),
    callId: z.string(),
    hash: z.string(),
    decision: z.enum(['allow_once', 'deny']),
    parts: z.array(z.string()).optional(),
  }),
  /** Calls that a kill interrupted and nobody has settled. */
  z.object({ kind: z.literal('interrupted') }),
  z.object({
    kind: z.literal('settle'),
    callId: z.string(),
    hash: z.string(),
    how: z.enum(['done', 'not_done', 'again']),
  }),
  /** Turns that have not ended. */
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('report') }),
  z.object({ kind: z.literal('close') }),
])
export type Question = z.infer<typeof Question>

export const Asked = z.object({ id: z.number(), question: Question })

const Card = z.object({
  callId: z.string(),
  hash: z.string(),
  token: z.string(),
  /** Ids of its parts. */
  parts: z.array(z.string()).optional(),
})
export type Card = z.infer<typeof Card>

export const CallReport = z.object({
  id: z.string(),
  token: z.string(),
  tool: z.string(),
  state: z.string(),
  via: z.string().nullable(),
  parentId: z.string().nullable(),
  depth: z.number(),
  result: z.string().nullable(),
})
export type CallReport = z.infer<typeof CallReport>

export const Report = z.object({
  calls: z.array(CallReport),
  /** Rounds whose message exists, the states of their turns, and their final answers. */
  turns: z.array(z.object({ round: z.string(), status: z.string(), said: z.string() })),
  audit: z.object({ ok: z.boolean(), rows: z.number(), problems: z.array(z.string()) }),
})
export type Report = z.infer<typeof Report>

export const Answer = z.object({
  id: z.number(),
  ok: z.boolean(),
  error: z.string().optional(),
  cards: z.array(Card).optional(),
  open: z.array(z.string()).optional(),
  report: Report.optional(),
})
export type Answer = z.infer<typeof Answer>
