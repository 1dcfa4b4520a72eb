import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Bytes that belong together; how they are cut on the line is another matter. */
export type Events = readonly (string | Buffer)[]

/** What the local server does with one request. */
export type Play =
  /** `after`: milliseconds that it thinks before it says anything. */
  | { readonly kind: 'stream'; readonly events: Events; readonly pieces?: 'bytes'; readonly after?: number }
  | {
      readonly kind: 'refuse'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly says?: string
    }
  /** Sends the events and cuts the connection without an end. */
  | { readonly kind: 'cut'; readonly events: Events }
  /** Takes the request and says nothing at all. */
  | { readonly kind: 'mute' }
  /** Sends this many pings before the events, one after so many milliseconds. */
  | { readonly kind: 'pings'; readonly events: Events; readonly times: number; readonly every: number }
  /** Sends the events and nothing more, for as long as somebody listens. */
  | { readonly kind: 'hang'; readonly events: Events }

export interface WireServer {
  readonly address: string
  /** Bodies of the requests, in order. */
  readonly bodies: readonly unknown[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Resolves once a client has left a stream that had not ended. */
  readonly left: Promise<void>
  close(): Promise<void>
}

/** A server on loopback that speaks a provider's wire format as it is told, request by request; the last play goes on. */
export async function wireServer(
  plays: readonly Play[],
  contentType = 'text/event-stream',
): Promise<WireServer> {
  const bodies: unknown[] = []
  const headers: IncomingMessage['headers'][] = []
  const left = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      // Whoever looks for models is no request of the story.
      if (request.method === 'GET') return sendJson(response, 200, { data: [{ id: 'any' }] })
      headers.push(request.headers)
      const play = plays[Math.min(bodies.push(JSON.parse(body)) - 1, plays.length - 1)]
      if (play === undefined || play.kind === 'refuse')
        return sendJson(response, play?.status ?? 500, refusal(play?.says), play?.headers)
      if (play.kind === 'mute') return
      response.writeHead(200, { 'content-type': contentType })
      response.on('close', () => {
        if (!response.writableEnded) left.resolve()
      })
      await perform(play, response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    address: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    left: left.promise,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

const refusal = (message = 'try later') => ({ type: 'error', error: { type: 'busy', message }, message })

async function perform(
  play: Exclude<Play, { kind: 'refuse' | 'mute' }>,
  response: ServerResponse,
): Promise<void> {
  const bytes = Buffer.concat(play.events.map((event) => Buffer.from(event)))
  switch (play.kind) {
    case 'cut':
      response.write(bytes)
      // The bytes have to be out before the line is cut.
      setImmediate(() => response.destroy())
      return
    case 'hang':
      response.write(bytes)
      return
    case 'pings':
      for (let ping = 0; ping < play.times; ping += 1) {
        response.write(': ping\n\n')
        await setTimeout(play.every)
      }
      response.end(bytes)
      return
    case 'stream':
      if (play.after !== undefined) await setTimeout(play.after)
      if (play.pieces === 'bytes') await writeBytes(bytes, response)
      else response.write(bytes)
      response.end()
  }
}

/** Every byte on its own, each in a turn of the event loop of its own. */
async function writeBytes(bytes: Buffer, response: ServerResponse): Promise<void> {
  for (const byte of bytes) {
    response.write(Buffer.of(byte))
    await new Promise((next) => setImmediate(next))
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an unread request gives buffers
  return Buffer.concat(chunks).toString('utf8')
}
