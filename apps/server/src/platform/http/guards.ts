import type { Right } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Caller, Door, Knock, Refusal } from '../../auth/door.ts'
import type { RequestHeaders } from '../../auth/guard.ts'
import type { Ends } from '../../auth/peer.ts'
import { refuse, type Refused } from '../route.ts'
import { sendRefusal } from './refuse.ts'

/** Who may call a route, as the route declares it. */
export type Guards = Readonly<Record<Right, RouteShorthandOptions>>

/** The caller of each request, found once before its body is read. */
const callers = new WeakMap<FastifyRequest, Caller>()

/** Guards for routes. They answer before a body is read, so that unknown callers cannot make the server buffer one. */
export function routeGuards(door: Door): Guards {
  const known = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> => {
    const caller = await door.caller(knockOf(request))
    if (caller === undefined) {
      sendRefusal(reply, {
        status: 401,
        code: 'unauthorized',
        message: 'run `countersign open` and open the address that it prints',
      })
      return undefined
    }
    callers.set(request, caller)
    return caller
  }
  const anyone = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if ((await known(request, reply)) === undefined) return reply
    },
  }
  return {
    read: anyone,
    propose: anyone,
    person: {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = await known(request, reply)
        if (caller === undefined) return reply
        const problem = await door.personProblem(caller, endsOf(request), requestOf(request))
        if (problem !== undefined) return sendRefusal(reply, personRefused(problem))
      },
    },
  }
}

/** The caller of this request. Only valid behind a guard. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`\`${request.url}\` has no guard`)
  return caller
}

/** The answer to someone who may not act as a person. */
export function personRefused({ code, message }: Refusal): Refused {
  return refuse(code === 'unauthorized' ? 401 : 403, code, message)
}

export function endsOf({ raw: { socket } }: FastifyRequest): Ends {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  return { localAddress, localPort, remoteAddress, remotePort }
}

export function headersOf({ headers }: FastifyRequest): RequestHeaders {
  return {
    host: headers.host,
    origin: headers.origin,
    authorization: headers.authorization,
    signature: single(headers['countersign-signature']),
    terminal: single(headers['countersign-terminal']),
  }
}

function knockOf(request: FastifyRequest): Knock {
  const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
  const ticket = isSocket ? /[?&]ticket=([\w-]{1,100})/.exec(request.url)?.[1] : undefined
  return { headers: headersOf(request), request: requestOf(request), ticket }
}

/** The text of a request that a page signs. */
function requestOf({ method, url }: FastifyRequest): string {
  return `${method} ${url}`
}

function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
