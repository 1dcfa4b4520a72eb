import type { Clock } from '@countersign/agent'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Duplex } from 'node:stream'
import type { Caller, Door } from '../../auth/door.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { watchLife } from './sign-of-life.ts'
import type { Actor } from '../actor.ts'
import type { OpenSocket } from '../socket-client.ts'
import { openConnection, type Connection, type ConnectionParts } from '../connection.ts'
import { callerOf, endsOf, type Guards } from './guards.ts'
import type { SocketEnd, SocketRoute } from '../byte-socket.ts'

export interface SocketParts extends Pick<
  ConnectionParts,
  'commands' | 'connected' | 'version' | 'boot' | 'failed' | 'log'
> {
  readonly clock: Clock
  readonly door: Door
  actorOf(caller: Caller): Actor
  readonly metrics: Pick<Metrics, 'socketOpened'>
  /** Maximum number of open sockets. */
  readonly maxSockets: number
  /** Registers a connection for hints; returns a function that removes it. */
  join(connection: Connection): () => void
  /** Sockets that features serve in addition. */
  readonly socketRoutes: readonly SocketRoute[]
  /** All open sockets; revoking a session closes its own. */
  readonly sockets: Set<OpenSocket>
}

/** A feature's own sockets. They are limited, ended and pinged like the others. */
export function serveSocketRoutes(app: FastifyInstance, guards: Guards, parts: SocketParts): void {
  for (const route of parts.socketRoutes)
    app.get(route.path, { ...guards[route.needs], websocket: true }, (socket, request) => {
      const admitted = admit(socket, request, parts)
      if (admitted === undefined) return
      const { who, onClose } = admitted
      watchLife(socket)
      const opened = Promise.resolve(
        route.open(
          { send: (data) => socket.send(data), close: (code, reason) => socket.close(code, reason) },
          { ...who, query: textsOf(request.query) },
        ),
      )
      const tell = (event: (end: SocketEnd) => void) =>
        void opened.then(event).catch((cause: unknown) => {
          parts.failed('a socket', cause)
          socket.close(1011, 'this could not be done')
        })
      socket.on('message', (data: Buffer, isBinary: boolean) =>
        tell((end) => end.received(isBinary ? data : data.toString('utf8'))),
      )
      onClose(() => tell((end) => end.closed()))
    })
}

/** Admits a socket within the limit, and tracks it until it closes. Undefined: there were too many, and it was closed. */
function admit(socket: WebSocket, request: FastifyRequest, parts: SocketParts) {
  const { sockets } = parts
  if (sockets.size >= parts.maxSockets) {
    socket.close(1013, 'too many connections')
    return undefined
  }
  const caller = callerOf(request)
  const held: OpenSocket = {
    session: caller.kind === 'page' ? caller.session.id : undefined,
    close: () => socket.close(1008, 'signed out'),
  }
  sockets.add(held)
  socket.on('error', (cause) => parts.failed('a socket', cause))
  const counted = parts.metrics.socketOpened()
  return {
    who: {
      actor: parts.actorOf(caller),
      // Checked at each command, because a session may have been revoked since, and a connection can be passed on.
      personProblem: (act: string) => parts.door.personProblem(caller, endsOf(request), act),
    },
    onClose: (leave: () => void) =>
      void socket.on('close', () => {
        sockets.delete(held)
        counted()
        leave()
      }),
  }
}

function textsOf(query: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Messages of the current step are sent in one write, because a replay has hundreds of them. */
function sendTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** `/ws`: commands in one direction, messages and events in the other. */
export function serveSockets(app: FastifyInstance, guards: Guards, parts: SocketParts): void {
  app.get('/ws', { ...guards.read, websocket: true }, (socket, request) => {
    const admitted = admit(socket, request, parts)
    if (admitted === undefined) return
    const { who, onClose } = admitted
    const connection = openConnection(
      {
        ...parts,
        ...who,
      },
      {
        send(text) {
          sendTogether(request.raw.socket)
          socket.send(text)
        },
        get backlog() {
          return socket.bufferedAmount
        },
        close: (code, reason) => socket.close(code, reason),
      },
    )
    const leave = parts.join(connection)
    watchLife(socket)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) socket.close(1003, 'text only')
      else
        connection
          .receive(data.toString('utf8'))
          .catch((cause: unknown) => parts.failed('a socket message', cause))
    })
    onClose(leave)
  })
}
