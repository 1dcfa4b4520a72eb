import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { CallId, CallState, ThreadId, type UserId } from '@countersign/protocol'
import type { Audit } from '../audit/stored-audit.ts'
import type { CallHistory } from '../gate/call-history.ts'
import type { Guards } from './guards.ts'

export interface RecordsRoutesParts {
  readonly user: UserId
  readonly audit: Pick<Audit, 'list' | 'verify' | 'notedHeads' | 'anchor'>
  readonly history: CallHistory
  backup(
    file: string,
  ): Promise<
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly error: { readonly message: string } }
  >
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Filter = z.object({
  chain: z.string().max(100).optional(),
  call: z.string().max(100).optional(),
  after: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  /** Newest first, over all chains; `before` is the place of the last row of the page before. */
  newest: z.enum(['true']).optional(),
  before: z.coerce.number().int().positive().optional(),
  /** Oldest first, over all chains: rows after the place of the last row of the page before; 0 begins. */
  after_place: z.coerce.number().int().nonnegative().optional(),
  rule: z.string().max(100).optional(),
})
const HistoryQuery = z.object({
  before: z.coerce.number().int().positive().exactOptional(),
  thread: ThreadId.exactOptional(),
  call: CallId.exactOptional(),
  tool: z.string().max(200).exactOptional(),
  state: CallState.exactOptional(),
  asked: z.enum(['true']).exactOptional(),
  limit: z.coerce.number().int().min(1).max(200).exactOptional(),
})
const Named = z.object({ id: CallId })
const Target = z.object({ file: z.string().min(1).max(4096) })

/** The audit, the calls of the past, and a backup onto a file of this machine. */
export function recordsRoutes(app: FastifyInstance, parts: RecordsRoutesParts): void {
  const { audit, guards, refuse } = parts

  app.get('/api/audit', guards.read, async (request, reply) => {
    const filter = Filter.safeParse(request.query)
    if (!filter.success) return refuse(reply, 400, 'bad_message', z.prettifyError(filter.error))
    const { chain, call, after, limit, newest, before, after_place: afterPlace, rule } = filter.data
    const rows = await audit.list({
      ...(chain === undefined ? {} : { chain }),
      ...(call === undefined ? {} : { callId: call }),
      ...(after === undefined ? {} : { afterSeq: after }),
      ...(limit === undefined ? {} : { limit }),
      ...(newest === undefined ? {} : { newest: true }),
      ...(before === undefined ? {} : { before }),
      ...(afterPlace === undefined ? {} : { afterPlace }),
      ...(rule === undefined ? {} : { rule }),
    })
    return { rows }
  })

  app.get('/api/calls', guards.read, async (request, reply) => {
    const query = HistoryQuery.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    const { state, asked, ...filter } = query.data
    return parts.history.page(parts.user, {
      ...filter,
      ...(state === undefined ? {} : { states: [state] }),
      ...(asked === undefined ? {} : { asked: true }),
    })
  })

  app.get('/api/calls/:id/result', guards.read, async (request, reply) => {
    const named = Named.safeParse(request.params)
    const result = named.success ? await parts.history.result(parts.user, named.data.id) : undefined
    return result ?? refuse(reply, 404, 'not_found', 'there is no such call, or it has not ended')
  })

  app.get('/api/calls/:id/output', guards.read, async (request, reply) => {
    const named = Named.safeParse(request.params)
    const output = named.success ? await parts.history.output(parts.user, named.data.id) : undefined
    return (
      output ??
      refuse(reply, 404, 'not_found', 'there is no such call, or nothing is kept of what it printed')
    )
  })

  app.get('/api/audit/verify', guards.read, async () => {
    await audit.anchor()
    return { verification: await audit.verify(), heads: await audit.notedHeads() }
  })

  app.post('/api/backup', guards.person, async (request, reply) => {
    const body = Target.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const made = await parts.backup(body.data.file)
    return made.ok ? { backup: made.value } : refuse(reply, 400, 'unavailable', made.error.message)
  })
}
