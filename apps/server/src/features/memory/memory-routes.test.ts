import { MemoryView } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function ask(method: string, path = '/api/memory', body?: unknown): Promise<MemoryView> {
  const response = await server.request(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  expect(response.status).toBe(200)
  return MemoryView.parse(await response.json())
}

test('off and empty at first; switched on, a chat remembers, the person sees it and deletes it', async () => {
  expect(await ask('GET')).toEqual({ enabled: false, entries: [] })
  expect(await ask('PUT', '/api/memory', { enabled: true })).toMatchObject({ enabled: true })

  const client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: 'demo' })
  const thread_id = 'thread_id' in created ? created.thread_id : undefined
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'remember language: German' })
  const { call } = await client.event('tool_call_update', (event) => event.call.state === 'waiting')
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: call.id,
    decision: 'allow_once',
    hash: call.hash,
  })
  await client.event('tool_call_update', (event) => event.call.state === 'succeeded')
  client.close()

  expect((await ask('GET')).entries).toMatchObject([{ key: 'language', text: 'German' }])
  expect((await ask('DELETE', '/api/memory/language')).entries).toEqual([])
  expect((await server.request('/api/memory/language', { method: 'DELETE' })).status).toBe(404)
  expect(await ask('DELETE')).toEqual({ enabled: true, entries: [] })
  expect((await server.request('/api/memory', { method: 'PUT', body: '{}' })).status).not.toBe(200)
})
