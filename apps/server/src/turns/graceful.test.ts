/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startServer, type RunningServer } from '../main.ts'
import { TestClient } from '../testing/running-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-grace-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'workspace'))
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html>')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start(grace: string): Promise<{ server: RunningServer; client: TestClient }> {
  const read = readConfig(
    { COUNTERSIGN_HOME: join(folder, 'home'), COUNTERSIGN_SHUTDOWN_GRACE: grace },
    { port: 0, workspace: join(folder, 'workspace') },
  )
  if (!read.ok) throw new Error(read.message)
  const env = { COUNTERSIGN_LOCAL_MODELS: 'off' }
  const started = await startServer(read.config, { webRoot: join(folder, 'web'), env })
  if (started.kind !== 'started') throw new Error(JSON.stringify(started))
  const { server } = started
  return { server, client: await TestClient.open(server.port, server.key) }
}

async function subscribe(client: TestClient, thread_id: string | undefined): Promise<void> {
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
}

/** Begins a command that waits for a file `go`, and ends with one of its own. */
async function beginCommand(client: TestClient): Promise<string | undefined> {
  const created = await client.command({ type: 'thread_create', permission_mode: 'auto' })
  if (created.type !== 'ok') throw new Error(JSON.stringify(created))
  await subscribe(client, created.thread_id)
  const text = 'run touch began; until [ -e go ]; do sleep 0.05; done; touch ended'
  await client.command({ type: 'turn_start', thread_id: created.thread_id, text })
  await expect.poll(() => isThere('began'), { timeout: 20_000 }).toBe(true)
  return created.thread_id
}

const isThere = (name: string) =>
  stat(join(folder, 'workspace', name)).then(
    () => true,
    () => false,
  )

test('a server that is told to stop lets a running call end; the turn goes on after the next start', async () => {
  const first = await start('60')
  const thread = await beginCommand(first.client)
  const closing = first.server.close()
  let closed = false
  void closing.then(() => (closed = true))
  // It has stopped listening, and still waits for the call.
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${first.server.port}/healthz`).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(false)
  expect(closed).toBe(false)
  await writeFile(join(folder, 'workspace', 'go'), '')
  await closing
  expect(await isThere('ended')).toBe(true)

  const second = await start('0')
  await subscribe(second.client, thread)
  const { turn } = await second.client.event('turn_updated', (event) => event.turn.state === 'done')
  expect(turn.error).toBeNull()
  const { call } = await second.client.event(
    'tool_call_update',
    (event) => event.call.state !== 'waiting' && event.call.ended_at !== null,
  )
  expect(call).toMatchObject({ state: 'succeeded', error_code: null })
  second.client.close()
  await second.server.close()
})

test('one that runs on past the time it has is cut off, and said to be', async () => {
  const first = await start('0')
  const thread = await beginCommand(first.client)
  await first.server.close()
  expect(await isThere('ended')).toBe(false)
  const second = await start('0')
  await subscribe(second.client, thread)
  const { call } = await second.client.event('tool_call_update', (event) => event.call.ended_at !== null)
  expect(call.state).not.toBe('succeeded')
  second.client.close()
  await second.server.close()
  expect(await readFile(join(folder, 'workspace', 'began'), 'utf8')).toBe('')
})
