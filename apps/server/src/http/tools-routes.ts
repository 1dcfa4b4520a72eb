import { capabilitiesOf, type PolicySource, type Toolbelt } from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import { ThreadId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ChatCapabilities } from '../settings/capabilities.ts'
import { toolViews } from '../tools/tool-views.ts'
import type { Threads } from '../turns/ports.ts'
import type { Guards } from './guards.ts'

export interface ToolsRoutesParts {
  readonly user: UserId
  readonly belt: Toolbelt
  readonly policy: PolicySource
  readonly capabilities: Pick<ChatCapabilities, 'of' | 'choice'>
  readonly threads: Pick<Threads, 'get'>
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Query = z.object({ thread_id: ThreadId.optional() })

/** The tools that a model would get: in a chat, by its mode and rules; else by the default mode alone. */
export function toolsRoutes(app: FastifyInstance, parts: ToolsRoutesParts): void {
  const { user, belt, capabilities, policy, threads, guards, refuse } = parts
  app.get('/api/tools', guards.read, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    const { thread_id: id } = query.data
    if (id !== undefined && !(await threads.get(user, id)))
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const now = id === undefined ? compilePolicy({ mode: 'default', layers: [] }) : await policy.snapshot(id)
    const has = id === undefined ? capabilitiesOf('thread') : await capabilities.of(id)
    return { tools: toolViews(belt.all(), now, has) }
  })

  app.get('/api/threads/:id/capabilities', guards.read, async (request, reply) => {
    const params = z.object({ id: ThreadId }).safeParse(request.params)
    const id = params.data?.id
    if (id === undefined || !(await threads.get(user, id)))
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    return { has: [...(await capabilities.of(id))], ...(await capabilities.choice(id)) }
  })
}
