import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import { Readable } from 'node:stream'
import type { RouteContract } from '@countersign/protocol'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import { Content, Refused, refuse, type Route, type RouteCall } from '../route.ts'
import { callerOf, endsOf, personRefused, type Guards } from './guards.ts'
import { readPart } from './read-part.ts'
import { sendRefusal } from './refuse.ts'
import type { Caller, Door } from '../../auth/door.ts'

export interface ServedParts {
  readonly guards: Guards
  readonly door: Pick<Door, 'personProblem'>
  actorOf(caller: Caller): Actor
  /** Tests validate every reply against its contract; in production that would cost time. */
  readonly checkReplies: boolean
}

/** Serves one route: identifies the caller, parses the parts of the request by the contract, then answers. */
export function serveRoute(app: FastifyInstance, { contract, run }: Route, parts: ServedParts): void {
  const { method, path, needs, limit } = contract
  app.route({
    method,
    url: path,
    ...(needs === 'open' ? {} : parts.guards[needs]),
    ...(limit === undefined ? {} : { bodyLimit: limit }),
    ...(contract.raw === undefined ? {} : { preParsing: keepBytes }),
    handler: async (request, reply) => {
      const call = readCall(contract, request, reply, parts)
      const answer = call instanceof Refused ? call : await run(call)
      if (answer instanceof Refused) return sendRefusal(reply, answer)
      if (answer instanceof Content)
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      if (parts.checkReplies) contract.reply?.parse(JSON.parse(JSON.stringify(answer)))
      return reply.send(answer)
    },
  })
}

function readCall(
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
  { door, actorOf }: ServedParts,
): RouteCall<RouteContract> | Refused {
  const params = contract.params?.safeParse(request.params)
  if (params?.success === false)
    return contract.namesNew
      ? refuse(400, 'bad_message', z.prettifyError(params.error))
      : refuse(404, 'not_found', `there is nothing at \`${request.url.slice(0, 200)}\``)
  const query = readPart(contract.query, request.query)
  if (query instanceof Refused) return query
  const body = readPart(contract.body, request.body ?? {})
  if (body instanceof Refused) return body
  if (contract.file !== undefined && !Buffer.isBuffer(request.body))
    return refuse(400, 'bad_message', `send the bytes of a file, with a content type of \`${contract.file}\``)
  const caller = contract.needs === 'open' ? undefined : callerOf(request)
  return {
    actor: caller && actorOf(caller),
    params: params?.data,
    query: query?.value,
    body: contract.file === undefined ? body?.value : request.body,
    gone: goneSignal(reply),
    request: {
      url: request.url,
      origin: request.headers.origin,
      userAgent: request.headers['user-agent'] ?? '',
      header: (name) => [request.headers[name.toLowerCase()]].flat()[0],
      bytes: bytesOf.get(request.raw) ?? Buffer.alloc(0),
      async personProblem(act) {
        const problem = caller && (await door.personProblem(caller, endsOf(request), act))
        return problem && personRefused(problem)
      },
    },
  } as RouteCall<RouteContract> // each part was parsed by the schema of the contract that types it
}

/** The unparsed bodies of `raw` routes. */
const bytesOf = new WeakMap<object, Buffer>()

/** Reads the bytes before they are parsed, up to the limit. */
const keepBytes: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of payload) {
    const data = Buffer.from(piece as Uint8Array) // without an encoding, chunks are bytes
    length += data.length
    if (length > request.routeOptions.bodyLimit) break
    pieces.push(data)
  }
  const bytes = Buffer.concat(pieces)
  bytesOf.set(request.raw, bytes)
  // The parser rejects a body that is too long, by the length in its header.
  return Object.assign(Readable.from([bytes]), { receivedEncodedLength: length })
}

/** Aborts when the caller disconnects before the answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
