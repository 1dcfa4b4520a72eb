import { UserId, type ModelView } from '@countersign/protocol'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { storedVault } from '../platform/vault/vault.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { testLimits } from '../settings/testing/test-limits.ts'
import { modelSettings } from './model-settings.ts'

let servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.map((server) => new Promise((closed) => server.closeAllConnections() ?? server.close(closed))),
  )
  servers = []
})

type Routes = Readonly<Record<string, unknown>>

/** A server on this machine that answers `METHOD path` or, for a question about one model, `METHOD path model`. */
async function local(routes: Routes): Promise<{ address: string; asked: string[]; bodies: string[] }> {
  const asked: string[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const about = body === '' ? '' : ` ${String(Object.values(JSON.parse(body) as object)[0])}`
      const key = `${request.method} ${request.url}${about}`
      asked.push(key)
      bodies.push(body)
      response.writeHead(Object.hasOwn(routes, key) ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(routes[key] ?? { error: 'not found' }))
    })
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, bodies } // a TCP server that listens has one
}

/** Nobody listens on the discard port. */
const NOWHERE = 'http://127.0.0.1:9/v1'

function open(env: Readonly<Record<string, string>>) {
  const clock = { time: 0, now: () => clock.time }
  const settings = modelSettings({
    fetch,
    store: memorySettings(),
    env: {
      COUNTERSIGN_OLLAMA_URL: NOWHERE,
      COUNTERSIGN_LMSTUDIO_URL: NOWHERE,
      COUNTERSIGN_LLAMACPP_URL: NOWHERE,
      ...env,
    },
    clock,
    config: { approvalTimeout: null, limits: testLimits() },
    vault: storedVault(memorySettings(), Buffer.alloc(32)),
    // A busy machine is no reason to find nothing.
    patience: 20_000,
  })
  return { ...settings, clock }
}

const user = UserId.parse('usr_a')
const found = async (env: Readonly<Record<string, string>>) =>
  (await open(env).models.list(user)).models.filter(({ demo }) => !demo)

const FREE = { input: 0, output: 0 }
const model = (
  provider: string,
  name: string,
  can: Partial<ModelView['capabilities']>,
  context_window: number | null,
): ModelView => ({
  id: `${provider}/${name}`,
  provider,
  name,
  demo: false,
  capabilities: { tools: null, parallel_calls: null, images: null, reasoning: null, ...can },
  context_window,
  price: FREE,
})

const listed = (...ids: string[]) => ({ data: ids.map((id) => ({ id, object: 'model' })) })

const OLLAMA: Routes = {
  'GET /v1/models': listed('qwen3:8b', 'gemma:2b', 'nomic-embed-text', 'gpt-oss:120b-cloud'),
  'GET /api/tags': {
    models: [
      { name: 'qwen3:8b', digest: 'a' },
      { name: 'gemma:2b', digest: 'b' },
      { name: 'nomic-embed-text', digest: 'c' },
      { name: 'gpt-oss:120b-cloud', digest: 'd' },
    ],
  },
  'GET /api/ps': { models: [{ name: 'qwen3:8b', context_length: 32_768 }] },
  'POST /api/show qwen3:8b': {
    capabilities: ['completion', 'tools', 'thinking'],
    parameters: 'num_ctx 8192',
  },
  'POST /api/show gemma:2b': {
    capabilities: ['completion', 'vision'],
    parameters: 'stop "x"\nnum_ctx                        4096',
  },
  'POST /api/show nomic-embed-text': { capabilities: ['embedding'] },
  'POST /api/show gpt-oss:120b-cloud': { capabilities: ['completion', 'tools'] },
}

test('Ollama: what each model can do, as it says itself; what does not chat is not offered', async () => {
  const { address } = await local(OLLAMA)
  expect(await found({ COUNTERSIGN_OLLAMA_URL: address })).toEqual([
    model('ollama', 'qwen3:8b', { tools: true, images: false, reasoning: true }, 32_768),
    model('ollama', 'gemma:2b', { tools: false, images: true, reasoning: false }, 4096),
    // Handed on to someone who charges for it.
    {
      ...model('ollama', 'gpt-oss:120b-cloud', { tools: true, images: false, reasoning: false }, null),
      price: null,
    },
  ])
})

test('Ollama: a model is asked about once, and found gone when it is gone', async () => {
  const { address, asked } = await local(OLLAMA)
  const { models, clock } = open({ COUNTERSIGN_OLLAMA_URL: address })
  const shows = () => asked.filter((request) => request.includes('/api/show')).length
  await models.list(user)
  expect(shows()).toBe(4)
  clock.time += 60_000
  expect((await models.list(user)).providers).toContainEqual({
    id: 'ollama',
    name: 'Ollama on this machine',
    kind: 'local',
    ready: true,
    base_url: address,
    key: null,
  })
  expect(shows()).toBe(4)
  const [server] = servers
  server?.closeAllConnections()
  await new Promise((closed) => server?.close(closed))
  servers = []
  clock.time += 60_000
  expect((await models.list(user)).providers.find(({ id }) => id === 'ollama')?.ready).toBe(false)
  expect(await models.problem('ollama/qwen3:8b')).toBe(
    'Ollama on this machine is not responding; start it, or choose another model',
  )
})

test('a server that is started later is found after a moment, one that is there is not asked all the time', async () => {
  const { address, asked } = await local(OLLAMA)
  const { models, clock } = open({ COUNTERSIGN_OLLAMA_URL: NOWHERE, COUNTERSIGN_LLAMACPP_URL: address })
  const lists = () => asked.filter((request) => request === 'GET /v1/models').length
  await models.list(user)
  clock.time += 10_000
  await models.list(user)
  expect(lists()).toBe(1)
  clock.time += 30_000
  await models.list(user)
  expect(lists()).toBe(2)
  // Nobody listened at first, and a look that found nothing is soon forgotten.
  const [server] = servers
  const port = Number(new URL(address).port)
  server?.closeAllConnections()
  await new Promise((closed) => server?.close(closed))
  clock.time += 60_000
  expect(await models.problem('llamacpp/qwen3:8b')).toContain('is not responding; start it')
  await new Promise<void>((listening) => server?.listen(port, '127.0.0.1', listening))
  clock.time += 6000
  expect(await models.problem('llamacpp/qwen3:8b')).toBeUndefined()
})

test('Ollama of an older version: models without what they can do', async () => {
  const { address } = await local({ 'GET /v1/models': listed('llama2') })
  expect(await found({ COUNTERSIGN_OLLAMA_URL: address })).toEqual([model('ollama', 'llama2', {}, null)])
})

test('LM Studio: its own list, without what does not chat', async () => {
  const { address } = await local({
    'GET /v1/models': listed('qwen/qwen3', 'google/gemma', 'embed/model'),
    'GET /api/v1/models': {
      models: [
        {
          type: 'llm',
          key: 'qwen/qwen3',
          max_context_length: 262_144,
          loaded_instances: [{ id: 'x', config: { context_length: 16_384 } }],
          capabilities: { trained_for_tool_use: true, vision: false, reasoning: { default: 'on' } },
        },
        {
          type: 'llm',
          key: 'google/gemma',
          max_context_length: 131_072,
          loaded_instances: [],
          capabilities: { trained_for_tool_use: false, vision: true },
        },
        { type: 'embedding', key: 'embed/model', max_context_length: 512 },
      ],
    },
  })
  expect(await found({ COUNTERSIGN_LMSTUDIO_URL: address })).toEqual([
    model('lmstudio', 'qwen/qwen3', { tools: true, images: false, reasoning: true }, 16_384),
    model('lmstudio', 'google/gemma', { tools: null, images: true, reasoning: false }, 131_072),
  ])
})

test.each<[string, unknown, Partial<ModelView['capabilities']>, number | null]>([
  [
    'one with tools, one call at a time',
    {
      default_generation_settings: { n_ctx: 8192 },
      modalities: { vision: false, audio: false },
      chat_template_caps: {
        supports_tools: true,
        supports_tool_calls: true,
        supports_parallel_tool_calls: false,
      },
    },
    { tools: true, parallel_calls: false, images: false },
    8192,
  ],
  [
    'one without tools',
    { chat_template_caps: { supports_tools: false, supports_tool_calls: true } },
    { tools: false },
    null,
  ],
  ['an older one', { chat_template: '{{ x }}' }, {}, null],
  ['one that says nonsense', { modalities: 'all', default_generation_settings: { n_ctx: 'big' } }, {}, null],
  ['one that says nothing', undefined, {}, null],
])('llama.cpp: %s', async (_what, props, can, window) => {
  const { address } = await local({
    'GET /v1/models': listed('model.gguf'),
    ...(props === undefined ? {} : { 'GET /props': props }),
  })
  expect(await found({ COUNTERSIGN_LLAMACPP_URL: address })).toEqual([
    model('llamacpp', 'model.gguf', can, window),
  ])
})

test('a model without tools is given none, and the loop can know', async () => {
  const { address, bodies } = await local(OLLAMA)
  const { models } = open({ COUNTERSIGN_OLLAMA_URL: address })
  const provider = await models.provider('ollama/gemma:2b')
  expect(provider.capabilities).toEqual({
    tools: false,
    parallelCalls: null,
    images: true,
    reasoning: false,
    contextWindow: 4096,
  })
  const tools = [{ name: 'files.list', description: 'Lists.', inputSchema: { type: 'object' } }]
  const send = async (id: string) => {
    const request = { model: id, messages: [{ role: 'user' as const, text: 'hello' }], tools }
    const { stream } = await models.provider(id)
    for await (const part of stream(request, new AbortController().signal)) expect(part.type).toBe('failed')
    return bodies.at(-1)
  }
  expect(await send('ollama/gemma:2b')).not.toContain('tools')
  expect(await send('ollama/qwen3:8b')).toContain('files_list')
})

test('what listens on such a port and is something else is no server of models', async () => {
  const { address } = await local({ 'GET /v1/models': { hello: 'world' } })
  expect(await found({ COUNTERSIGN_LLAMACPP_URL: address, COUNTERSIGN_OLLAMA_URL: address })).toEqual([])
})

test('all of them can be switched off', async () => {
  const { address, asked } = await local(OLLAMA)
  expect(await found({ COUNTERSIGN_OLLAMA_URL: address, COUNTERSIGN_LOCAL_MODELS: 'off' })).toEqual([])
  expect(asked).toEqual([])
})
