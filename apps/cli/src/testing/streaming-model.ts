import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The model's text, piece by piece, and then its calls. */
export interface Said {
  readonly text: string
  readonly calls?: readonly { readonly name: string; readonly args: object }[]
}

export interface StreamingModel {
  /** The environment with which new threads use it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const PIECE = 60

/**
 * A model on loopback, in OpenAI's chat format, whose words arrive one by one. The name of an answer is the person's last message, with the
 * number of tool results since.
 */
export async function streamingModel(answers: Readonly<Record<string, Said>>): Promise<StreamingModel> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'GET') {
        response.end('{"data":[{"id":"any"}]}')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const pieces = spoken(answers[nameOf(Buffer.concat(chunks).toString('utf8'))] ?? { text: 'Done.' })
      const say = () => {
        const piece = pieces.shift()
        if (piece === undefined) return response.end('data: [DONE]\n\n')
        // The next piece is sent after this one, so that a client sees several.
        return response.write(`data: ${JSON.stringify(piece)}\n\n`, () => setImmediate(say))
      }
      say()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    env: { COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}`, COUNTERSIGN_MODEL: 'compatible/any' },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

function nameOf(body: string): string {
  // The server's request is JSON of a known shape.
  const { messages } = JSON.parse(body) as { messages: readonly { role: string; content: unknown }[] }
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const results = messages.slice(last + 1).filter(({ role }) => role === 'tool').length
  return `${String(messages[last]?.content)}${results === 0 ? '' : ` ${results}`}`
}

function spoken({ text, calls = [] }: Said): object[] {
  const chunk = (choices: readonly object[], rest: object = {}) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'any',
    choices,
    ...rest,
  })
  const delta = (value: object) => chunk([{ index: 0, delta: value, finish_reason: null }])
  const pieces = text.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? []
  return [
    ...pieces.map((content) => delta({ role: 'assistant', content })),
    ...calls.map(({ name, args }, index) =>
      delta({
        tool_calls: [
          {
            index,
            id: `call_${index}`,
            type: 'function',
            function: { name: name.replaceAll('.', '_'), arguments: JSON.stringify(args) },
          },
        ],
      }),
    ),
    chunk([{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }]),
    chunk([], { usage: { prompt_tokens: 34_701, completion_tokens: 1200, total_tokens: 35_901 } }),
  ]
}
