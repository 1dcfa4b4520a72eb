import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** What the model says next, and how its answer ends. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[]
  /** `hang`: says nothing more. `error`: ends with one. */
  readonly end?: 'hang' | 'error'
}

const Request = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
})

export type ScriptedRequest = z.infer<typeof Request>

export interface ScriptedModel {
  /** What a server is started with to have it as the model `compatible/any`. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly ScriptedRequest[]
  close(): Promise<void>
}

/** The model of the server that `env` starts. */
export const SCRIPTED = 'compatible/any'

/** A model on loopback, in the format of OpenAI's chat, that answers as a function tells it. */
export async function scriptedModel(
  answer: (request: ScriptedRequest) => ScriptedAnswer,
): Promise<ScriptedModel> {
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (request.method === 'GET') return sendModels(response)
      const asked = Request.parse(JSON.parse(body))
      requests.push(asked)
      play(answer(asked), response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    env: { COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}` },
    requests,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** A model that does what the person's message says, as JSON, in one step; then it says `done`. */
export function obedient({ messages }: ScriptedRequest): ScriptedAnswer {
  if (messages.at(-1)?.role !== 'user') return { text: 'done' }
  return ANSWER.parse(JSON.parse(String(messages.at(-1)?.content)))
}

const ANSWER = z.object({
  text: z.string().default(''),
  calls: z.array(z.object({ name: z.string(), args: z.unknown() })).default([]),
})

function sendModels(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: [{ id: 'any' }] }))
}

function play({ text = '', calls = [], end }: ScriptedAnswer, response: ServerResponse): void {
  const send = (choices: readonly object[], rest: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'any', choices, ...rest })}\n\n`,
    )
  const delta = (value: object) => send([{ index: 0, delta: value, finish_reason: null }])
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  delta({ role: 'assistant', content: text })
  for (const [index, { name, args }] of calls.entries())
    delta({
      tool_calls: [
        {
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name: name.replaceAll('.', '_'), arguments: JSON.stringify(args) },
        },
      ],
    })
  if (end === 'hang') return
  if (end === 'error') {
    response.end(`data: ${JSON.stringify({ error: { message: 'broke', type: 'server_error' } })}\n\n`)
    return
  }
  send([{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }])
  send([], { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })
  response.write('data: [DONE]\n\n')
  response.end()
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an unread request gives buffers
  return Buffer.concat(chunks).toString('utf8')
}
