import { sessionRoutes } from '@countersign/protocol'
import { Pass, SIGN_IN_SCOPE } from '../../auth/passes.ts'
import { SESSION, StoredSession } from '../../auth/sessions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { settingFamily } from '../../platform/setting.ts'
import { DONE, Content, refuse, route, type Refused } from '../../platform/route.ts'

const WRONG_CODE = refuse(
  401,
  'unauthorized',
  'this code is no longer valid: a code works once, within ten minutes; run `countersign open` for a new one',
)
const FOR_PAGES = refuse(400, 'bad_message', 'this is for browsers; a program sends its token')

/** Milliseconds between two checks whether the sessions of open sockets are over: revoked by another process, or expired. */
const LOOK_EVERY = 2000
/** Milliseconds between prunings of expired codes, tickets and sessions. */
const PRUNE_EVERY = 600_000

/** Signing in and out. A page signs with its own key; none of it is a cookie, because cookies ignore ports. */
export const sessions: Feature = {
  name: 'sessions',
  settings: [
    settingFamily({
      name: SESSION,
      scope: 'person',
      schema: StoredSession,
      about: 'Pages and terminals that are signed in.',
    }),
    settingFamily({
      name: SIGN_IN_SCOPE,
      scope: 'own',
      schema: Pass,
      about: 'Codes and tickets that sign in once.',
    }),
  ],
  start: (host) => ({
    routes: [
      route(sessionRoutes.signIn, async ({ body, request }) => {
        const { origin, userAgent } = request
        // Only a page's script has an origin, and only there the key is bound to one.
        if (origin === undefined) return refuse(400, 'bad_message', 'a page signs in, with its origin')
        const page = { key: body.public_key, origin, agent: userAgent }
        const signedIn = await host.sessions.signInPage(body.code, page)
        if (signedIn === undefined) return WRONG_CODE
        return new Content(
          { session: signedIn.session, expires_at: signedIn.expiresAt },
          // The previous version's cookie is no longer used.
          { 'set-cookie': 'countersign_session=; Path=/; Max-Age=0' },
        )
      }),
      route(sessionRoutes.nonce, () => ({ nonce: host.sessions.newNonce() })),
      route(sessionRoutes.access, ({ actor }) =>
        ofPage(actor, (session) => ({ access: host.sessions.newAccess(session) })),
      ),
      route(sessionRoutes.ticket, ({ actor }) =>
        ofPage(actor, async (session) => ({ ticket: await host.sessions.newTicket(session) })),
      ),
      route(sessionRoutes.newCode, async () => {
        const code = await host.sessions.newCode()
        return { code, address: `${host.origin()}/#code=${code}` }
      }),
      route(sessionRoutes.signInTerminal, async ({ body }) => {
        const signedIn = await host.sessions.signInTerminal(body.code, body.name)
        if (signedIn === undefined) return WRONG_CODE
        return { secret: signedIn.secret, expires_at: signedIn.expiresAt }
      }),
      route(sessionRoutes.list, async ({ actor }) => ({
        sessions: await host.sessions.list(),
        own: actor.session ?? null,
      })),
      route(sessionRoutes.revoke, async ({ params }) => {
        if (!(await host.sessions.revoke(params.id)))
          return refuse(404, 'not_found', 'there is no such session')
        host.closeSockets(params.id)
        return DONE
      }),
    ],
    jobs: [
      {
        name: 'closing the sockets of sessions that are over',
        every: LOOK_EVERY,
        async run() {
          for (const session of host.sessionsOfSockets())
            if (!(await host.sessions.isLive(session))) host.closeSockets(session)
        },
      },
      { name: 'forgetting sessions that are over', every: PRUNE_EVERY, run: () => host.sessions.prune() },
    ],
  }),
}

function ofPage<T>({ session }: Actor, give: (session: string) => T): T | Refused {
  return session === undefined ? FOR_PAGES : give(session)
}
