/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { restoreBackup } from '../../restore.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { echoFeature } from './testing/echo-feature.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'
import { TABLES } from './tables.ts'
import { sql } from 'kysely'

describe.each(['embedded', 'external'])('a backup of workflows, on an %s database', (kind) => {
  const before = echoFeature()
  let server: TestServer
  let folder = ''
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cs-wf-restored-'))
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer(database, { features: [...FEATURES, before.feature] })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  test('has every table and file; what is restored starts with its triggers paused', async () => {
    const long = {
      ...oneNode('say', 'echo.repeat', { text: 'long ', times: 20_000 }),
      outputs: { text: ['say', 'content'] },
    }
    const { id, hash } = await user.saved(long)
    const run = await user.start(id, { grant: 'version' })
    await user.until(run, 'done')
    await user.ask('POST', '/api/triggers', {
      workflow_id: id,
      hash,
      when: { kind: 'schedule', cron: '* * * * * *' },
    })
    await expect.poll(async () => (await user.runs(id)).length, { timeout: 20_000 }).toBeGreaterThan(1)
    await user.ask('PUT', '/api/triggers/paused', { paused: true })
    await user.ask('PUT', '/api/triggers/paused', { paused: false })
    const count = async (host: ReturnType<typeof before.host>) =>
      Object.fromEntries(
        await Promise.all(
          TABLES.map(async ({ name }) => {
            const { rows } = await sql<{
              count: number
            }>`select count(*)::int as count from ${sql.table(name)}`.execute(host.store.db)
            return [name, rows[0]?.count] as const
          }),
        ),
      )
    // Keep the trigger from firing while rows are counted and backed up.
    const { triggers } = workflowRoutes.triggers.reply.parse((await user.ask('GET', '/api/triggers')).json)
    await user.ask('PATCH', `/api/triggers/${triggers[0]?.id ?? ''}`, {
      when: { kind: 'schedule', cron: '0 0 1 1 *' },
    })
    await expect
      .poll(async () => (await user.runs(id)).every(({ state }) => state !== 'running'), { timeout: 20_000 })
      .toBe(true)
    const counted = await count(before.host())
    expect(counted).toMatchObject({
      workflows: 1,
      workflow_versions: 1,
      // The grant of the run that was started by approving the version.
      workflow_grants: 1,
      workflow_triggers: 1,
    })
    const file = join(folder, `${kind}.backup`)
    expect((await user.ask('POST', '/api/backup', { file })).status).toBe(200)
    const home = join(folder, `home-${kind}`)
    const databaseUrl = kind === 'external' ? await newDatabase() : undefined
    const target = { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
    const after = echoFeature()
    const features = [...FEATURES, after.feature]
    expect(await restoreBackup(target, file, features)).toMatchObject({ ok: true })
    const env = {
      COUNTERSIGN_HOME: home,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    const restored = await testServer(env, { features })
    try {
      const there = new WorkflowUser(() => restored)
      expect(await count(after.host())).toEqual(counted)
      const all = workflowRoutes.triggers.reply.parse((await there.ask('GET', '/api/triggers')).json)
      expect(all).toMatchObject({ all_paused: true, triggers: [{ workflow_id: id, hash }] })
      const { outputs } = workflowRoutes.value.reply.parse(
        (await there.ask('GET', `/api/runs/${run}/values?node=say`)).json,
      )
      expect(outputs).toMatchObject({ content: 'long '.repeat(20_000) })
      // A restored version runs.
      await there.until(await there.start(id), 'done')
    } finally {
      await restored.close()
    }
  }, 120_000)
})
