import type { ChatProvider, ModelPart, ModelRequest } from '@countersign/agent'
import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { modelSettings } from './model-settings.ts'
import {
  anthropicAnswer,
  compatibleAnswer,
  wireServer,
  type Play,
  type WireServer,
} from './testing/wire-server.ts'

const REQUEST: ModelRequest = {
  model: '',
  messages: [
    { role: 'system', text: 'be brief' },
    { role: 'user', text: 'hello' },
  ],
  tools: [
    {
      name: 'files.list',
      description: 'Lists.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    },
  ],
}
/** The same plan without the waiting. */
const PLAN = { tries: 3, first: 1, longest: 5, sleep: () => Promise.resolve() }

interface Format {
  readonly name: string
  answer(): readonly string[]
  model: string
  env(server: WireServer): Record<string, string>
  calls: readonly string[]
}

const FORMATS: readonly Format[] = [
  {
    name: 'Anthropic',
    answer: anthropicAnswer,
    model: 'anthropic/claude-sonnet-5-5',
    env: (server) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.address }),
    calls: ['{"path":"src"}'],
  },
  {
    name: 'OpenAI-compatible',
    answer: compatibleAnswer,
    model: 'compatible/any',
    env: (server) => ({ COUNTERSIGN_COMPATIBLE_URL: server.address }),
    calls: ['{"path":"src"}', '{}'],
  },
]

async function open(
  format: Format,
  plays: readonly Play[],
): Promise<{ server: WireServer; provider: ChatProvider }> {
  const server = await wireServer(plays)
  const { models } = testModels({ COUNTERSIGN_LOCAL_MODELS: 'off', ...format.env(server) })
  return { server, provider: await models.provider(format.model) }
}

function testModels(env: Readonly<Record<string, string>>) {
  return modelSettings({
    store: memorySettings(),
    env,
    clock: { now: () => 0 },
    config: { approvalTimeout: null },
    secret: Buffer.alloc(32),
    plan: PLAN,
  })
}

async function collect(
  provider: ChatProvider,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of provider.stream(request, signal)) parts.push(part)
  return parts
}

const textOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const callsOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))

test.each(FORMATS)('$name: text, calls and usage, with chunk boundaries at every byte', async (format) => {
  const { server, provider } = await open(format, [
    { kind: 'stream', events: format.answer(), pieces: 'bytes' },
  ])
  const parts = await collect(provider, REQUEST)
  expect(textOf(parts)).toBe('Grüße, one moment')
  expect(callsOf(parts).map(({ name }) => name)).toEqual(format.calls.map(() => 'files.list'))
  expect(callsOf(parts).map(({ input }) => input)).toEqual(format.calls)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: { inputTokens: 11, outputTokens: 7 } })
  // Providers refuse dots in names: mapped both ways, here and nowhere else.
  expect(JSON.stringify(server.bodies[0])).toContain('files_list')
  await server.close()
})

test.each(FORMATS)('$name: 429 and 503 are tried again', async (format) => {
  const { server, provider } = await open(format, [
    { kind: 'refuse', status: 429, headers: { 'retry-after': '0' } },
    { kind: 'refuse', status: 503 },
    { kind: 'stream', events: format.answer() },
  ])
  expect((await collect(provider, REQUEST)).at(-1)).toMatchObject({ type: 'finish' })
  expect(server.bodies).toHaveLength(3)
  await server.close()
})

test.each(FORMATS)('$name: a wrong key is not tried again, and says so', async (format) => {
  const { server, provider } = await open(format, [{ kind: 'refuse', status: 401 }])
  expect(await collect(provider, REQUEST)).toMatchObject([{ type: 'failed', retryable: false }])
  expect(server.bodies).toHaveLength(1)
  await server.close()
})

test.each(FORMATS)(
  '$name: a line that is cut in the middle starts over, and dispatches nothing from the first try',
  async (format) => {
    const { server, provider } = await open(format, [
      { kind: 'cut', events: format.answer().slice(0, -4) },
      { kind: 'stream', events: format.answer() },
    ])
    const parts = await collect(provider, REQUEST)
    const restart = parts.findIndex((part) => part.type === 'restart')
    expect(restart).toBeGreaterThan(0)
    expect(callsOf(parts.slice(0, restart))).toEqual([])
    expect(callsOf(parts.slice(restart))).toHaveLength(format.calls.length)
    await server.close()
  },
)

test('Anthropic: what the model said goes back verbatim, signature included', async () => {
  const [format] = FORMATS
  const { server, provider } = await open(format!, [{ kind: 'stream', events: anthropicAnswer() }])
  const parts = await collect(provider, REQUEST)
  const finish = parts.at(-1)
  const [call] = callsOf(parts)
  if (finish?.type !== 'finish' || call === undefined) throw new Error('no finish')
  await collect(provider, {
    ...REQUEST,
    messages: [
      ...REQUEST.messages,
      {
        role: 'assistant',
        text: textOf(parts),
        calls: [call],
        providerMetadata: JSON.parse(JSON.stringify(finish.providerMetadata)),
      },
      { role: 'tool', providerId: call.providerId, name: call.name, text: 'a.ts', isError: false },
    ],
  })
  const sent = JSON.stringify(server.bodies[1])
  expect(sent).toContain('"signature":"SIGNED"')
  expect(sent).toContain('"thinking":"hmm"')
  expect(sent).toContain('"tool_use_id":"t1"')
  await server.close()
})

test('a stop closes the stream at once', async () => {
  const [format] = FORMATS
  const { server, provider } = await open(format!, [
    { kind: 'stream', events: anthropicAnswer(), pieces: 'bytes' },
  ])
  const abort = new AbortController()
  const parts: ModelPart[] = []
  for await (const part of provider.stream(REQUEST, abort.signal)) {
    parts.push(part)
    abort.abort()
  }
  expect(callsOf(parts)).toEqual([])
  expect(parts.some((part) => part.type === 'finish' || part.type === 'failed')).toBe(false)
  await server.close()
})

test('a service without its key says what to do', async () => {
  const { models } = testModels({ COUNTERSIGN_LOCAL_MODELS: 'off' })
  expect(await collect(await models.provider('openai/gpt-6-luna'), REQUEST)).toEqual([
    {
      type: 'failed',
      retryable: false,
      message:
        'there is no key for OpenAI; enter one in the settings, or set `OPENAI_API_KEY` and start again, or choose another model',
    },
  ])
})

test('a key makes its service the standard, a name in the environment wins', async () => {
  const off = { COUNTERSIGN_LOCAL_MODELS: 'off', MISTRAL_API_KEY: 'k' }
  const user = UserId.parse('usr_a')
  expect(await testModels(off).models.standard(user)).toBe('mistral/mistral-large-latest')
  expect(await testModels({ ...off, COUNTERSIGN_MODEL: 'demo' }).models.standard(user)).toBe('demo')
})
