import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIPv6 } from 'node:net'
import type { Readable } from 'node:stream'
import { VERSION } from '../../version.ts'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface PinnedRequest {
  readonly url: URL
  /** The connection goes to this address only, whatever the name resolves to by now. */
  readonly address: string
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly type: string
  /** The target of a redirect, as the server wrote it. */
  readonly location: string | undefined
  readonly body: Buffer
  /** The answer was longer. */
  readonly cut: boolean
}

/** Maximum size of an answer in bytes, once unpacked. */
const BODY_LIMIT = 5_000_000

/** Request headers: the same for every server, without secrets. */
export const HEADERS = {
  'user-agent': `Countersign/${VERSION}`,
  accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,*/*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
}

/** One GET, without following redirects. Rejects when the server is unreachable or disconnects, or the signal aborts. */
export async function pinnedGet({ url, address, signal }: PinnedRequest): Promise<Answer> {
  const answer = await send({ url, address, signal })
  const location = answer.headers.location
  const status = answer.statusCode ?? 0
  const base = { status, type: answer.headers['content-type'] ?? '', location }
  // The body of a redirect is not needed.
  if (status >= 300 && status < 400 && location !== undefined) {
    answer.destroy()
    return { ...base, body: Buffer.alloc(0), cut: false }
  }
  return { ...base, ...(await readBody(unpacked(answer), answer)) }
}

function send({ url, address, signal }: PinnedRequest): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  const family = isIPv6(address) ? 6 : 4
  return new Promise((resolve, reject) => {
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      headers: HEADERS,
      // No pool: a connection of an earlier call could lead elsewhere.
      agent: false,
      signal,
      maxHeaderSize: 32_768,
      lookup: (_name, options, found) =>
        options.all === true ? found(null, [{ address, family }]) : found(null, address, family),
    })
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end()
  })
}

function unpacked(answer: IncomingMessage): Readable {
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }
  const encoding = answer.headers['content-encoding'] ?? ''
  const known = encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate' || encoding === 'br'
  if (!known) return answer
  const stream = unpack[encoding]()
  answer.once('error', (cause) => stream.destroy(cause))
  return answer.pipe(stream)
}

/** Reads up to the limit, which also stops a small answer that unpacks to a huge one. */
async function readBody(stream: Readable, answer: IncomingMessage): Promise<Pick<Answer, 'body' | 'cut'>> {
  const blocks: Buffer[] = []
  let size = 0
  try {
    for await (const block of stream) {
      if (!Buffer.isBuffer(block)) continue
      blocks.push(block)
      size += block.length
      if (size > BODY_LIMIT) return { body: Buffer.concat(blocks).subarray(0, BODY_LIMIT), cut: true }
    }
    return { body: Buffer.concat(blocks), cut: false }
  } finally {
    answer.destroy()
  }
}
