import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Bytes that belong together, however they are split on the wire. */
export type Events = readonly (string | Buffer)[]

/** How the local server handles one request. */
export type Play =
  /** `after`: milliseconds before it sends anything. */
  | { readonly kind: 'stream'; readonly events: Events; readonly pieces?: 'bytes'; readonly after?: number }
  | {
      readonly kind: 'refuse'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly says?: string
    }
  /** Sends the events and drops the connection without an end. */
  | { readonly kind: 'cut'; readonly events: Events }
  /** Accepts the request and never answers. */
  | { readonly kind: 'mute' }
  /** Sends this many pings before the events, at this interval. */
  | { readonly kind: 'pings'; readonly events: Events; readonly times: number; readonly every: number }
  /** Sends the events and then nothing, until the client leaves. */
  | { readonly kind: 'hang'; readonly events: Events }

export interface WireServer {
  readonly address: string
  /** Bodies of the requests, in order. */
  readonly bodies: readonly unknown[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Resolves once a client has left an unfinished stream. */
  readonly left: Promise<void>
  close(): Promise<void>
}

/** A server on loopback that plays a provider's wire format as scripted, request by request; the last play repeats. */
export async function wireServer(
  plays: readonly Play[],
  contentType = 'text/event-stream',
): Promise<WireServer> {
  const bodies: unknown[] = []
  const headers: IncomingMessage['headers'][] = []
  const left = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      // Requests for model lists are not part of the script.
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
  const { port } = server.address() as AddressInfo // a listening TCP server has one
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
      // The bytes must be sent before the connection is dropped.
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

/** Every byte separately, each in its own turn of the event loop. */
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
  for await (const chunk of request) chunks.push(chunk as Buffer) // an undecoded request yields buffers
  return Buffer.concat(chunks).toString('utf8')
}
