import { LimitChange, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Guards } from './guards.ts'
import type { SetLimits } from '../settings/limits.ts'

export interface LimitsRoutesParts {
  readonly user: UserId
  readonly limits: SetLimits
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

/** What one turn and one answer may use up: how it is set, and what counts without that. */
export function limitsRoutes(
  app: FastifyInstance,
  { user, limits, guards, refuse }: LimitsRoutesParts,
): void {
  const view = async () => ({ limits: await limits.list() })

  app.get('/api/settings/limits', guards.read, view)

  app.patch('/api/settings/limits', guards.person, async (request, reply) => {
    const change = LimitChange.safeParse(request.body)
    if (!change.success) return refuse(reply, 400, 'bad_message', z.prettifyError(change.error))
    const problem = await limits.change(user, change.data)
    return problem === undefined ? view() : refuse(reply, 400, 'bad_message', problem)
  })
}
