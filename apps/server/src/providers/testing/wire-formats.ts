import { eventStreamMessage } from './event-stream.ts'
import type { Events } from './wire-server.ts'

/** The content of a model's answer, independent of the format. */
export interface Said {
  readonly reasoning?: string
  readonly text: readonly string[]
  readonly calls: readonly { readonly id: string; readonly pieces: readonly string[] }[]
}

/** A provider's wire format. All calls are of the tool `files.list`. */
export interface WireFormat {
  readonly name: string
  readonly model: string
  readonly contentType?: string
  env(address: string): Record<string, string>
  /** The answer with its end, 11 tokens in and 7 out. */
  answer(said: Said): Events
  /** How many events of `answer` form its end: without them it was cut off. */
  readonly ending: number
  /** An error in the middle of a stream. */
  readonly trouble: Events
  /** Something unparseable in the middle of a stream. */
  readonly garbled: Events
  /** It returns reasoning as text. */
  readonly reasons: boolean
  /** Arguments are text, which can be invalid. */
  readonly textArguments: boolean
  /** Values that the next request must contain verbatim. */
  readonly kept: readonly string[]
  /** A PNG in a request. */
  image(base64: string): string
  /** Where the next request has the cache mark. */
  readonly cacheMark?: string
}

const TOOL = 'files_list'

/** Truncated JSON. */
const BROKEN = '{"choices": [{"delta'

const sse = (data: unknown, event?: string) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

function anthropic({ reasoning, text, calls }: Said): Events {
  const event = (type: string, rest: object) => sse({ type, ...rest }, type)
  const block = (index: number, content_block: object, deltas: readonly object[]) => [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
  const message = { id: 'm1', type: 'message', role: 'assistant', model: 'x', content: [], stop_reason: null }
  return [
    event('message_start', { message: { ...message, usage: { input_tokens: 11, output_tokens: 1 } } }),
    event('ping', {}),
    ...(reasoning === undefined
      ? []
      : block(0, { type: 'thinking', thinking: '' }, [
          { type: 'thinking_delta', thinking: reasoning },
          { type: 'signature_delta', signature: 'SIGNED==' },
        ])),
    ...block(
      1,
      { type: 'text', text: '' },
      text.map((piece) => ({ type: 'text_delta', text: piece })),
    ),
    ...calls.map(({ id }, index) =>
      event('content_block_start', {
        index: index + 2,
        content_block: { type: 'tool_use', id, name: TOOL, input: {} },
      }),
    ),
    ...interleaved(calls).map(({ index, piece }) =>
      event('content_block_delta', {
        index: index + 2,
        delta: { type: 'input_json_delta', partial_json: piece },
      }),
    ),
    ...calls.map((_, index) => event('content_block_stop', { index: index + 2 })),
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event('message_stop', {}),
  ]
}

function responses({ reasoning, text, calls }: Said): Events {
  const event = (type: string, rest: object) => sse({ type, sequence_number: 1, ...rest }, type)
  const about = { id: 'resp_1', created_at: 1, model: 'x' }
  const added = (output_index: number, item: object) =>
    event('response.output_item.added', { output_index, item })
  const done = (output_index: number, item: object) =>
    event('response.output_item.done', { output_index, item })
  const thought = { type: 'reasoning', id: 'rs_1', encrypted_content: 'ENCRYPTED==', summary: [] }
  const part = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
  const call = (index: number, rest: object) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: calls[index]?.id,
    name: TOOL,
    ...rest,
  })
  return [
    event('response.created', { response: about }),
    ...(reasoning === undefined
      ? []
      : [
          added(0, { ...thought, encrypted_content: '' }),
          event('response.reasoning_summary_part.added', part),
          event('response.reasoning_summary_text.delta', { ...part, delta: reasoning }),
          event('response.reasoning_summary_part.done', part),
          done(0, thought),
        ]),
    added(1, { type: 'message', id: 'msg_1' }),
    ...text.map((delta) => event('response.output_text.delta', { item_id: 'msg_1', output_index: 1, delta })),
    done(1, { type: 'message', id: 'msg_1' }),
    ...calls.map((_, index) => added(index + 2, call(index, { arguments: '' }))),
    ...interleaved(calls).map(({ index, piece }) =>
      event('response.function_call_arguments.delta', {
        item_id: `fc_${index}`,
        output_index: index + 2,
        delta: piece,
      }),
    ),
    ...calls.map(({ pieces }, index) =>
      done(index + 2, call(index, { arguments: pieces.join(''), status: 'completed' })),
    ),
    event('response.completed', {
      response: {
        ...about,
        usage: { input_tokens: 11, output_tokens: 7 },
      },
    }),
  ]
}

/** OpenAI's older format, which most others use too. */
function chat({ reasoning, text, calls }: Said, withUsageAtFinish = false): Events {
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
  const chunk = (choices: readonly object[], rest: object = {}) =>
    sse({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'x', choices, ...rest })
  const delta = (value: object) => chunk([{ index: 0, delta: value, finish_reason: null }])
  const call = (index: number, rest: object) => delta({ tool_calls: [{ index, ...rest }] })
  const finish = [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }]
  return [
    delta({ role: 'assistant', content: '' }),
    ...(reasoning === undefined ? [] : [delta({ reasoning_content: reasoning })]),
    ...text.map((content) => delta({ content })),
    ...calls.map(({ id }, index) =>
      call(index, { id, type: 'function', function: { name: TOOL, arguments: '' } }),
    ),
    ...interleaved(calls).map(({ index, piece }) => call(index, { function: { arguments: piece } })),
    ...(withUsageAtFinish ? [chunk(finish, { usage })] : [chunk(finish), chunk([], { usage })]),
    sse('[DONE]'),
  ]
}

function google({ reasoning, text, calls }: Said): Events {
  const chunk = (parts: readonly object[], rest: object = {}) =>
    sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] })
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 }
  return [
    ...(reasoning === undefined ? [] : [chunk([{ text: reasoning, thought: true }])]),
    ...text.map((piece) => chunk([{ text: piece }])),
    ...calls.map(({ pieces }, index) =>
      chunk([
        {
          functionCall: { name: TOOL, args: JSON.parse(pieces.join('') || '{}') as unknown }, // written by the test
          ...(index === 0 ? { thoughtSignature: 'THOUGHT==' } : {}),
        },
      ]),
    ),
    sse({
      candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }],
      usageMetadata,
    }),
  ]
}

function bedrock({ reasoning, text, calls }: Said): Events {
  const event = (type: string, value: object) => eventStreamMessage('event', type, value)
  const delta = (contentBlockIndex: number, value: object) =>
    event('contentBlockDelta', { contentBlockIndex, delta: value })
  const stop = (contentBlockIndex: number) => event('contentBlockStop', { contentBlockIndex })
  return [
    event('messageStart', { role: 'assistant' }),
    ...(reasoning === undefined
      ? []
      : [
          delta(0, { reasoningContent: { text: reasoning } }),
          delta(0, { reasoningContent: { signature: 'SIGNED==' } }),
          stop(0),
        ]),
    ...text.map((piece) => delta(1, { text: piece })),
    stop(1),
    ...calls.map(({ id }, index) =>
      event('contentBlockStart', {
        contentBlockIndex: index + 2,
        start: { toolUse: { toolUseId: id, name: TOOL } },
      }),
    ),
    ...interleaved(calls).map(({ index, piece }) => delta(index + 2, { toolUse: { input: piece } })),
    ...calls.map((_, index) => stop(index + 2)),
    event('messageStop', { stopReason: calls.length > 0 ? 'tool_use' : 'end_turn' }),
    event('metadata', { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 } }),
  ]
}

/** Pieces of all calls interleaved: first of each, second of each. */
function interleaved(calls: Said['calls']): readonly { readonly index: number; readonly piece: string }[] {
  const longest = Math.max(0, ...calls.map(({ pieces }) => pieces.length))
  return Array.from({ length: longest }, (_, at) =>
    calls.flatMap(({ pieces }, index) => {
      const piece = pieces[at]
      return piece === undefined ? [] : [{ index, piece }]
    }),
  ).flat()
}

export const WIRE_FORMATS: readonly WireFormat[] = [
  {
    name: 'Anthropic',
    model: 'anthropic/claude-sonnet-5-5',
    env: (address) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: address }),
    answer: anthropic,
    image: (data) => `"source":{"type":"base64","media_type":"image/png","data":"${data}"}`,
    ending: 2,
    trouble: [sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error')],
    garbled: [sse(BROKEN)],
    reasons: true,
    textArguments: true,
    kept: ['"signature":"SIGNED=="', '"thinking":"hmm"', '"tool_use_id":"t1"'],
    cacheMark: '"cache_control":{"type":"ephemeral"}',
  },
  {
    name: 'OpenAI Responses',
    model: 'openai/gpt-6-luna',
    env: (address) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: address }),
    answer: responses,
    image: (data) => `{"type":"input_image","image_url":"data:image/png;base64,${data}"`,
    ending: 1,
    trouble: [
      sse(
        { type: 'error', sequence_number: 2, error: { type: 'server_error', code: 'x', message: 'broke' } },
        'error',
      ),
    ],
    garbled: [sse(BROKEN)],
    reasons: true,
    textArguments: true,
    kept: ['"encrypted_content":"ENCRYPTED=="', '"text":"hmm"', '"call_id":"t1"', '"store":false'],
  },
  {
    name: 'OpenAI chat completions',
    model: 'openai/gpt-6-luna',
    env: (address) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: address, COUNTERSIGN_OPENAI_API: 'chat' }),
    answer: chat,
    image: (data) => `"image_url":{"url":"data:image/png;base64,${data}"}`,
    ending: 3,
    trouble: [sse({ error: { message: 'broke', type: 'server_error', param: null, code: null } })],
    garbled: [sse(BROKEN)],
    reasons: false,
    textArguments: true,
    kept: ['"tool_call_id":"t1"'],
  },
  {
    name: 'Google',
    model: 'google/gemini-3.8-flash',
    env: (address) => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'k', GOOGLE_BASE_URL: address }),
    answer: google,
    image: (data) => `"inlineData":{"mimeType":"image/png","data":"${data}"}`,
    ending: 1,
    trouble: [sse({ error: { code: 500, message: 'broke', status: 'INTERNAL' } })],
    garbled: [sse(BROKEN)],
    reasons: true,
    textArguments: false,
    kept: ['"thoughtSignature":"THOUGHT=="', '"functionResponse"'],
  },
  {
    name: 'Mistral',
    model: 'mistral/mistral-large-latest',
    env: (address) => ({ MISTRAL_API_KEY: 'k', MISTRAL_BASE_URL: address }),
    answer: (said) => chat(said, true),
    image: (data) => `{"type":"image_url","image_url":"data:image/png;base64,${data}"}`,
    ending: 2,
    trouble: [sse({ object: 'error', message: 'broke', type: 'internal', code: '3000' })],
    garbled: [sse(BROKEN)],
    reasons: false,
    textArguments: true,
    kept: ['"tool_call_id":"t1"'],
  },
  {
    name: 'Amazon Bedrock',
    model: 'bedrock/anthropic.claude-sonnet-5-5',
    contentType: 'application/vnd.amazon.eventstream',
    env: (address) => ({
      AWS_BEARER_TOKEN_BEDROCK: 'k',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: address,
    }),
    answer: bedrock,
    image: (data) => `{"image":{"format":"png","source":{"bytes":"${data}"}}}`,
    ending: 2,
    trouble: [eventStreamMessage('exception', 'modelStreamErrorException', { message: 'broke' })],
    garbled: [eventStreamMessage('event', 'contentBlockDelta', BROKEN)],
    reasons: true,
    textArguments: true,
    kept: ['"signature":"SIGNED=="', '"text":"hmm"', '"toolUseId":"t1"'],
    cacheMark: '"cachePoint":{"type":"default"}',
  },
  {
    name: 'OpenAI-compatible',
    model: 'compatible/any',
    env: (address) => ({ COUNTERSIGN_COMPATIBLE_URL: address }),
    answer: chat,
    image: (data) => `"image_url":{"url":"data:image/png;base64,${data}"}`,
    ending: 3,
    trouble: [sse({ error: { message: 'broke', type: 'server_error' } })],
    garbled: [sse(BROKEN)],
    reasons: true,
    textArguments: true,
    kept: ['"tool_call_id":"t1"', '"reasoning_content":"hmm"'],
  },
]
