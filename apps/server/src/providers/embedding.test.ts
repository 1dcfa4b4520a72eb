import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddingPrice, openEmbedder } from './embedding.ts'
import { storedVault } from '../platform/vault/vault.ts'
import { testLimits } from '../settings/testing/test-limits.ts'
import { modelSettings } from './model-settings.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { embeddingServer, standInVector, type EmbeddingServer } from './testing/embedding-server.ts'

let server: EmbeddingServer
beforeAll(async () => {
  server = await embeddingServer()
})
afterAll(() => server.close())

function sourcesOf(env: Readonly<Record<string, string>>) {
  const store = memorySettings()
  return modelSettings({
    fetch,
    store,
    env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...env },
    clock: { now: () => 0 },
    config: { approvalTimeout: null, limits: testLimits() },
    vault: storedVault(store, Buffer.alloc(32)),
  }).sources
}

const WIRES = [
  ['openai', 'openai/text-embedding-3-small', (at: string) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: at })],
  [
    'google',
    'google/gemini-embedding-001',
    (at: string) => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'k', GOOGLE_BASE_URL: at }),
  ],
  ['mistral', 'mistral/mistral-embed', (at: string) => ({ MISTRAL_API_KEY: 'k', MISTRAL_BASE_URL: at })],
  [
    'bedrock',
    'bedrock/amazon.titan-embed-text-v2:0',
    (at: string) => ({
      AWS_BEARER_TOKEN_BEDROCK: 'k',
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: at,
    }),
  ],
  ['compatible', 'compatible/stand-in-embed', (at: string) => ({ COUNTERSIGN_COMPATIBLE_URL: at })],
] as const

test.each(WIRES)('%s gives vectors over its own wire', async (_name, model, env) => {
  const embedder = await openEmbedder(sourcesOf(env(server.address)), model, fetch)
  if (typeof embedder === 'string') throw new Error(embedder)
  const texts = ['a red car', 'a doctor'].slice(0, embedder.batch)
  const vectors = await embedder.embed(texts, AbortSignal.timeout(5000))
  expect(vectors).toHaveLength(texts.length)
  expect(vectors[0]).toEqual(Float32Array.from(standInVector('a red car')))
  expect(embedder.here).toBe(model.startsWith('compatible'))
})

test('a refusal is said in words, and a service without embeddings or a key says so', async () => {
  server.refuse(401)
  const embedder = await openEmbedder(
    sourcesOf({ COUNTERSIGN_COMPATIBLE_URL: server.address }),
    'compatible/stand-in-embed',
    fetch,
  )
  if (typeof embedder === 'string') throw new Error(embedder)
  await expect(embedder.embed(['x'], AbortSignal.timeout(5000))).rejects.toThrow(/Compatible server/)
  server.refuse(null)
  const sources = sourcesOf({ ANTHROPIC_API_KEY: 'k' })
  expect(await openEmbedder(sources, 'anthropic/claude', fetch)).toContain('has no embedding models')
  expect(await openEmbedder(sources, 'openai/text-embedding-3-small', fetch)).toContain('no key for OpenAI')
  expect(await openEmbedder(sources, 'nowhere/x', fetch)).toContain('there is no model')
})

test('a price is known before anything is sent, and is never zero where it is unknown', () => {
  const openai = { id: 'openai', kind: 'service', baseUrl: null } as const
  expect(embeddingPrice(openai, 'text-embedding-3-small', 4_000_000)).toEqual({
    tokens: 1_000_000,
    usd: 0.02,
  })
  expect(embeddingPrice(openai, 'nobody-knows-this', 4000)).toEqual({ tokens: 1000, usd: null })
  const local = { id: 'ollama', kind: 'local', baseUrl: 'http://localhost:11434/v1' } as const
  expect(embeddingPrice(local, 'nomic-embed-text', 4000)).toEqual({ tokens: 1000, usd: 0 })
})
