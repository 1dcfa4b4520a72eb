import { FilesChanged } from '@countersign/protocol'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../../testing/running-server.ts'

/** What a window is told of changes on disk. */

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  await mkdir(join(server.workspace, 'src/deep'), { recursive: true })
  client = await server.connect()
  await client.command({ type: 'follow', topic: 'files:own', after_seq: 0 })
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
}, 60_000)

const look = (...folders: string[]) => client.command({ type: 'files_look', folders })
const told = () =>
  client.messages.flatMap((one) => (one.type === 'topic_event' ? [FilesChanged.parse(one.event)] : []))
const watched = async () => {
  const { parts } = (await (await server.request('/api/state')).json()) as {
    parts: readonly { name: string; text: string }[]
  } // our own route
  return parts.find(({ name }) => name === 'Watches')?.text
}

test('a window hears of the folders that it shows, and of no others', async () => {
  expect(await look('.', 'src', '../..', 'missing')).toMatchObject({ type: 'ok' })
  await writeFile(join(server.workspace, 'src/deep/unseen.txt'), 'x')
  await writeFile(join(server.workspace, 'src/seen.txt'), 'x')
  await vi.waitFor(() => expect(told()).toContainEqual({ folders: ['src'], paths: ['src/seen.txt'] }), {
    timeout: 10_000,
  })
  expect(JSON.stringify(told())).not.toContain('unseen')
  expect(await watched()).toBe('2 folders are watched, 0 of them by scans.')
})

test('numbers of events rise; what is not shown any more is not watched', async () => {
  const numbers = client.messages.flatMap((one) => (one.type === 'topic_event' ? [one.seq] : []))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  await look('src')
  await expect.poll(watched).toContain('1 folders')
  const other = await server.connect()
  await other.command({ type: 'files_look', folders: ['src/deep'] })
  expect(await watched()).toContain('2 folders')
  other.close()
  await expect.poll(watched).toContain('1 folders')
  await look()
  await expect.poll(watched).toBe('No folder is watched.')
})

test('folders of chats of others cannot be followed', async () => {
  const topic = 'files:thr_00000000000000000000000000000000'
  expect(await client.command({ type: 'follow', topic, after_seq: 0 })).toMatchObject({
    error: { code: 'not_found' },
  })
})
