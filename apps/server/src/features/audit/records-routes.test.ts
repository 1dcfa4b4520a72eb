/** @module-tag slow */
import { CallResultView } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('all of a result can be had', async () => {
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: 'demo' })
  const thread_id = 'thread_id' in created ? created.thread_id : undefined
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'run seq 1 1000' })
  const { call } = await client.event('tool_call_update', (event) => event.call.state === 'succeeded')
  client.close()

  const result = CallResultView.parse(await (await server.request(`/api/calls/${call.id}/result`)).json())
  expect(result.text).toContain('\n999\n1000')
  expect(call).toMatchObject({ result_chars: result.chars })
  // Of a command, the end.
  expect(call.preview).toBe(result.text.slice(-500))
})

test.each([
  '/api/calls/call_nothing/result',
  '/api/calls/nonsense/result',
  '/api/calls/call_nothing/output',
  '/api/calls/nonsense/output',
])('%s: there is none', async (path) => {
  expect((await server.request(path)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}${path}`)).status).toBe(401)
})

test('a backup is refused where it would replace something, and says so', async () => {
  const mine = join(server.workspace, 'notes.md')
  await writeFile(mine, 'mine')
  const token = await readFile(join(server.home, 'token'))
  for (const file of [mine, join(server.home, 'token')]) {
    const answer = await server.request('/api/backup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('cannot be written')
  }
  expect(await readFile(mine, 'utf8')).toBe('mine')
  expect(await readFile(join(server.home, 'token'))).toEqual(token)
})
