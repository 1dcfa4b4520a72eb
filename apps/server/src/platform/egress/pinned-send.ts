import { isIP } from 'node:net'
import { Agent, request as send } from 'undici'

/** A request to one address, whatever its name resolves to by now. */
export interface SentRequest {
  readonly url: URL
  readonly address: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

export interface SentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The answer was longer. */
  readonly cut: boolean
}

/** Maximum size of an answer in bytes. */
const LIMIT = 5_000_000

/** Sends a request over its own connection to the judged address. Follows no redirects. */
export async function pinnedSend({
  url,
  address,
  method,
  headers,
  body,
  signal,
}: SentRequest): Promise<SentAnswer> {
  const family = isIP(address)
  const agent = new Agent({
    connect: {
      lookup: (_host, options, found) => {
        if (options.all === true) found(null, [{ address, family }])
        else found(null, address, family)
      },
    },
  })
  try {
    const answer = await send(url, {
      dispatcher: agent,
      method,
      headers: { ...headers },
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of answer.body) {
      const data = piece as Buffer // without an encoding, chunks are buffers
      pieces.push(data)
      bytes += data.length
      if (bytes > LIMIT) break
    }
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(flat) as Record<string, string>, // pairs of texts, made above
      body: Buffer.concat(pieces).subarray(0, LIMIT),
      cut: bytes > LIMIT,
    }
  } finally {
    await agent.destroy()
  }
}
