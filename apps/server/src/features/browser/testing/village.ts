import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Egress } from '../../../platform/egress/egress.ts'
import { selfSigned } from '../../../platform/egress/testing/self-signed.ts'

/** A request that arrived at a site of the village. */
export interface Arrived {
  readonly host: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
}

export type Page = string | ((request: Arrived, response: ServerResponse) => void)

/**
 * Sites on local servers, one of them over TLS, distinguished by name. Names resolve to public addresses, which the proxy redirects to these servers, so pages are judged
 * as if they were on the internet.
 */
export interface Village {
  readonly port: number
  /** The port of the sites that are reached over TLS. */
  readonly securePort: number
  /** The hash of the key of the sites that are reached over TLS, with which a browser accepts them. */
  readonly pin: string
  /** How many TLS connections were made, for whatever purpose. */
  readonly tunnels: () => number
  readonly arrived: Arrived[]
  /** Names that were looked up. */
  readonly named: string[]
  readonly egress: Pick<Egress, 'resolve' | 'refusal'>
  reach(address: string, port: number): { readonly host: string; readonly port: number }
  /** Serves a page at an address: `shop.example/cart`. */
  serve(at: string, page: Page): void
  /** Requests that arrived at a host, except those for icons. */
  at(host: string): readonly Arrived[]
  close(): Promise<void>
}

const PUBLIC = '93.184.216.34'

export async function village(names: Readonly<Record<string, string>> = {}): Promise<Village> {
  const pages = new Map<string, Page>()
  const arrived: Arrived[] = []
  const named: string[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const host = (request.headers.host ?? '').replace(/:(?:80|443)$/, '')
      const path = request.url ?? '/'
      const seen = { host, method: request.method ?? '', path, body, headers: request.headers }
      arrived.push(seen)
      const page = pages.get(`${host}${path.split('?')[0]}`)
      if (page === undefined) return void response.writeHead(404).end('none')
      if (typeof page === 'function') return page(seen, response)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    })
  }
  const { pin, ...certificate } = selfSigned()
  const servers = [createServer(answer), createSecureServer(certificate, answer)] as const
  const [{ port }, secure] = [await listening(servers[0]), await listening(servers[1])]
  let tunnels = 0
  servers[1].on('connection', () => (tunnels += 1))
  for (const server of servers)
    server.on('upgrade', ({ headers, method = '', url = '/' }, socket) => {
      arrived.push({ host: headers.host ?? '', method, path: url, body: '', headers })
      socket.destroy()
    })
  // What a page sends to a site need not be a request, such as that of a TURN client.
  for (const server of servers)
    server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
      if (cause.code?.startsWith('HPE_') === true)
        arrived.push({ host: '', method: 'not a request', path: '', body: '', headers: {} })
      socket.destroy()
    })
  return {
    port,
    securePort: secure.port,
    pin,
    tunnels: () => tunnels,
    arrived,
    named,
    egress: {
      async resolve(host) {
        named.push(host)
        return [names[host] ?? PUBLIC]
      },
      refusal: (host, at) =>
        host.endsWith('own.example') || at === 7777 ? 'an address of Countersign itself' : undefined,
    },
    reach: (_address, at) => ({ host: '127.0.0.1', port: at === 443 ? secure.port : port }),
    serve: (at, page) => void pages.set(at, page),
    at: (host) => arrived.filter((one) => one.host === host && !one.path.includes('favicon')),
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise<void>((closed) => server.close(() => closed()))
      }
    },
  }
}

async function listening(server: Server): Promise<AddressInfo> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server.address() as AddressInfo // a TCP server that listens has one
}
