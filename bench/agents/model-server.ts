import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A tool call that the scripted model makes. */
export interface ScriptedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The text, for tools that take free text in Codex. */
  readonly custom?: string
}

/** The model's script for one conversation: it makes the calls of each step, and says "done" after the last. */
export type Script = readonly (readonly ScriptedCall[])[]

export interface ModelServer {
  readonly port: number
  /** Names of the tools that the agent offered, by script. */
  readonly offered: ReadonlyMap<string, ReadonlySet<string>>
  /** The agent's results for each call, as JSON, in order of arrival, by script. */
  readonly results: ReadonlyMap<string, readonly string[]>
  /** Paths that no wire format handles. */
  readonly strangers: readonly string[]
  close(): Promise<void>
}

type Json = Readonly<Record<string, unknown>>

/** Parses requests and writes answers for one wire format. */
interface Wire {
  matches(path: string): boolean
  tools(body: Json): readonly string[]
  /** Results of calls in the conversation so far. */
  results(body: Json): readonly unknown[]
  conversation(body: Json): unknown
  answer(calls: readonly ScriptedCall[], body: Json, response: ServerResponse, path: string): void
}

/**
 * Plays a model provider on loopback. A prompt names its script as `[script:NAME]`. The current step is derived from the results in the
 * conversation, so that a repeated request gets the same answer and each sub-agent has its own script.
 */
export async function startModelServer(scripts: Readonly<Record<string, Script>>): Promise<ModelServer> {
  const offered = new Map<string, Set<string>>()
  const results = new Map<string, readonly string[]>()
  const strangers: string[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch((cause: unknown) => {
      response.writeHead(500).end(String(cause))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const wire = WIRES.find((one) => one.matches(path))
    if (request.method !== 'POST' || wire === undefined) {
      strangers.push(`${request.method} ${path}`)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const sent = await text(request)
    const body = JSON.parse(sent) as Json // the agents send JSON objects
    if (process.env['MODEL_SERVER_LOG'] !== undefined) console.error(path, sent.slice(0, 200000))
    const names = wire.tools(body)
    const name = /\[script:([a-z-]+)\]/.exec(JSON.stringify(wire.conversation(body)))?.[1] ?? ''
    if (names.length > 0) {
      const known = offered.get(name) ?? new Set()
      for (const tool of names) known.add(tool)
      offered.set(name, known)
    }
    const given = wire.results(body)
    if (given.length > 0)
      results.set(
        name,
        given.map((one) => JSON.stringify(one)),
      )
    // Requests without tools are background work, such as a title for the thread.
    const calls =
      names.length === 0
        ? []
        : stepAfter(scripts[name] ?? [], given.length).map((call) => filled(call, given))
    wire.answer(calls, body, response, path)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    offered,
    results,
    strangers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function stepAfter(script: Script, done: number): readonly ScriptedCall[] {
  let left = done
  for (const step of script) {
    if (left < step.length) return step.slice(left)
    left -= step.length
  }
  return []
}

/** Codex numbers its processes; `{{session}}` in a call is replaced by the last number. */
function filled(call: ScriptedCall, given: readonly unknown[]): ScriptedCall {
  const session = [...JSON.stringify(given).matchAll(/session ID (\d+)/g)].at(-1)?.[1] ?? '0'
  const input = JSON.stringify(call.input).replaceAll('"{{session}}"', session)
  return { ...call, input: JSON.parse(input) as ScriptedCall['input'] } // an object stays an object
}

let made = 0
const newId = (): string => `call_${String((made += 1)).padStart(8, '0')}`

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
}

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []) // all these wire formats send objects

const anthropic: Wire = {
  matches: (path) => path.endsWith('/v1/messages'),
  tools: (body) => list(body['tools']).map((tool) => String(tool['name'])),
  conversation: (body) => body['messages'],
  results: (body) =>
    list(body['messages']).flatMap((message) =>
      list(message['content']).filter((part) => part['type'] === 'tool_result'),
    ),
  answer(calls, body, response) {
    const blocks =
      calls.length === 0
        ? [{ type: 'text', text: 'done' }]
        : calls.map(({ tool, input }) => ({ type: 'tool_use', id: `toolu_${newId()}`, name: tool, input }))
    const stop = calls.length === 0 ? 'end_turn' : 'tool_use'
    const message = {
      id: `msg_${newId()}`,
      type: 'message',
      role: 'assistant',
      model: body['model'],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    }
    if (body['stream'] !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...message, content: blocks, stop_reason: stop }))
      return
    }
    stream(response)
    const send = (type: string, fields: Json): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
    }
    send('message_start', { message: { ...message, content: [] } })
    blocks.forEach((block, index) => {
      const empty = 'input' in block ? { ...block, input: {} } : { ...block, text: '' }
      send('content_block_start', { index, content_block: empty })
      send('content_block_delta', {
        index,
        delta:
          'input' in block
            ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
            : { type: 'text_delta', text: block.text },
      })
      send('content_block_stop', { index })
    })
    send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 5 } })
    send('message_stop', {})
    response.end()
  },
}

const responses: Wire = {
  matches: (path) => path.endsWith('/responses'),
  tools: (body) => list(body['tools']).flatMap(namesOf),
  conversation: (body) => body['input'],
  results: (body) =>
    list(body['input']).filter((item) => /^(function|custom_tool)_call_output$/.test(String(item['type']))),
  answer(calls, body, response) {
    stream(response)
    const id = `resp_${newId()}`
    const items: Json[] =
      calls.length === 0
        ? [
            {
              type: 'message',
              id: `msg_${newId()}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'done', annotations: [] }],
            },
          ]
        : calls.map((call) => itemOf(call))
    const send = (type: string, fields: Json): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
    }
    const head = { id, object: 'response', model: body['model'], status: 'in_progress', output: [] }
    send('response.created', { response: head })
    items.forEach((item, index) => {
      send('response.output_item.added', { output_index: index, item })
      send('response.output_item.done', { output_index: index, item })
    })
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    }
    send('response.completed', { response: { ...head, status: 'completed', output: items, usage } })
    response.end()
  },
}

function itemOf({ tool, input, custom }: ScriptedCall): Json {
  const call_id = newId()
  const [name, namespace] = tool.split('/').toReversed()
  const common = {
    id: `fc_${call_id}`,
    call_id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    status: 'completed',
  }
  return custom === undefined
    ? { type: 'function_call', ...common, arguments: JSON.stringify(input) }
    : { type: 'custom_tool_call', ...common, input: custom }
}

/** A namespace contains its own tools. */
function namesOf(tool: Json): readonly string[] {
  if (tool['type'] !== 'namespace') return [String(tool['name'] ?? tool['type'])]
  return list(tool['tools']).map((inner) => `${String(tool['name'])}/${String(inner['name'])}`)
}

const gemini: Wire = {
  matches: (path) => /:(streamGenerateContent|generateContent)$/.test(path),
  tools: (body) =>
    list(body['tools']).flatMap((tool) =>
      list(tool['functionDeclarations']).map((one) => String(one['name'])),
    ),
  conversation: (body) => body['contents'],
  results: (body) =>
    list(body['contents']).flatMap((content) =>
      list(content['parts']).filter((part) => 'functionResponse' in part),
    ),
  answer(calls, _body, response, path) {
    const parts =
      calls.length === 0
        ? [{ text: '{"next_speaker":"user","reasoning":"done"}' }]
        : calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }))
    const chunk = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    }
    if (path.endsWith(':generateContent')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(chunk))
      return
    }
    stream(response)
    response.end(`data: ${JSON.stringify(chunk)}\n\n`)
  },
}

const chat: Wire = {
  matches: (path) => path.endsWith('/chat/completions'),
  tools: (body) =>
    list(body['tools']).map((tool) => String((tool['function'] as Json | undefined)?.['name'])), // this wire format has only functions
  conversation: (body) => body['messages'],
  results: (body) => list(body['messages']).filter((message) => message['role'] === 'tool'),
  answer(calls, body, response) {
    const head = { id: newId(), object: 'chat.completion.chunk', created: 1, model: body['model'] }
    const delta =
      calls.length === 0
        ? { role: 'assistant', content: 'done' }
        : {
            role: 'assistant',
            tool_calls: calls.map(({ tool, input }, index) => ({
              index,
              id: newId(),
              type: 'function',
              function: { name: tool, arguments: JSON.stringify(input) },
            })),
          }
    const finish = calls.length === 0 ? 'stop' : 'tool_calls'
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    if (body['stream'] !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message: delta, finish_reason: finish }],
          usage,
        }),
      )
      return
    }
    stream(response)
    const send = (fields: Json): void => {
      response.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`)
    }
    send({ choices: [{ index: 0, delta, finish_reason: null }] })
    send({ choices: [{ index: 0, delta: {}, finish_reason: finish }], usage })
    response.end('data: [DONE]\n\n')
  },
}

const WIRES: readonly Wire[] = [anthropic, responses, gemini, chat]
