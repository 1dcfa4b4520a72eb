import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Egress } from '../../../platform/egress/egress.ts'

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
 * Sites on one local server, distinguished by name. Names resolve to public addresses, which the proxy redirects to this server, so pages are judged
 * as if they were on the internet.
 */
export interface Village {
  readonly port: number
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
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const host = (request.headers.host ?? '').replace(/:80$/, '')
      const path = request.url ?? '/'
      const seen = { host, method: request.method ?? '', path, body, headers: request.headers }
      arrived.push(seen)
      const page = pages.get(`${host}${path.split('?')[0]}`)
      if (page === undefined) return void response.writeHead(404).end('none')
      if (typeof page === 'function') return page(seen, response)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    port,
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
    reach: () => ({ host: '127.0.0.1', port }),
    serve: (at, page) => void pages.set(at, page),
    at: (host) => arrived.filter((one) => one.host === host && !one.path.includes('favicon')),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
