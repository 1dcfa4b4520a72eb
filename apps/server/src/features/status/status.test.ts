import { ServerState, statusRoutes } from '@countersign/protocol'
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
  expect(parts).toContainEqual({ group: 'server', name: 'Database', state: 'well', text: 'It answers.' })
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
