import { NewSearchService, SearchChoice, SearchServiceId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SearchSettings } from '../settings/search.ts'
import type { Guards } from './guards.ts'

export interface SearchRoutesParts {
  readonly search: SearchSettings
  readonly user: UserId
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Params = z.object({ service: SearchServiceId })

/** Services that search the web. What is stored goes in and is never given out again. */
export function searchRoutes(app: FastifyInstance, parts: SearchRoutesParts): void {
  const { search, user, guards, refuse } = parts
  const serviceOf = (request: FastifyRequest) => Params.safeParse(request.params).data?.service
  const unknown = (reply: FastifyReply) =>
    refuse(
      reply,
      404,
      'not_found',
      `there is no such service; they are ${SearchServiceId.options.join(', ')}`,
    )

  app.get('/api/settings/search', guards.read, () => search.view())

  app.patch('/api/settings/search', guards.person, async (request, reply) => {
    const body = SearchChoice.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    await search.choose(body.data.chosen)
    return search.view()
  })

  app.put('/api/settings/search/:service', guards.person, async (request, reply) => {
    const service = serviceOf(request)
    if (service === undefined) return unknown(reply)
    const body = NewSearchService.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const problem = await search.set(service, body.data.value, user)
    return problem === undefined ? search.view() : refuse(reply, 400, 'bad_message', problem)
  })

  app.delete('/api/settings/search/:service', guards.person, async (request, reply) => {
    const service = serviceOf(request)
    if (service === undefined) return unknown(reply)
    await search.remove(service, user)
    return search.view()
  })

  app.post('/api/settings/search/:service/check', guards.person, async (request, reply) => {
    const service = serviceOf(request)
    if (service === undefined) return unknown(reply)
    const problem = await search.check(service)
    return problem === undefined ? { ok: true } : { ok: false, message: problem }
  })
}
