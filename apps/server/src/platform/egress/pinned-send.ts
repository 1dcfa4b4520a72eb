import { isIP } from 'node:net'
import { Agent, request as send } from 'undici'

/** A request to one address, whatever its name leads to by now. */
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
  /** There was more. */
  readonly cut: boolean
}

/** Most bytes of an answer. */
const LIMIT = 5_000_000

/** Sends a request over a connection of its own to the address that was judged. Follows no redirect. */
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
      const data = piece as Buffer // a body without an encoding comes in these
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
