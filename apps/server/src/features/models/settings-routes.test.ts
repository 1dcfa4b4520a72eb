/** @module-tag slow */
import { CheckResult, KeyView, ModelList, Preferences, WireError } from '@countersign/protocol'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../../testing/running-server.ts'

const KeyAnswer = z.object({ key: KeyView })
const Refusal = z.object({ error: WireError })
const KEY = 'sk-ant-0123456789abcdefWXYZ'

let server: TestServer
let provider: Server
const seen: string[] = []

/** Stands for Anthropic, and for a server of one's own. */
beforeAll(async () => {
  provider = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? ''}`)
    const good = request.headers['x-api-key'] === KEY || request.url === '/own/models'
    response.writeHead(good ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(good ? { data: [{ id: 'claude-new' }] } : { error: `bad key ${KEY}` }))
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  server = await testServer({ ANTHROPIC_BASE_URL: addressOf('/anthropic') })
})
afterAll(async () => {
  await server.close()
  await new Promise((closed) => provider.close(closed))
})

const addressOf = (path: string) => `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}` // a TCP server that listens has one

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string; json: unknown }> {
  const answer = await server.request(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: JSON.parse(text) }
}

const models = async () => ModelList.parse((await ask('GET', '/api/models')).json)

test('without a key there is the demo, and the services are named with what they need', async () => {
  const list = await models()
  expect(list.default_model).toBe('demo')
  expect(list.models.map(({ id }) => id)).toEqual(['demo'])
  expect(list.providers).toContainEqual({
    id: 'mistral',
    name: 'Mistral',
    kind: 'service',
    ready: false,
    base_url: null,
    key: {
      provider: 'mistral',
      name: 'Mistral',
      source: 'none',
      last4: null,
      variable: 'MISTRAL_API_KEY',
      overrides_environment: false,
      problem: null,
    },
  })
})

test('a key is tried, stored, used at once, never given out, and removed', async () => {
  const check = (body?: unknown) => ask('POST', '/api/settings/keys/anthropic/check', body)
  expect(CheckResult.parse((await check({ key: 'sk-ant-wrong' })).json)).toEqual({
    ok: false,
    message: 'the provider does not accept this key (401)',
  })
  expect((await check({ key: KEY })).json).toEqual({ ok: true, models: ['claude-new'] })

  const put = await ask('PUT', '/api/settings/keys/anthropic', { key: ` ${KEY}\n` })
  expect(KeyAnswer.parse(put.json).key).toMatchObject({ source: 'settings', last4: 'WXYZ' })
  expect((await check()).json).toEqual({ ok: true, models: ['claude-new'] })
  const list = await models()
  expect(list.default_model).toBe('anthropic/claude-sonnet-5-5')
  expect(list.models.map(({ id }) => id)).toContain('anthropic/claude-new')
  expect(list.models.find(({ id }) => id === 'anthropic/claude-sonnet-5')).toEqual({
    id: 'anthropic/claude-sonnet-5',
    provider: 'anthropic',
    name: 'Claude Sonnet 5',
    demo: false,
    capabilities: { tools: true, parallel_calls: true, images: true, reasoning: true },
    context_window: 1_000_000,
    price: { input: 2, output: 10 },
  })
  expect(list.models.find(({ id }) => id === 'anthropic/claude-new')?.price).toBeNull()

  for (const path of [
    '/api/models',
    '/api/settings',
    '/api/settings/keys',
    '/api/settings/keys/anthropic',
    '/api/me',
  ])
    expect((await ask('GET', path)).text).not.toContain(KEY.slice(0, -4))
  expect(put.text).not.toContain(KEY.slice(0, -4))

  expect((await ask('DELETE', '/api/settings/keys/anthropic')).json).toMatchObject({
    key: { source: 'none' },
  })
  expect((await models()).models.map(({ id }) => id)).toEqual(['demo'])
})

test('a key that was stored is nowhere in the data folder or a backup as it is', async () => {
  await ask('PUT', '/api/settings/keys/openai', { key: KEY })
  const backup = join(server.home, 'b.backup')
  expect((await ask('POST', '/api/backup', { file: backup })).status).toBe(200)
  for (const file of await filesBelow(server.home))
    expect((await readFile(file)).includes(KEY), file).toBe(false)
  await ask('DELETE', '/api/settings/keys/openai')
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('who set and removed a key stands in the audit, the key does not', async () => {
  await ask('PUT', '/api/settings/keys/google', { key: KEY })
  await ask('DELETE', '/api/settings/keys/google')
  const { json, text } = await ask('GET', '/api/audit?chain=usr_local&limit=1000')
  const { rows } = z.object({ rows: z.array(z.object({ kind: z.string() })) }).parse(json)
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['key_set', 'key_removed']))
  expect(text).toContain('google')
  expect(text).not.toContain(KEY)
  expect((await ask('GET', '/api/audit/verify')).json).toMatchObject({ verification: { ok: true } })
})

test('an endpoint of one’s own is added with its key, listed, and removed', async () => {
  const own = { name: 'My vLLM', base_url: `${addressOf('/own')}/`, key: 'endpoint-key-0123456789' }
  const put = await ask('PUT', '/api/settings/endpoints/my-vllm', own)
  expect(put.json).toEqual({ check: { ok: true, models: ['claude-new'] } })
  expect(seen.at(-1)).toBe('/own/models Bearer endpoint-key-0123456789')
  expect((await ask('GET', '/api/settings/endpoints')).json).toEqual({
    endpoints: [{ id: 'my-vllm', name: 'My vLLM', base_url: addressOf('/own') }],
  })
  expect((await models()).models.find(({ provider: id }) => id === 'my-vllm')).toMatchObject({
    id: 'my-vllm/claude-new',
    capabilities: { tools: null, parallel_calls: null, images: null, reasoning: null },
    price: null,
  })
  // A new name keeps the key, `null` removes it.
  await ask('PUT', '/api/settings/endpoints/my-vllm', { ...own, key: undefined, name: 'Ours' })
  expect(seen.at(-1)).toContain('Bearer')
  await ask('PUT', '/api/settings/endpoints/my-vllm', { ...own, key: null })
  expect(seen.at(-1)).toBe('/own/models ')
  expect((await ask('DELETE', '/api/settings/endpoints/my-vllm')).json).toEqual({ ok: true })
  expect((await models()).providers.some(({ id }) => id === 'my-vllm')).toBe(false)
})

test.each([
  ['PUT', '/api/settings/keys/nobody', { key: KEY }, 404],
  ['PUT', '/api/settings/keys/constructor', { key: KEY }, 404],
  ['PUT', '/api/settings/keys/openai', { key: '' }, 400],
  ['PUT', '/api/settings/keys/openai', {}, 400],
  ['POST', '/api/settings/keys/nobody/check', {}, 404],
  ['PUT', '/api/settings/endpoints/openai', { name: 'x', base_url: 'http://127.0.0.1:9/v1' }, 400],
  ['PUT', '/api/settings/endpoints/UPPER', { name: 'x', base_url: 'http://127.0.0.1:9/v1' }, 400],
  ['PUT', '/api/settings/endpoints/x', { name: 'x', base_url: 'file:///etc/passwd' }, 400],
  ['PUT', '/api/settings/endpoints/x', { name: 'x', base_url: 'http://a:b@127.0.0.1:9/v1' }, 400],
  ['DELETE', '/api/settings/endpoints/nobody', undefined, 404],
  ['PATCH', '/api/settings', { default_mode: 'yolo' }, 400],
  ['PATCH', '/api/settings', { outside_mode: 'yolo' }, 400],
  ['PATCH', '/api/settings', { default_model: 'openai/gpt-6-luna' }, 400],
  ['PATCH', '/api/settings', { sounds: { waiting: 'loud' } }, 400],
])('%s %s %j is refused', async (method, path, body, status) => {
  const answer = await ask(method, path, body)
  expect(answer.status).toBe(status)
  expect(Refusal.parse(answer.json).error.message).not.toBe('')
})

test('settings of a person are read and changed; new chats follow them', async () => {
  const changed = await ask('PATCH', '/api/settings', { default_mode: 'plan', sounds: { turn_ended: true } })
  expect(z.object({ settings: Preferences }).parse(changed.json).settings).toMatchObject({
    default_mode: 'plan',
    sounds: { waiting: true, turn_ended: true },
  })
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create' })
  if (created.type !== 'ok') throw new Error(JSON.stringify(created))
  const { json } = await ask('GET', `/api/threads/${created.thread_id}`)
  expect(json).toMatchObject({ thread: { permission_mode: 'plan', model: 'demo' } })
  client.close()
  await ask('PATCH', '/api/settings', { default_mode: 'default' })
})

test('a thread takes another model, if that can be had', async () => {
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create' })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  const set = (model: string) => client.command({ type: 'model_set', thread_id, model })
  expect(await set('mistral/mistral-large-latest')).toMatchObject({
    type: 'error',
    error: {
      code: 'unavailable',
      message:
        'there is no key for Mistral; enter one in the settings, or set `MISTRAL_API_KEY` and start again, or choose another model',
    },
  })
  expect(await set('nobody/x')).toMatchObject({ type: 'error', error: { code: 'unavailable' } })
  await ask('PUT', '/api/settings/keys/mistral', { key: KEY })
  expect(await set('mistral/mistral-large-latest')).toMatchObject({ type: 'ok' })
  const event = await client.event('thread_updated')
  expect(event.thread).toMatchObject({ id: thread_id, model: 'mistral/mistral-large-latest' })
  expect(await client.command({ type: 'model_set', thread_id: 'thr_none', model: 'demo' })).toMatchObject({
    type: 'error',
    error: { code: 'not_found' },
  })
  client.close()
  await ask('DELETE', '/api/settings/keys/mistral')
})

test('nobody without the session sees or sets anything', async () => {
  for (const [method, path] of [
    ['GET', '/api/models'],
    ['GET', '/api/settings/keys'],
    ['PUT', '/api/settings/keys/openai'],
    ['POST', '/api/settings/keys/openai/check'],
    ['PATCH', '/api/settings'],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
    expect(answer.status, `${method} ${path}`).toBe(401)
  }
})
