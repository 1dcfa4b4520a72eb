import { ServerState, statusRoutes } from '@countersign/protocol'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
}, 60_000)
afterAll(() => server.close(), 60_000)

const state = async () => ServerState.parse(await (await server.request('/api/state')).json())

test('the parts of a server are told, and who is connected', async () => {
  const { version, parts } = await state()
  expect(version).not.toBe('')
  expect(parts).toContainEqual({ group: 'server', name: 'Database', state: 'well', text: 'Connected.' })
  expect(parts.find(({ name }) => name === 'Watches')).toMatchObject({ state: 'off' })
  const client = await server.connect()
  expect((await state()).parts).toContainEqual({
    group: 'server',
    name: 'Connections',
    state: 'well',
    text: '1 window is connected.',
  })
  client.close()
})

test('an MCP server that cannot start is in trouble, in words', async () => {
  await server.request('/api/mcp/servers/broken', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transport: { kind: 'stdio', command: '/no/such/program' } }),
  })
  await expect
    .poll(async () => (await state()).parts.find(({ group }) => group === 'mcp'), { timeout: 20_000 })
    .toMatchObject({ name: 'broken', state: 'trouble' })
})

test('what the data folder holds is listed with its size, largest first', async () => {
  const answer: unknown = await (await server.request('/api/state/places')).json()
  const { folder, places } = statusRoutes.places.reply.parse(answer)
  expect(folder).toBe(server.home)
  expect(places.map(({ name }) => name)).toContain('token')
  expect(places.map(({ bytes }) => bytes)).toEqual(places.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
})

test('what a person brought is listed with its size, and removed on request', async () => {
  const list = async () =>
    statusRoutes.brought.reply.parse(await (await server.request('/api/state/brought')).json()).brought
  const remove = (id: string) =>
    server.request('/api/state/brought/remove', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
  expect(await list()).toEqual([])
  const brought = { ocr: ['core', 'data'], chromium: ['chromium'], 'models/potion': ['model.safetensors'] }
  for (const [folder, files] of Object.entries(brought)) {
    await mkdir(join(server.home, folder), { recursive: true })
    for (const file of files) await writeFile(join(server.home, folder, file), 'x'.repeat(1000))
  }
  expect((await list()).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'browser:chromium', name: 'Chromium', bytes: 1000, more: false },
    { id: 'collections:ocr', name: 'OCR for English', bytes: 2000, more: false },
    {
      id: 'collections:static/potion',
      name: 'Embedding model static/potion',
      bytes: 1000,
      more: false,
    },
  ])
  for (const { id } of await list()) expect((await remove(id)).status).toBe(200)
  expect(await list()).toEqual([])
  const left = await readdir(server.home)
  expect(left).not.toContain('ocr')
  expect(left).not.toContain('chromium')
  expect(await readdir(join(server.home, 'models'))).toEqual([])
  expect((await remove('collections:ocr')).status).toBe(404)
}, 30_000)
