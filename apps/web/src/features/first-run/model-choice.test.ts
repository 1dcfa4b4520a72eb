import type { ModelView, ProviderView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { hintOf, offeredModels } from './model-choice.ts'

const provider = (id: string, kind: ProviderView['kind'], ready: boolean): ProviderView => ({
  id,
  name: id,
  kind,
  ready,
  base_url: null,
  key: null,
})
const model = (id: string, of: string): ModelView => ({
  id: `${of}/${id}`,
  provider: of,
  name: id,
  demo: of === 'demo',
  capabilities: { tools: true, parallel_calls: null, images: null, reasoning: null },
  context_window: null,
  price: null,
})

test.each([
  ['nothing but Demo', [provider('demo', 'demo', true)], ['demo 1']],
  [
    'keys that are there and keys that are not',
    [
      provider('anthropic', 'service', false),
      provider('openai', 'service', true),
      provider('mistral', 'service', false),
      provider('demo', 'demo', true),
    ],
    ['demo 1', 'openai 1', 'anthropic 0'],
  ],
  [
    'a server on this machine that answers, and one that does not',
    [provider('ollama', 'local', true), provider('lmstudio', 'local', false), provider('demo', 'demo', true)],
    ['demo 1', 'ollama 1'],
  ],
])('%s', (_name, providers, expected) => {
  const models = providers.map(({ id }) => model('a', id))
  const offered = offeredModels({ providers, models }, { id: 'demo/a', name: 'a' })
  expect(offered.map((one) => `${one.provider.id} ${one.models.length}`)).toEqual(expected)
})

test('the model for new chats is offered although its server does not answer', () => {
  const providers = [
    provider('anthropic', 'service', false),
    provider('llamacpp', 'local', false),
    provider('demo', 'demo', true),
  ]
  const standard = { id: 'llamacpp/any', name: 'any' }
  const offered = offeredModels({ providers, models: [model('a', 'demo')] }, standard)
  expect(offered.map((one) => `${one.provider.id} ${one.models.length}`)).toEqual([
    'demo 1',
    'llamacpp 1',
    'anthropic 0',
  ])
  expect(offered.map(hintOf)[1]).toBe('any is set for new chats, but does not answer right now.')
})

test('a server that is ready without a key does not claim to have one', () => {
  const server = { ...provider('compatible', 'endpoint', true), base_url: 'http://127.0.0.1:8080/v1' }
  const models = [model('any', 'compatible')]
  expect(hintOf({ provider: server, models })).toBe('Ready, at http://127.0.0.1:8080/v1')
  const key = {
    provider: 'compatible',
    name: 'Compatible server',
    source: 'environment',
    last4: null,
    variable: 'COUNTERSIGN_COMPATIBLE_KEY',
    overrides_environment: false,
    problem: null,
  } as const
  expect(hintOf({ provider: { ...server, key }, models })).toBe('Ready: a key is set.')
})
