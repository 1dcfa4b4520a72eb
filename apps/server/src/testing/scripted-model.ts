import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

/** The model's next answer, and how it ends. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[]
  /** Milliseconds between the words of the text. Absent: all at once. */
  readonly pace?: number
  /** Tokens that it reports. */
  readonly usage?: { readonly input: number; readonly output: number }
  /** `hang`: sends nothing more. `error`: ends with one. */
  readonly end?: 'hang' | 'error'
}

const Request = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  /** Its offered tools. */
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
})

export type ScriptedRequest = z.infer<typeof Request>

export interface ScriptedModel {
  /** The environment that makes it the model `compatible/any`, or `llamacpp/any` with a window. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly ScriptedRequest[]
  close(): Promise<void>
}

/** The model of the server that `env` starts. */
export const SCRIPTED = 'compatible/any'

/** The model of the server that `env` starts, if the model has a window. */
export const SCRIPTED_WITH_WINDOW = 'llamacpp/any'

/**
 * A model on loopback, in OpenAI's chat format, whose answers a function provides. `window`: it acts as llama.cpp, with a context of this
 * many tokens.
 */
export async function scriptedModel(
  answer: (request: ScriptedRequest) => ScriptedAnswer,
  { window }: { readonly window?: number } = {},
): Promise<ScriptedModel> {
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (request.method === 'GET' && window !== undefined && request.url === '/props')
        return sendJson(response, { default_generation_settings: { n_ctx: window } })
      if (request.method === 'GET') return sendJson(response, { data: [{ id: 'any' }] })
      const asked = Request.parse(JSON.parse(body))
      requests.push(asked)
      void play(answer(asked), response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    env:
      window === undefined
        ? { COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}` }
        : { COUNTERSIGN_LLAMACPP_URL: `http://127.0.0.1:${port}/v1`, COUNTERSIGN_LOCAL_MODELS: '' },
    requests,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/**
 * A model that follows the person's message, as JSON: it loads groups of tools if requested, and makes the calls in one step; then it says
 * `done`, as to any other message.
 */
export function obedient({ messages }: ScriptedRequest): ScriptedAnswer {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const content = messages[asked]?.content
  if (typeof content !== 'string' || !content.startsWith('{')) return { text: 'done' }
  const { load, ...answer } = ANSWER.parse(JSON.parse(content))
  const loading = load.length === 0 ? [] : [{ calls: [{ name: 'load_tools', args: { groups: load } }] }]
  const answered = messages.slice(asked).filter(({ role }) => role === 'assistant').length
  return [...loading, answer][answered] ?? { text: 'done' }
}

const ANSWER = z.object({
  text: z.string().default(''),
  calls: z.array(z.object({ name: z.string(), args: z.unknown() })).default([]),
  load: z.array(z.string()).default([]),
})

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function play(
  { text = '', calls = [], end, pace, usage = { input: 1, output: 1 } }: ScriptedAnswer,
  response: ServerResponse,
): Promise<void> {
  const send = (choices: readonly object[], rest: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'any', choices, ...rest })}\n\n`,
    )
  const delta = (value: object) => send([{ index: 0, delta: value, finish_reason: null }])
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  delta({ role: 'assistant', content: pace === undefined ? text : '' })
  if (pace !== undefined)
    for (const word of text.split(/(?<= )/)) {
      if (response.destroyed) return
      delta({ content: word })
      await setTimeout(pace)
    }
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
  send([], {
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  })
  response.write('data: [DONE]\n\n')
  response.end()
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an undecoded request yields buffers
  return Buffer.concat(chunks).toString('utf8')
}
