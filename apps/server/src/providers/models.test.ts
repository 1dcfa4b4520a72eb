import type { ModelPart } from '@countersign/agent'
import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { storedVault } from '../platform/vault/vault.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { testLimits } from '../settings/testing/test-limits.ts'
import { modelSettings } from './model-settings.ts'

const user = UserId.parse('usr_a')

function open(env: Readonly<Record<string, string>>, store = memorySettings()) {
  return modelSettings({
    fetch,
    store,
    env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...env },
    clock: { now: () => 0 },
    config: { approvalTimeout: null, limits: testLimits() },
    vault: storedVault(store, Buffer.alloc(32)),
  })
}

test.each([
  [
    'openai/gpt-6-luna',
    'there is no key for OpenAI; enter one in the settings, or set `OPENAI_API_KEY` and start again, or choose another model',
  ],
  [
    'nobody/x',
    'there is no model `nobody/x`; models are named `service/model`, for example `anthropic/claude-sonnet-5-5`',
  ],
  [
    'gpt',
    'there is no model `gpt`; models are named `service/model`, for example `anthropic/claude-sonnet-5-5`',
  ],
  [
    'openai/',
    'there is no model `openai/`; models are named `service/model`, for example `anthropic/claude-sonnet-5-5`',
  ],
])('%s cannot be had, and says what to do', async (model, message) => {
  const { models } = open({})
  expect(await models.problem(model)).toBe(message)
  const parts: ModelPart[] = []
  const request = { model, messages: [], tools: [] }
  const provider = await models.provider(model)
  for await (const part of provider.stream(request, new AbortController().signal)) parts.push(part)
  expect(parts).toEqual([{ type: 'failed', message, retryable: false }])
})

test.each<[string, Record<string, string>, string | null, string]>([
  ['nothing is set: the demo', {}, null, 'demo'],
  ['a key: the first model of its service', { MISTRAL_API_KEY: 'k' }, null, 'mistral/mistral-large-latest'],
  ['the environment names one', { MISTRAL_API_KEY: 'k', COUNTERSIGN_MODEL: 'demo' }, null, 'demo'],
  [
    'the person chose one',
    { MISTRAL_API_KEY: 'k', COUNTERSIGN_MODEL: 'demo' },
    'mistral/codestral-latest',
    'mistral/codestral-latest',
  ],
  ['the person’s cannot be had', { MISTRAL_API_KEY: 'k' }, 'openai/gpt-5', 'mistral/mistral-large-latest'],
])('model of new chats: %s', async (_what, env, chosen, model) => {
  const { models, preferences } = open(env)
  await preferences.change(user, { default_model: chosen })
  expect(await models.standard(user)).toBe(model)
  expect((await models.list(user)).default_model).toBe(model)
})

test('a key of the settings is there for the next question, without a new start', async () => {
  const { models, keys } = open({})
  expect(await models.problem('openai/gpt-5')).toContain('there is no key for OpenAI')
  await keys.set({ id: 'openai' }, { key: 'k' }, user)
  expect(await models.problem('openai/gpt-5')).toBeUndefined()
  expect(await models.provider('openai/gpt-5')).toMatchObject({
    name: 'OpenAI',
    capabilities: { tools: true, parallelCalls: true, images: true, reasoning: true, contextWindow: 400_000 },
  })
})
