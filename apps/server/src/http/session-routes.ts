import { SignInRequest, TerminalRequest } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sessions } from '../auth/sessions.ts'
import { callerOf, type Guards } from './guards.ts'
import { refuse } from './refuse.ts'

export interface SessionRoutesParts {
  readonly sessions: Sessions
  readonly guards: Guards
  /** The address that a code belongs to, without the code. */
  address(): string
  /** A session was revoked: its sockets are closed. */
  revoked(session: string): void
}

const WRONG_CODE =
  'this code is not valid any more: it signs in once, within ten minutes; run `countersign open` for another'

/** Signing in and out. A page signs with its own key; nothing of it is a cookie, because cookies do not know ports. */
export function sessionRoutes(
  app: FastifyInstance,
  { sessions, guards, address, revoked }: SessionRoutesParts,
): void {
  app.post('/api/session', async (request, reply) => {
    const body = SignInRequest.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const { origin } = request.headers
    // Only a page's script has an origin, and only there the key is bound to one.
    if (origin === undefined) return refuse(reply, 400, 'bad_message', 'a page signs in, with its origin')
    const signedIn = await sessions.signInPage(body.data.code, {
      key: body.data.public_key,
      origin,
      agent: request.headers['user-agent'] ?? '',
    })
    if (signedIn === undefined) return refuse(reply, 401, 'unauthorized', WRONG_CODE)
    // The cookie of the last version is of no use any more.
    void reply.header('set-cookie', 'countersign_session=; Path=/; Max-Age=0')
    return { session: signedIn.session, expires_at: signedIn.expiresAt }
  })

  app.get('/api/session/nonce', () => ({ nonce: sessions.newNonce() }))

  app.post('/api/session/access', guards.person, (request, reply) =>
    ofPage(request, reply, (session) => ({ access: sessions.newAccess(session) })),
  )
  app.post('/api/session/ticket', guards.person, (request, reply) =>
    ofPage(request, reply, async (session) => ({ ticket: await sessions.newTicket(session) })),
  )

  app.post('/api/session/codes', guards.person, async () => {
    const code = await sessions.newCode()
    return { code, address: `${address()}/#code=${code}` }
  })

  app.post('/api/session/terminal', guards.propose, async (request, reply) => {
    const body = TerminalRequest.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const signedIn = await sessions.signInTerminal(body.data.code, body.data.name)
    if (signedIn === undefined) return refuse(reply, 401, 'unauthorized', WRONG_CODE)
    return { secret: signedIn.secret, expires_at: signedIn.expiresAt }
  })

  app.get('/api/sessions', guards.read, async (request, reply) => {
    const caller = callerOf(request)
    const own = caller.kind === 'page' ? caller.session.id : null
    return reply.send({ sessions: await sessions.list(), own })
  })

  app.delete('/api/sessions/:id', guards.person, async (request, reply) => {
    const { params } = request
    const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
    if (!(await sessions.revoke(id))) return refuse(reply, 404, 'not_found', 'there is no such session')
    revoked(id)
    return { ok: true }
  })
}

function ofPage<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  give: (session: string) => T,
): T | FastifyReply {
  const caller = callerOf(request)
  return caller.kind === 'page'
    ? give(caller.session.id)
    : refuse(reply, 400, 'bad_message', 'this is for pages; a program sends its token')
}
