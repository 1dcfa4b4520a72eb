import fastifyHelmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import type { ThreadId as ThreadIdType, UserId } from '@countersign/protocol'
import { ThreadId } from '@countersign/protocol'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Door } from '../auth/door.ts'
import { isOwnOrigin } from '../auth/guard.ts'
import { rightFor, type Modes } from '../auth/rights.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Approvals } from '../gate/ports.ts'
import { forbiddenModes } from '../rules/forbidden-modes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Threads } from '../turns/ports.ts'
import type { ImageStore } from '../images/image-store.ts'
import { offeredNames } from '../tools/files/offered-names.ts'
import { callerOf, endsOf, headersOf, routeGuards } from './guards.ts'
import { refuse } from './refuse.ts'
import { sessionRoutes } from './session-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { imageRoutes } from './image-routes.ts'
import { mcpRoutes, type McpRoutesParts } from './mcp-routes.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { operationsRoutes, type OperationsRoutesParts } from './operations-routes.ts'
import { recordsRoutes, type RecordsRoutesParts } from './records-routes.ts'
import { commandRoutes } from './command-routes.ts'
import { outsideRoutes, type OutsideRoutesParts } from './outside-routes.ts'
import { rulesRoutes, type RulesRoutesParts } from './rules-routes.ts'
import { toolsRoutes, type ToolsRoutesParts } from './tools-routes.ts'
import { undoRoutes } from './undo-routes.ts'
import type { LongTermMemory } from '../memory/long-term.ts'
import { whyAway } from '../why-away.ts'
import { limitsRoutes } from './limits-routes.ts'
import { memoryRoutes } from './memory-routes.ts'
import type { SetLimits } from '../settings/limits.ts'
import type { SearchSettings } from '../settings/search.ts'
import { searchRoutes } from './search-routes.ts'
import { settingsRoutes, type SettingsRoutesParts } from './settings-routes.ts'
import { FRAME_LIMIT, openConnection, type Connection, type ConnectionParts } from '../ws/connection.ts'
import type { Hub } from '../ws/hub.ts'
import { watchLife } from '../ws/sign-of-life.ts'

export interface AppParts {
  readonly door: Door
  readonly sessions: Sessions
  /** Origins at which this server may be called, the one that is printed first; known once the port is. */
  readonly origins: () => ReadonlySet<string>
  /** Sockets that are held at once. */
  readonly maxSockets: number
  /** Folder of the built web app. */
  readonly webRoot: string
  readonly user: UserId
  readonly userName: string
  readonly threads: Threads
  readonly approvals: Approvals
  readonly connection: Omit<ConnectionParts, 'user' | 'mayNot'> & { readonly modes: Modes }
  readonly hub: Hub
  readonly rules: Pick<RulesRoutesParts, 'rules' | 'recorded' | 'policy'>
  readonly mcp: McpRoutesParts['mcp']
  readonly sandbox: Pick<Sandbox, 'state'>
  readonly records: Pick<RecordsRoutesParts, 'audit' | 'backup' | 'history'>
  readonly outside: OutsideRoutesParts['sessions']
  readonly memory: LongTermMemory
  readonly images: ImageStore
  readonly search: SearchSettings
  readonly limits: SetLimits
  readonly capabilities: ToolsRoutesParts['capabilities']
  readonly operations: Pick<OperationsRoutesParts, 'notReady'> & { readonly metrics: Metrics }
  readonly settings: Pick<SettingsRoutesParts, 'models' | 'sources' | 'keys' | 'endpoints' | 'preferences'>
  readonly about: {
    readonly version: string
    readonly workspace: string
    readonly home: string
    /** Folders of the gate itself: a page that judges a call as the server does has to know them. */
    readonly own: readonly string[]
  }
}

/** Largest body of an HTTP request, in bytes. */
const BODY_LIMIT = 1_000_000

/** Questions of one page of what waits. */
const WAITING_PAGE = 1000

/** HTTP and sockets. Host and Origin are checked on everything, the session on everything but the page itself. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: false,
    forceCloseConnections: true,
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnOrigin(headersOf(request), parts.origins()))
      return refuse(reply, 403, 'foreign_origin', 'this address is not served here')
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) parts.connection.failed('an HTTP request', error)
    const away = status >= 500 ? whyAway(error) : undefined
    if (away !== undefined) return refuse(reply, 503, 'unavailable', `${away}; nothing was changed by it`)
    return refuse(
      reply,
      status,
      status === 413 ? 'too_large' : status >= 500 ? 'internal' : 'bad_message',
      status >= 500 ? 'this could not be done' : error.message,
    )
  })
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CSP },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  })
  await app.register(fastifyWebsocket, { options: { maxPayload: FRAME_LIMIT * 4 } })

  const guards = routeGuards(parts.door)
  operationsRoutes(app, { ...parts.operations, boot: parts.connection.boot, guards, refuse })

  const sockets = new Set<{ readonly session: string | undefined; close(): void }>()
  sessionRoutes(app, {
    sessions: parts.sessions,
    guards,
    address: () => [...parts.origins()][0] ?? '',
    revoked: (session) => {
      for (const socket of sockets) if (socket.session === session) socket.close()
    },
  })

  app.get('/api/me', guards.read, async () => {
    const { models, default_model } = await parts.settings.models.list(parts.user)
    const sandbox = await parts.sandbox.state()
    return {
      user: { id: parts.user, name: parts.userName },
      ...parts.about,
      models,
      default_model,
      no_sandbox: sandbox.kind === 'off' ? sandbox.reason : null,
      forbidden_modes: await forbiddenModes(),
    }
  })
  app.get('/api/threads', guards.read, async () => ({ threads: await parts.threads.list(parts.user) }))
  app.get('/api/threads/:id', guards.read, async (request, reply) => {
    const id = threadIdOf(request.params)
    const snapshot = id && (await parts.threads.snapshot(parts.user, id))
    return snapshot ?? refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
  })
  app.get('/api/waiting', guards.read, (request) => {
    const after = /[?&]after=(\d{1,18})/.exec(request.url)?.[1]
    return parts.approvals.waiting(parts.user, {
      limit: WAITING_PAGE,
      ...(after === undefined ? {} : { after }),
    })
  })

  commandRoutes(app, {
    commands: parts.connection,
    modes: parts.connection.modes,
    door: parts.door,
    user: parts.user,
    guards,
    refuse,
  })
  outsideRoutes(app, { sessions: parts.outside, guards, refuse })
  memoryRoutes(app, { memory: parts.memory, user: parts.user, guards, refuse })
  limitsRoutes(app, { limits: parts.limits, user: parts.user, guards, refuse })
  settingsRoutes(app, { ...parts.settings, user: parts.user, guards, refuse })
  app.get('/api/status', guards.read, async () => {
    const { kind, ...why } = await parts.sandbox.state()
    return { version: parts.about.version, sandbox: { state: kind, ...why } }
  })
  searchRoutes(app, { search: parts.search, user: parts.user, guards, refuse })
  imageRoutes(app, { images: parts.images, guards, refuse })
  mcpRoutes(app, { mcp: parts.mcp, guards, refuse })
  recordsRoutes(app, { ...parts.records, user: parts.user, guards, refuse })
  toolsRoutes(app, {
    user: parts.user,
    belt: parts.connection.belt,
    policy: parts.connection.policy,
    capabilities: parts.capabilities,
    threads: parts.threads,
    guards,
    refuse,
  })
  fileRoutes(app, {
    user: parts.user,
    threads: parts.threads,
    policy: parts.connection.policy,
    names: offeredNames,
    workspace: parts.about.workspace,
    home: parts.about.home,
    own: parts.about.own,
    guards,
    refuse,
  })
  undoRoutes(app, { user: parts.user, undo: parts.connection.undo, guards, refuse })
  rulesRoutes(app, {
    ...parts.rules,
    user: parts.user,
    belt: parts.connection.belt,
    threads: parts.threads,
    workspace: parts.about.workspace,
    home: parts.about.home,
    own: parts.about.own,
    guards,
    refuse,
  })

  app.get('/ws', { ...guards.read, websocket: true }, (socket, request) => {
    if (sockets.size >= parts.maxSockets) {
      socket.close(1013, 'too many connections')
      return
    }
    const caller = callerOf(request)
    const held = {
      session: caller.kind === 'page' ? caller.session.id : undefined,
      close: () => socket.close(1008, 'signed out'),
    }
    sockets.add(held)
    const connection: Connection = openConnection(
      {
        ...parts.connection,
        user: parts.user,
        // At the moment of the command: a session may have been revoked, and a connection can be handed on.
        mayNot: async (command) =>
          (await rightFor(command, parts.connection.modes)) === 'person'
            ? parts.door.personProblem(caller, endsOf(request), command.type)
            : undefined,
      },
      {
        send: (text) => socket.send(text),
        get backlog() {
          return socket.bufferedAmount
        },
        close: (code, reason) => socket.close(code, reason),
      },
    )
    const leave = parts.hub.join(connection)
    watchLife(socket)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) socket.close(1003, 'text only')
      else
        connection
          .receive(data.toString('utf8'))
          .catch((cause: unknown) => parts.connection.failed('a socket message', cause))
    })
    socket.on('error', (cause) => parts.connection.failed('a socket', cause))
    const closed = parts.operations.metrics.socketOpened()
    socket.on('close', () => {
      sockets.delete(held)
      closed()
      leave()
    })
  })

  await app.register(fastifyStatic, {
    root: parts.webRoot,
    wildcard: false,
    index: false,
    cacheControl: false,
    // Names below `assets` carry a hash of the content; everything else may change under its name.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  const page = (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html')
  app.get('/', page)
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/'))
      return page(request, reply)
    return refuse(reply, 404, 'not_found', 'there is nothing at this address')
  })
  return app
}

const CSP = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

function threadIdOf(params: unknown): ThreadIdType | undefined {
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined
  const parsed = ThreadId.safeParse(params.id)
  return parsed.success ? parsed.data : undefined
}
