/** @module-tag slow */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { png } from '../../media/testing/pictures.ts'
import { wav } from '../../media/testing/sounds.ts'
import { mediaServer, type MediaServer } from '../../providers/testing/media-server.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { TestClient } from '../../testing/running-server.ts'

let services: MediaServer
let folder = ''
let children: ChildProcess[] = []
beforeEach(async () => {
  services = await mediaServer({ picture: png(64, 48), sound: wav(0.5) })
  folder = await mkdtemp(join(tmpdir(), 'cs-media-killed-'))
  await chmod(folder, 0o755)
  for (const name of ['workspace', 'web']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Countersign</title>')
})
afterEach(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  children = []
  await services.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

describe.each(['embedded', 'external'])('kill -9 after the request, on an %s database', (kind) => {
  test('leaves a call that a person settles, and nothing is paid for twice', async () => {
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    services.hold()
    const first = await start(database)
    const created = await first.client.command({ type: 'thread_create' })
    const thread_id = created.type === 'ok' ? created.thread_id : undefined
    await first.client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const media_generation = { mode: 'image', model: 'openai/gpt-image-1' }
    await first.client.command({ type: 'turn_start', thread_id, text: 'a boat', media_generation })
    await expect.poll(() => services.requests.length, { timeout: 30_000 }).toBe(1)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    services.release()

    const second = await start(database)
    await second.client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const { call } = await second.client.event(
      'tool_call_update',
      (event) => event.call.state === 'interrupted',
    )
    expect(call).toMatchObject({ tool: 'generate_image' })
    expect(services.requests.length).toBe(1)

    // Only a person has it made again, as a new call.
    const settled = await second.client.command({
      type: 'call_settle',
      tool_call_id: call.id,
      how: 'again',
      hash: call.hash,
    })
    expect(settled).toMatchObject({ type: 'ok' })
    const again = await second.client.event(
      'tool_call_update',
      (event) => event.call.retry_of === call.id && event.call.state === 'succeeded',
    )
    expect(again.call).toMatchObject({ attachments: [{ kind: 'image' }], hash: call.hash })
    expect(services.requests.length).toBe(2)
    second.client.close()
  }, 120_000)
})

async function start(env: Readonly<Record<string, string>>) {
  const paths = ['home', 'workspace', 'web'].map((name) => join(folder, name))
  const child = fork(new URL('../../testing/server-process.ts', import.meta.url).pathname, paths, {
    execArgv: ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...services.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }] // what the program sends
  return { child, client: await TestClient.open(port, key) }
}
