import { expect, test } from 'vitest'
import { modelFacts } from './model-facts.ts'

const abilities = { tools: true, parallel_calls: true, images: null, reasoning: null }

test.each([
  [
    {
      price: { input: 3, output: 15 },
      context_window: 200_000,
      capabilities: { ...abilities, reasoning: true },
    },
    '$3 in, $15 out per million tokens · 200,000 tokens of context · reasons',
  ],
  [{ price: { input: 0, output: 0 }, context_window: 32_768 }, 'free · 32,768 tokens of context'],
  [{ price: null, context_window: null }, 'price not known · context window not known'],
  [{}, 'price not known · context window not known'],
])('%j', (facts, words) => {
  expect(modelFacts({ demo: false, ...facts }).join(' · ')).toBe(words)
})

test('the demo has no price', () => {
  expect(modelFacts({ demo: true, price: null }).join(' ')).toBe(
    'built in: follows a script, needs no key and no network',
  )
})
