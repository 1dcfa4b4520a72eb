import { timingSafeEqual } from 'node:crypto'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, isIP, isIPv6, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { readHello } from './client-hello.ts'
import type { Egress } from './egress.ts'
import { portOf } from './own-servers.ts'
import { plainHost } from './this-machine.ts'

/** A connection that wants to leave through the proxy. */
export interface Leaving {
  /** The full address of a plain request; for a tunnel only its origin. */
  readonly url: URL
  /** `CONNECT` for a tunnel. */
  readonly method: string
  /** The target of the connection; undefined while its name has not been looked up. */
  readonly address: string | undefined
}

/**
 * A loopback proxy for one program: has a name judged, looks it up, has the address judged, and connects to exactly that address. A name that
 * may not be reached is not looked up either, because the lookup itself reveals the name.
 */
export interface EgressProxy {
  readonly port: number
  readonly username: string
  readonly password: string
  close(): Promise<void>
}

export interface EgressProxyParts {
  readonly egress: Pick<Egress, 'resolve' | 'refusal'>
  readonly password: string
  /** Why it may not leave; undefined: it may. Called for the name, then for its address. */
  judge(leaving: Leaving): Promise<string | undefined>
  /** Reports that it was refused. */
  refused(what: string, why: string): void
  /** Maps a judged address to the one to connect to; tests simulate the internet with it. */
  reach?(address: string, port: number): { readonly host: string; readonly port: number }
  /** Registers the port as one of our own servers, so that nothing else connects to it. */
  listens?(port: number): Promise<void>
}

const USERNAME = 'countersign'
/** Milliseconds to find an address and to connect. */
const CONNECT_MS = 30_000

export async function openEgressProxy(parts: EgressProxyParts): Promise<EgressProxy> {
  const sockets = new Set<Duplex>()
  const keep = (socket: Duplex) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  const server = createServer((request, response) => void pass(parts, request, response))
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    keep(client)
    void tunnel(parts, request, { client, head, keep })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  await parts.listens?.(port)
  return {
    port,
    username: USERNAME,
    password: parts.password,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

function knows({ headers }: IncomingMessage, password: string): boolean {
  const given = Buffer.from(headers['proxy-authorization'] ?? '')
  const wanted = Buffer.from(`Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const ASK = { 'proxy-authenticate': 'Basic realm="countersign"' }

/** The address to connect to, or why there is no connection. */
async function judged(
  { egress, judge, refused }: EgressProxyParts,
  url: URL,
  method: string,
): Promise<{ readonly address: string } | { readonly refusal: string }> {
  const port = portOf(url)
  const host = plainHost(url.hostname)
  const no = (why: string) => {
    refused(`${method} ${url.origin}`, why)
    return { refusal: why }
  }
  try {
    const own = egress.refusal(host, port)
    if (own !== undefined) return no(own)
    const isName = isIP(host) === 0
    const whyNotNamed = isName ? await judge({ url, method, address: undefined }) : undefined
    if (whyNotNamed !== undefined) return no(whyNotNamed)
    const [address] = isName ? await egress.resolve(host, AbortSignal.timeout(CONNECT_MS)) : [host]
    if (address === undefined) return no(`\`${host}\` has no address`)
    const ownAddress = egress.refusal(address, port)
    if (ownAddress !== undefined) return no(ownAddress)
    const why = await judge({ url, method, address })
    return why === undefined ? { address } : no(why)
  } catch (cause) {
    return no(cause instanceof Error ? cause.message : String(cause))
  }
}

async function pass(
  parts: EgressProxyParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!knows(request, parts.password)) return void response.writeHead(407, ASK).end()
  const url = URL.parse(request.url ?? '')
  if (url === null || url.protocol !== 'http:') return void response.writeHead(400).end()
  const to = await judged(parts, url, request.method ?? 'GET')
  if ('refusal' in to) return void response.writeHead(403, { 'content-type': 'text/plain' }).end('not opened')
  const place = reached(parts, to.address, portOf(url))
  const sent = httpRequest(
    {
      ...place,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEnd(request.headers), host: url.host },
      agent: false,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    },
  )
  sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  response.on('close', () => sent.destroy())
  request.pipe(sent)
}

function reached({ reach }: EgressProxyParts, address: string, port: number) {
  const at = reach?.(address, port) ?? { host: address, port }
  return { ...at, family: isIPv6(at.host) ? 6 : 4 }
}

/** The headers without those that apply to one connection only. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

const HOP_BY_HOP = [
  'proxy-authorization',
  'proxy-connection',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
]

async function tunnel(
  parts: EgressProxyParts,
  request: IncomingMessage,
  { client, head, keep }: { readonly client: Socket; readonly head: Buffer; keep(socket: Duplex): void },
): Promise<void> {
  if (!knows(request, parts.password))
    return void client.end(
      'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="countersign"\r\nContent-Length: 0\r\n\r\n',
    )
  const url = URL.parse(`https://${request.url ?? ''}`)
  if (url === null) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  const to = await judged(parts, url, 'CONNECT')
  if ('refusal' in to) return void client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  let received = head
  const look = (piece: Buffer) => {
    received = Buffer.concat([received, piece])
    const hello = readHello(received)
    if (hello.kind === 'more') return
    client.off('data', look).pause()
    // Only a page offers h2 in its TLS handshake: a WebSocket, a TURN client or a page's own tunnel does not.
    if (hello.kind === 'other' || !hello.protocols.includes('h2')) {
      parts.refused(`CONNECT ${url.host}`, 'it is not a page')
      client.destroy()
      return
    }
    const server = connect(reached(parts, to.address, Number(url.port || 443)))
    keep(server)
    server.setTimeout(CONNECT_MS, () => server.connecting && server.destroy())
    server.once('connect', () => {
      server.setTimeout(0)
      server.write(received)
      client.pipe(server).pipe(client)
    })
    server.once('close', () => client.destroy())
    client.once('close', () => server.destroy())
  }
  client.on('data', look)
}
