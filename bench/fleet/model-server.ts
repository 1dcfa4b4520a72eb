import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/** The fields of a request that a script needs. */
export interface Prompt {
  /** The last message of a person or of the parent agent. */
  readonly asked: string
  /** How many answers it has received so far. */
  readonly step: number
}

/** The model's answer. */
export interface Answer {
  readonly chunks: Iterable<string>
  /** Milliseconds between two chunks. */
  readonly pause: number
  readonly calls: readonly { readonly tool: string; readonly args: object }[]
  /** Refuses with a status, or breaks off after its text. */
  readonly trouble?: 'busy' | 'cut'
}

export interface ModelServer {
  readonly address: string
  close(): Promise<void>
}

const Body = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
})

/** A model server on loopback in the most common format, which answers by a script. */
export async function modelServer(script: (prompt: Prompt) => Answer): Promise<ModelServer> {
  const server = createServer((request, response) => {
    serve(request, response, script).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', 4096, listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  script: (prompt: Prompt) => Answer,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an unread request gives buffers
  // A request for the list of models gets the only one.
  if (request.method === 'GET') return json(response, 200, { data: [{ id: 'any' }] })
  const answer = script(promptOf(Buffer.concat(chunks).toString('utf8')))
  if (answer.trouble === 'busy') return json(response, 503, { error: { message: 'busy' } })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await stream(response, answer)
}

async function stream(response: ServerResponse, { chunks, pause, calls, trouble }: Answer): Promise<void> {
  const delta = (value: object, finish_reason: string | null = null) =>
    sse({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'any',
      choices: [{ index: 0, delta: value, finish_reason }],
    })
  response.write(delta({ role: 'assistant', content: '' }))
  for (const content of chunks) {
    if (response.destroyed) return
    response.write(delta({ content }))
    await delay(pause)
  }
  if (trouble === 'cut') {
    response.destroy()
    return
  }
  for (const [index, { tool, args }] of calls.entries()) {
    const named = { name: tool.replaceAll('.', '_'), arguments: JSON.stringify(args) }
    response.write(delta({ tool_calls: [{ index, id: `p${index}`, type: 'function', function: named }] }))
  }
  response.write(delta({}, calls.length > 0 ? 'tool_calls' : 'stop'))
  response.write(
    sse({ id: 'c', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }),
  )
  response.end('data: [DONE]\n\n')
}

function promptOf(body: string): Prompt {
  const { messages } = Body.parse(JSON.parse(body))
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return {
    asked: textOf(messages[asked]?.content),
    step: messages.slice(asked).filter(({ role }) => role === 'assistant').length,
  }
}

const Parts = z.array(z.object({ text: z.string() }))

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Parts.safeParse(content)
  return parts.success ? parts.data.map(({ text }) => text).join('') : ''
}

function sse(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
