import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the local server does with one request. */
export type Play =
  | { readonly kind: 'stream'; readonly events: readonly string[]; readonly pieces?: 'bytes' }
  | { readonly kind: 'refuse'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Sends the events and cuts the connection without an end. */
  | { readonly kind: 'cut'; readonly events: readonly string[] }

export interface WireServer {
  readonly address: string
  /** Bodies of the requests, in order. */
  readonly bodies: readonly unknown[]
  close(): Promise<void>
}

/** A server on loopback that speaks a provider's wire format as it is told, request by request. */
export async function wireServer(plays: readonly Play[]): Promise<WireServer> {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      // Whoever looks for models is no request of the story.
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ data: [{ id: 'any' }] }))
        return
      }
      const play = plays[Math.min(bodies.push(JSON.parse(body)) - 1, plays.length - 1)]
      if (play === undefined || play.kind === 'refuse') {
        response.writeHead(play?.status ?? 500, { 'content-type': 'application/json', ...play?.headers })
        response.end(JSON.stringify({ type: 'error', error: { type: 'busy', message: 'try later' } }))
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const text = play.events.join('')
      if (play.kind === 'cut') {
        response.write(text)
        // The text has to be out before the line is cut.
        setImmediate(() => response.destroy())
        return
      }
      if (play.pieces === 'bytes') {
        for (const byte of Buffer.from(text)) {
          response.write(Buffer.of(byte))
          await new Promise((next) => setImmediate(next))
        }
      } else response.write(text)
      response.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    address: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an unread request gives buffers
  return Buffer.concat(chunks).toString('utf8')
}

const sse = (data: unknown, event?: string) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** One answer with text and two calls, in Anthropic's format, thinking with its signature in front. */
export function anthropicAnswer(): readonly string[] {
  const event = (type: string, rest: object) => sse({ type, ...rest }, type)
  return [
    event('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'x',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'hmm' } }),
    event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'SIGNED' } }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Grüße, ' } }),
    event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'one moment' } }),
    event('content_block_stop', { index: 1 }),
    event('content_block_start', {
      index: 2,
      content_block: { type: 'tool_use', id: 't1', name: 'files_list', input: {} },
    }),
    event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"pa' } }),
    event('content_block_delta', {
      index: 2,
      delta: { type: 'input_json_delta', partial_json: 'th":"src"}' },
    }),
    event('content_block_stop', { index: 2 }),
    event('message_delta', {
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event('message_stop', {}),
  ]
}

/** The same in OpenAI's chat format, with the deltas of two calls interleaved. */
export function compatibleAnswer(): readonly string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    sse({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'x',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  const call = (index: number, rest: object) => ({ tool_calls: [{ index, ...rest }] })
  return [
    chunk({ role: 'assistant', content: 'Grüße, ' }),
    chunk({ content: 'one moment' }),
    chunk(call(0, { id: 't1', type: 'function', function: { name: 'files_list', arguments: '{"pa' } })),
    chunk(call(1, { id: 't2', type: 'function', function: { name: 'files_list', arguments: '' } })),
    chunk(call(0, { function: { arguments: 'th":"src"}' } })),
    chunk(call(1, { function: { arguments: '{}' } })),
    chunk({}, 'tool_calls'),
    sse({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'x',
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }),
    sse('[DONE]'),
  ]
}
