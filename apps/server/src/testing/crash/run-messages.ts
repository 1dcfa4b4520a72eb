import { z } from 'zod'

const Trap = z.object({
  point: z.string(),
  nth: z.number(),
  token: z.string().optional(),
  signal: z.enum(['SIGKILL', 'SIGSTOP']),
})

/** A request of the suite to a server process outside of its wire protocol. */
const RunQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arm'), trap: Trap.optional() }),
  z.object({ kind: z.literal('report') }),
  z.object({ kind: z.literal('close') }),
])
export type RunQuestion = z.infer<typeof RunQuestion>
export const RunAsked = z.object({ id: z.number(), question: RunQuestion })

const RunReport = z.object({
  calls: z.array(z.object({ id: z.string(), tool: z.string(), state: z.string(), token: z.string() })),
  audit: z.object({ ok: z.boolean(), rows: z.number(), problems: z.array(z.string()) }),
})
export type RunReport = z.infer<typeof RunReport>

export const RunAnswer = z.object({
  id: z.number(),
  ok: z.boolean(),
  error: z.string().optional(),
  port: z.number().optional(),
  key: z.string().optional(),
  report: RunReport.optional(),
})
export type RunAnswer = z.infer<typeof RunAnswer>
