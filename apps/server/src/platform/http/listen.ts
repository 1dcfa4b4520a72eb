import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listening {
  readonly port: number
  close(): void
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Listens on the port. On loopback that means both addresses: a browser resolves `localhost` to either, and another program on one of them
 * would have our origin. Rejects if one is taken.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  if (!LOOPBACK.has(host)) {
    await app.listen({ host, port })
    return { port: portOf(app.server), close: () => undefined }
  }
  const six = await bothFree(port)
  try {
    await app.listen({ host: '127.0.0.1', port: six === undefined ? port : portOf(six) })
  } catch (cause) {
    six?.close()
    throw cause
  }
  six?.on('connection', (socket) => app.server.emit('connection', socket))
  return { port: portOf(app.server), close: () => void six?.close() }
}

/** Attempts to find a port that is free at both addresses. */
const TRIES = 50

/** The IPv6 half, listening; undefined where the machine has no IPv6. */
async function bothFree(port: number): Promise<Server | undefined> {
  for (let tries = 1; ; tries += 1) {
    const six = await bound('::1', port).catch((cause: unknown) => {
      if (NO_IPV6.has(codeOf(cause))) return undefined
      throw cause
    })
    if (six === undefined || port !== 0) return six
    const four = await bound('127.0.0.1', portOf(six)).catch((cause: unknown) => {
      if (tries === TRIES) throw cause
      return undefined
    })
    if (four !== undefined) {
      four.close()
      await once(four, 'close')
      return six
    }
    six.close()
  }
}

const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

async function bound(host: string, port: number): Promise<Server> {
  const server = createServer()
  server.listen({ host, port, ipv6Only: host === '::1' })
  await once(server, 'listening')
  return server
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function portOf(server: Server | HttpServer): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
