import { expect, test } from 'vitest'
import { priceOf } from './prices.ts'

test.each([
  ['anthropic', 'claude-sonnet-5', { input: 2, output: 10 }],
  ['anthropic', 'claude-sonnet-4-5-20250929', { input: 3, output: 15 }],
  ['openai', 'gpt-5-2025-08-07', { input: 1.25, output: 10 }],
  ['openai', 'gpt-4o-mini-2024-07-18', { input: 0.15, output: 0.6 }],
  ['google', 'gemini-2.5-pro-preview-06-05', { input: 1.25, output: 10 }],
  ['google', 'gemini-2.0-flash-001', { input: 0.1, output: 0.4 }],
  ['mistral', 'mistral-large-2512', { input: 0.5, output: 1.5 }],
  ['bedrock', 'us.anthropic.claude-opus-4-5-20251101-v1:0', { input: 5.5, output: 27.5 }],
])('%s %s has the price of the package', (service, model, price) => {
  expect(priceOf({ service }, model)?.perMillion).toEqual(price)
})

test.each([
  ['anthropic', 'claude-sonnet-5-9', 'a version after the data'],
  ['openai', 'gpt-5.9', 'a version after the data'],
  ['mistral', 'mistral-large-9', 'a version after the data'],
  ['mistral', 'mistral-large-latest', 'a name that moves on'],
  ['openai', 'no-such-model', 'no model'],
  ['ollama', 'gpt-5', 'a provider without prices'],
  ['constructor', 'gpt-5', 'no provider'],
])('%s %s is not known: %s', (service, model) => {
  expect(priceOf({ service }, model)).toBeUndefined()
})

test('an endpoint is priced by its address, if that is known', () => {
  expect(
    priceOf({ address: 'https://openrouter.ai/api/v1' }, 'anthropic/claude-sonnet-4.5')?.perMillion,
  ).toEqual({
    input: 3,
    output: 15,
  })
  expect(priceOf({ address: 'http://127.0.0.1:8000/v1' }, 'gpt-5')).toBeUndefined()
})

test('cached tokens cost what the data says, and are part of the input', () => {
  const price = priceOf({ service: 'anthropic' }, 'claude-sonnet-5')
  expect(price?.cost({ input: 1_000_000, output: 0 })).toBeCloseTo(2)
  expect(price?.cost({ input: 1_000_000, output: 0, cacheRead: 1_000_000 })).toBeCloseTo(0.2)
  expect(price?.cost({ input: 1_000_000, output: 0, cacheWrite: 1_000_000 })).toBeCloseTo(2.5)
  expect(price?.cost({ input: 0, output: 1_000_000 })).toBeCloseTo(10)
})
