import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SearchSettingsView } from '@countersign/protocol'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerKeys } from '../../providers/provider-keys.ts'
import { searchSettings } from './search-settings.ts'
import { storedVault } from '../../platform/vault/vault.ts'
import { memorySettings } from '../../settings/testing/memory-settings.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { UserId } from '@countersign/protocol'

const KEY = 'brave-key-0123456789abcdef'
const asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = []
let searx: Server
let address: string
let server: TestServer
beforeAll(async () => {
  searx = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results: [{ title: 'T', url: 'https://t.example/', content: 'C' }] }))
  })
  await new Promise<void>((listening) => searx.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(searx.address() as AddressInfo).port}` // a TCP server that listens has one
  server = await testServer({ TAVILY_API_KEY: 'tavily-key-of-the-environment' })
})
afterAll(async () => {
  await server.close()
  searx.close()
})

async function send(method: string, path: string, body?: unknown) {
  const answer = await server.request(`/api/settings/search${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, body: json }
}

test('a key goes in encrypted, goes before the environment, is never given out, and is in the audit without itself', async () => {
  expect(await send('GET', '')).toMatchObject({ body: { used: 'tavily', chosen: null } })
  const set = await send('PUT', '/brave', { value: KEY })
  expect(set.body).toMatchObject({ used: 'brave' })
  const brave = SearchSettingsView.parse(set.body).services.find(({ id }) => id === 'brave')
  expect(brave).toMatchObject({ source: 'settings', last4: 'cdef', wants: 'key' })
  expect(JSON.stringify(set)).not.toContain(KEY)
  const audit = await (await server.request('/api/audit')).text()
  expect(audit).toContain('search:brave')
  expect(audit).not.toContain(KEY)
  for (const name of await readdir(server.home)) {
    const bytes = await readFile(`${server.home}/${name}`).catch(() => Buffer.alloc(0))
    expect(bytes.includes(KEY)).toBe(false)
  }
})

test('one can be chosen and removed again', async () => {
  expect(await send('PATCH', '', { chosen: 'tavily' })).toMatchObject({ body: { used: 'tavily' } })
  // Chosen, and not set up: nothing else is asked in its place.
  expect(await send('PATCH', '', { chosen: 'searxng' })).toMatchObject({ body: { used: null } })
  expect(await send('PATCH', '', { chosen: null })).toMatchObject({ body: { used: 'brave' } })
  expect(await send('DELETE', '/brave')).toMatchObject({ body: { used: 'tavily' } })
})

test('an address is tried, and searches', async () => {
  expect(await send('PUT', '/searxng', { value: address })).toMatchObject({ body: { used: 'searxng' } })
  expect(await send('POST', '/searxng/check', {})).toMatchObject({ body: { ok: true } })
  expect(asked.at(-1)?.url).toContain('/search?q=')
  searx.closeAllConnections()
})

test.each([
  ['PUT', '/searxng', { value: 'file:///etc/passwd' }, 400],
  ['PUT', '/searxng', { value: 'not an address' }, 400],
  ['PUT', '/google', { value: 'x' }, 404],
  ['PUT', '/brave', { value: ' ' }, 400],
  ['PATCH', '', { chosen: 'constructor' }, 400],
  ['POST', '/constructor/check', {}, 404],
])('%s %s %j is refused', async (method, path, body, status) => {
  expect((await send(method, path, body)).status).toBe(status)
})

test('a key that cannot be read any more is said, and the environment is used', async () => {
  const store = memorySettings()
  const env = { BRAVE_API_KEY: 'of the environment' }
  const open = (byte: number) =>
    searchSettings({
      store,
      env,
      fetch,
      keys: providerKeys({ env, vault: storedVault(store, Buffer.alloc(32, byte)) }),
    })
  await open(1).set('brave', KEY, UserId.parse('usr_a'))
  const view = await open(2).view()
  expect(view.services[1]).toMatchObject({
    source: 'environment',
    problem: expect.stringContaining('cannot be decrypted') as string,
  })
  expect((await open(2).service())?.name).toBe('brave')
})
