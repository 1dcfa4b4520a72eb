/** @module-tag slow */
import type { ChatProvider, ModelPart, ModelRequest, PromptMessage } from '@countersign/agent'
import type { Effort } from '@countersign/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { storedVault } from '../platform/vault/vault.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { testLimits } from '../settings/testing/test-limits.ts'
import { modelSettings } from './model-settings.ts'
import { WIRE_FORMATS, type Said, type WireFormat } from './testing/wire-formats.ts'
import { wireServer, type Play, type WireServer } from './testing/wire-server.ts'

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

/** Two calls whose arguments come in pieces, and text with characters of several bytes. */
const TWO_CALLS: Said = {
  text: ['Grüße, ', 'one 🙂 moment'],
  calls: [
    { id: 't1', pieces: ['{"pa', 'th":"sr', 'c"}'] },
    { id: 't2', pieces: ['{"path":', '"döcs"}'] },
  ],
}
const THINKING: Said = { ...TWO_CALLS, reasoning: 'hmm' }

/** A local server is given up after this many seconds. */
const SHORT = { COUNTERSIGN_LOCAL_MODEL_SILENCE: '0.3' }

let servers: WireServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

interface Opened {
  readonly server: WireServer
  readonly provider: ChatProvider
  /** Milliseconds that were waited before each repeat; nothing really waits. */
  readonly waits: readonly number[]
}

async function open(
  format: WireFormat,
  plays: readonly Play[],
  silence: Readonly<Record<string, string>> = {},
  effort: Effort | null = null,
): Promise<Opened> {
  const server = await wireServer(plays, format.contentType)
  servers.push(server)
  const waits: number[] = []
  const { models } = modelSettings({
    fetch,
    store: memorySettings(),
    env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...format.env(server.address) },
    clock: { now: () => 0 },
    config: { approvalTimeout: null, limits: testLimits(silence) },
    vault: storedVault(memorySettings(), Buffer.alloc(32)),
    plan: {
      tries: 3,
      first: 1000,
      longest: 60_000,
      sleep: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve()
      },
    },
  })
  return { server, provider: await models.provider(format.model, effort), waits }
}

async function collect(
  provider: ChatProvider,
  request: ModelRequest = REQUEST,
  signal = new AbortController().signal,
): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of provider.stream(request, signal)) parts.push(part)
  return parts
}

const saidOf = (parts: readonly ModelPart[], type: 'text' | 'reasoning') =>
  parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
const callsOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
const inputsOf = (parts: readonly ModelPart[]) =>
  callsOf(parts).map(({ input }) => JSON.parse(input) as unknown) // compared whole
const good = (format: WireFormat, said: Said = TWO_CALLS): Play => ({
  kind: 'stream',
  events: format.answer(said),
})
/** All of an answer but its end. */
const begun = (format: WireFormat) => format.answer(TWO_CALLS).slice(0, -format.ending)

describe.each(WIRE_FORMATS)('$name', (format) => {
  test('effort goes to a model that reasons, in its own words; by default nothing is said of it', async () => {
    const asked = async (effort: Effort | null) => {
      const { server, provider } = await open(format, [good(format)], {}, effort)
      await collect(provider)
      return JSON.stringify(server.bodies[0])
    }
    const [plain, low, high] = [await asked(null), await asked('low'), await asked('high')]
    // Mistral's model of this table does not reason.
    const reasons = format.name !== 'Mistral'
    expect(plain === high).toBe(!reasons)
    if (!reasons) return
    const key = format.name === 'Google' ? 'thinkingLevel' : 'effort'
    expect(low).toContain(`${key}":"low"`)
    expect(high).toContain(`${key}":"high"`)
    expect(plain).not.toContain(`${key}":`)
  })

  test('text, reasoning, calls in order and usage, with chunk boundaries at every byte', async () => {
    const said = format.reasons ? THINKING : TWO_CALLS
    const { server, provider } = await open(format, [
      { kind: 'stream', events: format.answer(said), pieces: 'bytes' },
    ])
    const parts = await collect(provider)
    expect(saidOf(parts, 'text')).toBe('Grüße, one 🙂 moment')
    expect(saidOf(parts, 'reasoning')).toBe(format.reasons ? 'hmm' : '')
    expect(callsOf(parts).map(({ name }) => name)).toEqual(['files.list', 'files.list'])
    expect(inputsOf(parts)).toEqual([{ path: 'src' }, { path: 'döcs' }])
    expect(new Set(callsOf(parts).map(({ providerId }) => providerId)).size).toBe(2)
    expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: { inputTokens: 11, outputTokens: 7 } })
    // Providers refuse dots in names: mapped both ways, here and nowhere else.
    expect(JSON.stringify(server.bodies[0])).toContain('files_list')
    expect(JSON.stringify(server.bodies[0])).not.toContain('files.list')
  })

  test('a server that says nothing is left, and asked again as long as nothing came', async () => {
    const { server, provider } = await open(format, [{ kind: 'mute' }, good(format)], SHORT)
    expect((await collect(provider)).at(-1)).toMatchObject({ type: 'finish' })
    expect(server.bodies).toHaveLength(2)
  })

  test('a server that never says anything has failed, in words', async () => {
    const { server, provider } = await open(format, [{ kind: 'mute' }], SHORT)
    const message = expect.stringContaining('did not start to answer within 0.3 seconds') as string
    expect(await collect(provider)).toEqual([{ type: 'failed', message, retryable: true }])
    expect(server.bodies).toHaveLength(4)
  })

  test('a server that falls silent in the middle is left, and not asked again', async () => {
    const { server, provider } = await open(format, [{ kind: 'hang', events: begun(format) }], SHORT)
    const parts = await collect(provider)
    const message = expect.stringContaining('seconds in the middle of its answer') as string
    expect(parts.at(-1)).toEqual({ type: 'failed', message, retryable: false })
    expect(callsOf(parts)).toEqual([])
    expect(server.bodies).toHaveLength(1)
    await server.left
  })

  test.runIf(format.contentType === undefined)('signs of life keep it alive', async () => {
    const play: Play = { kind: 'pings', events: format.answer(TWO_CALLS), times: 8, every: 100 }
    const { server, provider } = await open(format, [play], SHORT)
    expect((await collect(provider)).at(-1)).toMatchObject({ type: 'finish' })
    expect(server.bodies).toHaveLength(1)
  })

  test('no arguments are an empty object', async () => {
    const { provider } = await open(format, [good(format, { text: [], calls: [{ id: 't1', pieces: [] }] })])
    const [call] = callsOf(await collect(provider))
    expect(JSON.parse(call?.input || '{}')).toEqual({})
  })

  test('429 and 503 are tried again, when the provider says or later and later', async () => {
    const { server, provider, waits } = await open(format, [
      { kind: 'refuse', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'refuse', status: 503 },
      { kind: 'refuse', status: 500 },
      good(format),
    ])
    const parts = await collect(provider)
    expect(parts.at(-1)).toMatchObject({ type: 'finish' })
    expect(parts.some(({ type }) => type === 'restart')).toBe(false)
    expect(server.bodies).toHaveLength(4)
    expect(waits).toEqual([7000, 2000, 4000])
  })

  test('one that stays busy is given up, with what it said', async () => {
    const { server, provider } = await open(format, [{ kind: 'refuse', status: 429 }])
    const parts = await collect(provider)
    expect(parts).toMatchObject([{ type: 'failed', retryable: true }])
    expect(JSON.stringify(parts)).toContain('(429)')
    expect(server.bodies).toHaveLength(4)
  })

  test.each([400, 401, 403])('%i is not tried again', async (status) => {
    const { server, provider } = await open(format, [{ kind: 'refuse', status }])
    expect(await collect(provider)).toMatchObject([{ type: 'failed', retryable: false }])
    expect(server.bodies).toHaveLength(1)
  })

  test('a key that an error quotes is masked', async () => {
    const key = 'sk-ant-0123456789abcdefghijkl'
    const { provider } = await open(format, [{ kind: 'refuse', status: 401, says: `bad key ${key}` }])
    const parts = await collect(provider)
    expect(parts).toHaveLength(1)
    expect(JSON.stringify(parts)).not.toContain(key)
  })

  test.each<[string, (events: Play & { kind: 'stream' }) => Play]>([
    ['that is cut', ({ events }) => ({ kind: 'cut', events })],
    ['that ends too early, though properly', (play) => play],
    ['with an error in it', ({ events }) => ({ kind: 'stream', events: [...events, ...format.trouble] })],
    [
      'with an error in it, and a good end after that',
      ({ events }) => ({
        kind: 'stream',
        events: [...events, ...format.trouble, ...format.answer(TWO_CALLS).slice(-format.ending)],
      }),
    ],
    [
      'with something in it that cannot be read, and a good end after that',
      ({ events }) => ({
        kind: 'stream',
        events: [...events, ...format.garbled, ...format.answer(TWO_CALLS).slice(-format.ending)],
      }),
    ],
  ])('a stream %s starts over, and nothing is dispatched from the first try', async (_how, spoil) => {
    const { server, provider } = await open(format, [
      spoil({ kind: 'stream', events: begun(format) }),
      good(format),
    ])
    const parts = await collect(provider)
    const restart = parts.findIndex((part) => part.type === 'restart')
    expect(restart).toBeGreaterThan(0)
    expect(callsOf(parts.slice(0, restart))).toEqual([])
    expect(inputsOf(parts.slice(restart))).toEqual([{ path: 'src' }, { path: 'döcs' }])
    expect(parts.at(-1)).toMatchObject({ type: 'finish' })
    expect(server.bodies).toHaveLength(2)
    expect(server.bodies[1]).toEqual(server.bodies[0])
  })

  test('what the model said goes back verbatim, with its signatures', async () => {
    const { server, provider } = await open(format, [good(format, format.reasons ? THINKING : TWO_CALLS)])
    const parts = await collect(provider)
    await collect(provider, { ...REQUEST, messages: [...REQUEST.messages, ...answered(parts)] })
    const sent = JSON.stringify(server.bodies[1])
    for (const part of format.kept) expect(sent).toContain(part)
    expect(sent).toContain('result of files.list')
  })

  test('pictures of a person and of a result arrive as pictures', async () => {
    const { server, provider } = await open(format, [good(format)])
    const image = {
      id: `img_${'0'.repeat(64)}`,
      media_type: 'image/png' as const,
      bytes: 4,
      width: 1,
      height: 1,
      name: 'dot.png',
    }
    const shown = (text: string) => ({ ...image, data: Buffer.from(text) })
    const [system] = REQUEST.messages
    const parts = await collect(provider)
    const [said, ...results] = answered(parts)
    const messages: PromptMessage[] = [
      ...(system ? [system] : []),
      { role: 'user', text: 'look at this', images: [shown('sent by a person')] },
      ...(said ? [said] : []),
      ...results.map((result, index) =>
        result.role === 'tool' && index === 0 ? { ...result, images: [shown('found in a file')] } : result,
      ),
    ]
    expect((await collect(provider, { ...REQUEST, messages })).at(-1)).toMatchObject({ type: 'finish' })
    const sent = JSON.stringify(server.bodies[1])
    for (const text of ['sent by a person', 'found in a file'])
      expect(sent).toContain(format.image(Buffer.from(text).toString('base64')))
    // As a picture, not as a text that spells one.
    expect(sent).not.toContain('\\"mediaType')
    expect(sent.split('result of files.list')).toHaveLength(3)
  })

  test('only providers that take marks for their cache get them', async () => {
    const { server, provider } = await open(format, [good(format)])
    await collect(provider)
    const marks = JSON.stringify(server.bodies[0]).match(/"(cache_control|cachePoint)":\{[^}]*\}/g) ?? []
    // The instructions and the end.
    expect(marks).toEqual(format.cacheMark === undefined ? [] : [format.cacheMark, format.cacheMark])
  })

  test('a stop closes the line at once, and says nothing more', async () => {
    const { server, provider } = await open(format, [{ kind: 'hang', events: begun(format) }])
    const abort = new AbortController()
    const parts: ModelPart[] = []
    for await (const part of provider.stream(REQUEST, abort.signal)) {
      parts.push(part)
      abort.abort()
    }
    await server.left
    expect(callsOf(parts)).toEqual([])
    expect(parts.some(({ type }) => type === 'finish' || type === 'failed')).toBe(false)
    expect(server.bodies).toHaveLength(1)
  })
})

test.each(WIRE_FORMATS.filter(({ textArguments }) => textArguments))(
  '$name: broken arguments arrive as they are, beside good ones, and go back',
  async (format) => {
    const said: Said = {
      text: ['so'],
      calls: [
        { id: 't1', pieces: ['{"path": ', '"sr'] },
        { id: 't2', pieces: ['{"path":"b"}'] },
      ],
    }
    const { server, provider } = await open(format, [good(format, said)])
    const parts = await collect(provider)
    expect(callsOf(parts).map(({ input }) => input)).toEqual(['{"path": "sr', '{"path":"b"}'])
    await collect(provider, { ...REQUEST, messages: [...REQUEST.messages, ...answered(parts)] })
    expect(JSON.stringify(server.bodies[1])).toContain('unreadable_arguments')
  },
)

/** The answer as the journal keeps it, with a result for each call. */
function answered(parts: readonly ModelPart[]): PromptMessage[] {
  const finish = parts.at(-1)
  if (finish?.type !== 'finish') throw new Error('not finished')
  const calls = callsOf(parts)
  return [
    {
      role: 'assistant',
      text: saidOf(parts, 'text'),
      calls,
      providerMetadata: JSON.parse(JSON.stringify(finish.providerMetadata)) as unknown, // as it comes out of the database
    },
    ...calls.map(({ providerId, name }) => ({
      role: 'tool' as const,
      providerId,
      name,
      text: `result of ${name}`,
      isError: false,
    })),
  ]
}
