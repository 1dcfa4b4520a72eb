import fastifyHelmet from '@fastify/helmet'
import fastifyWebsocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { pluginRoutes } from '@countersign/protocol'
import type { Caller, Door } from '../../auth/door.ts'
import { isOwnOrigin } from '../../auth/guard.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { whyAway } from '../../why-away.ts'
import type { Actor } from '../actor.ts'
import { FRAME_LIMIT } from '../read-command.ts'
import type { Route } from '../route.ts'
import { headersOf, routeGuards } from './guards.ts'
import { servePage } from './page.ts'
import { sendRefusal } from './refuse.ts'
import { serveRoute } from './serve-route.ts'
import { serveSocketRoutes, serveSockets, type SocketParts } from './sockets.ts'

export interface AppParts extends SocketParts {
  readonly door: Door
  /** Origins at which this server may be called; known once the port is. */
  readonly origins: () => ReadonlySet<string>
  /** Folder of the built web app. */
  readonly webRoot: string
  readonly routes: readonly Route[]
  actorOf(caller: Caller): Actor
  readonly metrics: Pick<Metrics, 'answered' | 'socketOpened'>
  /** See `serveRoute`. */
  readonly checkReplies: boolean
}

/** Maximum size of an HTTP request's body in bytes, unless a route says otherwise. */
const BODY_LIMIT = 1_000_000

/** HTTP and sockets. Every request is checked for Host and Origin, and all but the page itself for a session. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: false,
    forceCloseConnections: true,
  })
  app.addHook('onResponse', async (request, reply) => {
    parts.metrics.answered({
      method: request.method,
      // The pattern, not the URL, which contains ids.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
  })
  answerErrors(app, parts)
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...CSP, 'frame-src': [() => framePlaces(parts.origins())] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  })
  await app.register(fastifyWebsocket, { options: { maxPayload: FRAME_LIMIT * 4 } })
  // After the sockets' own hook: only then is the connection of a socket that is refused here closed too.
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnOrigin(headersOf(request), parts.origins()))
      return sendRefusal(reply, {
        status: 403,
        code: 'foreign_origin',
        message: 'this address is not served here',
      })
  })

  const { door, actorOf, checkReplies } = parts
  const guards = routeGuards(door)
  takeFiles(app, parts.routes)
  for (const route of parts.routes) serveRoute(app, route, { guards, door, actorOf, checkReplies })
  serveSockets(app, guards, parts)
  serveSocketRoutes(app, guards, parts)
  await servePage(app, parts.webRoot)
  return app
}

function answerErrors(app: FastifyInstance, { failed }: Pick<AppParts, 'failed'>): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500)
      return sendRefusal(reply, {
        status,
        code: status === 413 ? 'too_large' : 'bad_message',
        message: error.message,
      })
    failed('an HTTP request', error)
    const away = whyAway(error)
    return away === undefined
      ? sendRefusal(reply, { status, code: 'internal', message: 'this could not be done' })
      : sendRefusal(reply, {
          status: 503,
          code: 'unavailable',
          message: `${away}; nothing was changed`,
        })
  })
}

/** Reads the bodies of routes that accept a file, each media type up to the largest limit of these routes. */
function takeFiles(app: FastifyInstance, routes: readonly Route[]): void {
  const limits = new Map<string, number>()
  for (const { contract } of routes)
    if (contract.file !== undefined)
      limits.set(contract.file, Math.max(limits.get(contract.file) ?? 0, contract.limit ?? BODY_LIMIT))
  for (const [file, bodyLimit] of limits) {
    const type = file.endsWith('/*') ? new RegExp(`^${file.slice(0, -1)}`) : file
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body)
    })
  }
}

/** The page frames only documents of plugins, and its frames lead nowhere else. */
function framePlaces(origins: ReadonlySet<string>): string {
  // A content security policy cannot name an IPv6 address: a page opened by one runs no plugins.
  const named = [...origins].filter((origin) => !origin.includes('['))
  return named.map((origin) => `${origin}${FRAMES}`).join(' ')
}

const FRAMES = pluginRoutes.frame.path.replace(':key', '')

const CSP = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // Sounds are fetched by the page and played from memory.
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}
