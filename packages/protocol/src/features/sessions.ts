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
    about: 'signs a page in',
    body: SignInRequest,
    reply: SignedIn,
  }),
  nonce: defineRoute({
    method: 'GET',
    path: '/api/session/nonce',
    needs: 'open',
    about: 'a text to sign, good for a minute',
    reply: z.object({ nonce: z.string() }),
  }),
  access: defineRoute({
    method: 'POST',
    path: '/api/session/access',
    needs: 'person',
    about: 'a token with which a page reads, good for five minutes',
    reply: z.object({ access: z.string() }),
  }),
  ticket: defineRoute({
    method: 'POST',
    path: '/api/session/ticket',
    needs: 'person',
    about: 'opens one socket, within half a minute',
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
    about: 'signs a terminal in',
    body: TerminalRequest,
    reply: z.object({ secret: z.string(), expires_at: z.number() }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/api/sessions',
    needs: 'read',
    about: 'browsers and terminals that are signed in; `own` is the one that asks',
    reply: z.object({ sessions: z.array(SessionView).readonly(), own: z.string().nullable() }),
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/api/sessions/:id',
    needs: 'person',
    about: 'signs one out',
    params: z.object({ id: z.string() }),
    reply: Done,
  }),
}
