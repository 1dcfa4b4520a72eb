import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { SessionView, SignedIn, SignInRequest, TerminalRequest } from '../sessions.ts'
import { Done } from '../common.ts'

/** Signing browsers and terminals in and out. */
export const sessionRoutes = {
  signIn: defineRoute({
    method: 'POST',
    path: '/api/session',
    needs: 'open',
    about: 'signs in a page',
    body: SignInRequest,
    reply: SignedIn,
  }),
  nonce: defineRoute({
    method: 'GET',
    path: '/api/session/nonce',
    needs: 'open',
    about: 'a nonce to sign, valid for one minute',
    reply: z.object({ nonce: z.string() }),
  }),
  access: defineRoute({
    method: 'POST',
    path: '/api/session/access',
    needs: 'person',
    about: 'a token for reading, for a page, valid for five minutes',
    reply: z.object({ access: z.string() }),
  }),
  ticket: defineRoute({
    method: 'POST',
    path: '/api/session/ticket',
    needs: 'person',
    about: 'a ticket for one socket, valid for half a minute',
    reply: z.object({ ticket: z.string() }),
  }),
  newCode: defineRoute({
    method: 'POST',
    path: '/api/session/codes',
    needs: 'person',
    about: 'a code that signs in one page or terminal',
    reply: z.object({ code: z.string(), address: z.string() }),
  }),
  signInTerminal: defineRoute({
    method: 'POST',
    path: '/api/session/terminal',
    needs: 'propose',
    about: 'signs in a terminal',
    body: TerminalRequest,
    reply: z.object({ secret: z.string(), expires_at: z.number() }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/api/sessions',
    needs: 'read',
    about: 'signed-in browsers and terminals; `own` is the one that asks',
    reply: z.object({ sessions: z.array(SessionView).readonly(), own: z.string().nullable() }),
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/api/sessions/:id',
    needs: 'person',
    about: 'signs one of them out',
    params: z.object({ id: z.string() }),
    reply: Done,
  }),
}
