import { expect, test } from 'vitest'
import { imageCost, imagePrice, speechPrice } from './media-prices.ts'
import type { Source } from './sources.ts'

const at = (id: string, kind: Source['kind'] = 'service', baseUrl: string | null = null) =>
  ({ id, kind, baseUrl, name: id }) as Source // what prices look at

const order = { prompt: 'a boat', size: '1024x1024', quality: 'high', count: 1, from: 0 } as const

test.each([
  ['openai', 'gpt-image-1', order, 0.1664],
  ['openai', 'gpt-image-1', { ...order, quality: 'low' }, 0.0109],
  ['openai', 'gpt-image-1', { ...order, size: '1536x1024', count: 2 }, 0.4966],
  ['openai', 'gpt-image-1-mini', order, 0.0333],
  ['openai', 'gpt-image-1.5', order, 0.1331],
  ['google', 'gemini-2.5-flash-image', order, 0.0387],
  ['google', 'gemini-3-pro-image-preview', order, 0.1344],
] as const)('%s %s has the price that is billed, within a tenth', (service, model, wanted, usd) => {
  const price = imagePrice(at(service), model, wanted)
  if (price.is !== 'about') throw new Error(price.is)
  expect(Math.abs(price.usd - usd) / usd).toBeLessThan(0.1)
})

test.each([
  ['openai', 'dall-e-3'],
  ['openai', 'gpt-image-2'],
  ['google', 'gemini-nano-banana-2.1'],
  ['bedrock', 'amazon.nova-canvas-v1:0'],
])('%s %s is unknown, never nothing', (service, model) => {
  expect(imagePrice(at(service), model, order)).toEqual({ is: 'unknown' })
})

test('speech is priced at most, where it is priced by tokens; a server elsewhere is unknown, one on this machine free', () => {
  expect(speechPrice(at('openai'), 'gpt-4o-mini-tts', 'x'.repeat(900))).toEqual({
    is: 'at_most',
    usd: expect.closeTo(0.03, 2) as number,
  })
  expect(speechPrice(at('openai'), 'tts-1', 'x')).toEqual({ is: 'unknown' })
  expect(speechPrice(at('mine', 'endpoint', 'http://192.0.2.1/v1'), 'tts', 'x')).toEqual({ is: 'unknown' })
  expect(speechPrice(at('ollama', 'local', 'http://127.0.0.1/v1'), 'tts', 'x')).toEqual({ is: 'free' })
})

test('what a service says it used is what it costs', () => {
  expect(imageCost(at('openai'), 'gpt-image-1', { input: 100, output: 4160 })).toBeCloseTo(0.1669, 4)
  expect(imageCost(at('openai'), 'gpt-image-2', { input: 100, output: 4160 })).toBeCloseTo(0.1253, 4)
  expect(imageCost(at('bedrock'), 'amazon.nova-canvas-v1:0', { input: 1, output: 1 })).toBeNull()
})
