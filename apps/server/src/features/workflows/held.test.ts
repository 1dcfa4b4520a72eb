/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { restoreBackup } from '../../restore.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

/** Waits, then has an effect that its grant allows. */
const LATER = {
  ...oneNode('nap', 'time.wait', { for: '6s' }),
  nodes: [
    { id: 'nap', type: 'time.wait', inputs: { for: '6s' } },
    { id: 'save', type: 'files.write', inputs: { path: 'later.txt', content: 'x' } },
  ],
  edges: [{ from: ['nap', 'time'], to: ['save', '$after'] }],
}
const ASKING = oneNode('ask', 'human.ask', { question: 'Which?' })

describe.each(['embedded', 'external'])('runs that were open in a backup, on an %s database', (kind) => {
  let folder = ''
  let server: TestServer
  let restored: TestServer
  const user = new WorkflowUser(() => server)
  const there = new WorkflowUser(() => restored)
  const open: Record<'granted' | 'stopped' | 'asking', string> = { granted: '', stopped: '', asking: '' }
  /** In the folder that both servers have. */
  const saved = () => join(server.workspace, 'later.txt')

  const told = async () => {
    const { json } = await there.ask('GET', '/api/notices')
    const { notices } = workflowRoutes.notices.reply.parse(json)
    return new Set(notices.map(({ run_id }) => run_id))
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cs-wf-held-'))
    server = await testServer(kind === 'external' ? { DATABASE_URL: await newDatabase() } : {})
    const { id } = await user.saved(LATER)
    open.granted = await user.start(id, { grant: 'run' })
    open.stopped = await user.start(id)
    open.asking = await user.start((await user.saved(ASKING)).id)
    for (;;) {
      const states = await Promise.all(Object.values(open).map(async (run) => (await user.run(run)).state))
      if (states.join(' ') === 'sleeping sleeping waiting') break
      await delay(100)
    }
    const file = join(folder, `${kind}.backup`)
    expect((await user.ask('POST', '/api/backup', { file })).status).toBe(200)
    const home = join(folder, 'home')
    const databaseUrl = kind === 'external' ? await newDatabase() : undefined
    const database = databaseUrl === undefined ? {} : { databaseUrl }
    expect(await restoreBackup({ home, ...database }, file, FEATURES)).toMatchObject({ ok: true })
    restored = await testServer({
      COUNTERSIGN_HOME: home,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
  }, 120_000)
  afterAll(async () => {
    await restored.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  test('none goes on by itself, and each says so', async () => {
    // Where the backup was made, the run goes on and has its effect.
    await user.until(open.granted, 'done')
    await rm(saved())
    await delay(2000)
    for (const run of Object.values(open))
      expect(await there.run(run)).toMatchObject({ state: 'waiting', held: true })
    await expect(readFile(saved())).rejects.toThrow('ENOENT')
    // The third has a card among those that wait.
    expect(await told()).toEqual(new Set([open.granted, open.stopped]))
  }, 60_000)

  test('a card of a held run can be answered, and counts once the run goes on', async () => {
    const client = await restored.connect()
    await there.answer(client, { answer: { answer: 'this' } })
    client.close()
    await delay(1500)
    expect(await there.run(open.asking)).toMatchObject({ state: 'waiting', held: true })
    expect(await told()).toEqual(new Set(Object.values(open)))
    expect((await there.ask('POST', `/api/runs/${open.asking}/resume`)).status).toBe(200)
    await there.until(open.asking, 'done')
  }, 60_000)

  test('a person resumes one and stops another', async () => {
    expect((await there.ask('POST', `/api/runs/${open.granted}/resume`)).status).toBe(200)
    expect(await there.until(open.granted, 'done')).toMatchObject({ held: false })
    expect(await readFile(saved(), 'utf8')).toBe('x')
    expect(await there.ask('POST', `/api/runs/${open.granted}/resume`)).toMatchObject({
      status: 409,
      json: { error: { code: 'nothing_held' } },
    })
    expect((await there.ask('POST', `/api/runs/${open.stopped}/stop`)).status).toBe(200)
    await there.until(open.stopped, 'cancelled')
  }, 60_000)
})
