import { CallId, HookRequest, OutsideEnd, OutsideRequest } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { replyToHook } from '../outside/hook-replies.ts'
import type { OutsideSessions } from '../outside/sessions.ts'
import type { Guards } from './guards.ts'

export interface OutsideRoutesParts {
  readonly sessions: Pick<OutsideSessions, 'ask' | 'askForHook' | 'yeses' | 'heard' | 'ended' | 'hold'>
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

/** Largest event of a hook, in bytes: a file that an agent writes is in it, quoted twice. */
const EVENT_LIMIT = 4_000_000

/**
 * The gate over HTTP, for agents that live elsewhere: a question that is answered when it is, a line held while
 * the call is made, and how it ended.
 */
export function outsideRoutes(app: FastifyInstance, { sessions, guards, refuse }: OutsideRoutesParts): void {
  app.post('/api/outside/calls', guards.propose, async (request, reply) => {
    const body = OutsideRequest.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    return sessions.ask(body.data, goneSignal(reply))
  })

  app.post('/api/outside/hook', { ...guards.propose, bodyLimit: EVENT_LIMIT }, async (request, reply) => {
    const body = HookRequest.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    return replyToHook(sessions, body.data, goneSignal(reply))
  })

  app.post('/api/outside/calls/:id/heard', guards.propose, async (request, reply) => {
    const id = CallId.safeParse(paramOf(request))
    if (!id.success || !sessions.heard(id.data))
      return refuse(reply, 404, 'not_found', 'this call is no longer open; it must not be made')
    return { ok: true }
  })

  app.post('/api/outside/calls/:id/running', guards.propose, async (request, reply) => {
    const id = CallId.safeParse(paramOf(request))
    if (!id.success || !(await sessions.hold(id.data, goneSignal(reply))))
      return refuse(reply, 404, 'not_found', 'no such call is running here')
    return { ok: true }
  })

  app.post('/api/outside/calls/:id/ended', guards.propose, async (request, reply) => {
    const id = CallId.safeParse(paramOf(request))
    const body = OutsideEnd.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    if (!id.success || !sessions.ended(id.data, body.data))
      return refuse(reply, 404, 'not_found', 'no such call is running here')
    return { ok: true }
  })
}

/** Aborts when the asker hangs up before it was answered. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

function paramOf({ params }: FastifyRequest): unknown {
  return typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined
}
