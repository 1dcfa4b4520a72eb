/** @module-tag slow */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from './testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_MAX_SOCKETS: '2', COUNTERSIGN_MAX_TURNS: '1' })
})
afterAll(() => server.close())

async function begin(client: TestClient, text: string): Promise<void> {
  const created = await client.command({ type: 'thread_create', permission_mode: 'auto' })
  if (created.type !== 'ok') throw new Error(JSON.stringify(created))
  await client.command({ type: 'subscribe', thread_id: created.thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id: created.thread_id, text })
}

/** Connects as soon as there is room: a socket that was closed is gone a moment later. */
async function enter(): Promise<TestClient> {
  for (;;) {
    const client = await server.connect()
    const isIn = await Promise.race([
      client.until(({ type }) => type === 'welcome').then(() => true),
      new Promise<boolean>((closed) => client.socket.once('close', () => closed(false))),
    ])
    if (isIn) return client
  }
}

test('who comes after the last socket is sent away, and has room when another leaves', async () => {
  const [first, second] = [await server.connect(), await server.connect()]
  const third = await server.connect()
  expect(await new Promise((closed) => third.socket.once('close', closed))).toBe(1013)
  second.close()
  ;(await enter()).close()
  first.close()
})

test('a turn that comes after the last place waits as a row, and begins when another ends', async () => {
  const client = await enter()
  const there = (name: string) => existsSync(join(server.workspace, name))
  await begin(client, 'run touch began; until [ -e go ]; do sleep 0.05; done; touch ended')
  await expect.poll(() => there('began'), { timeout: 30_000 }).toBe(true)
  await begin(client, 'run touch second')
  // Whoever looks for turns has looked when this is answered; the second one is still not begun.
  await client.command({ type: 'thread_create' })
  expect(there('second')).toBe(false)
  await writeFile(join(server.workspace, 'go'), '')
  await expect.poll(() => there('second'), { timeout: 30_000 }).toBe(true)
  expect(there('ended')).toBe(true)
  client.close()
})

test('a body that is too long is refused by its length', async () => {
  const response = await server.request('/api/decide', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(1_000_001) }),
  })
  expect(response.status).toBe(413)
})
