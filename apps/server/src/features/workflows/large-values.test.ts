/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { sha256 } from '@countersign/protocol/canonical'
import { sql } from 'kysely'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { pruneOldRuns } from './prune-runs.ts'
import { echoFeature } from './testing/echo-feature.ts'
import { WorkflowUser } from './testing/wire.ts'

const LINE = 'a line of a long text\n'
const LONG = LINE.repeat(5000)
const TEXT = { type: 'string' }

/** A long input passes through a pure node into a file; a tool returns a long text, whose words another node counts. */
const GRAPH = {
  version: 1,
  name: 'Long',
  inputs: { text: { schema: TEXT } },
  outputs: { upper: ['upper', 'text'], said: ['said', 'content'], count: ['count', 'count'] },
  nodes: [
    { id: 'upper', type: 'text.case', inputs: { to: 'upper' } },
    { id: 'save', type: 'files.write', inputs: { path: 'long.txt' }, bounds: ['long.txt'] },
    { id: 'said', type: 'echo.repeat', inputs: { text: LINE, times: 6000 } },
    { id: 'again', type: 'echo.repeat', inputs: {} },
    { id: 'count', type: 'list.count', inputs: {} },
  ],
  edges: [
    { from: ['$input', 'text'], to: ['upper', 'text'] },
    { from: ['upper', 'text'], to: ['save', 'content'] },
    { from: ['said', 'content'], to: ['again', 'text'] },
    { from: ['said', 'words'], to: ['count', 'items'] },
  ],
}

describe.each(['embedded', 'external'])('values above 64 kB, on an %s database', (kind) => {
  const { feature, host, runs } = echoFeature()
  let server: TestServer
  beforeAll(async () => {
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer(database, { features: [...FEATURES, feature] })
  }, 60_000)
  afterAll(() => server.close(), 60_000)
  const user = new WorkflowUser(() => server)
  const stored = async () =>
    (await readdir(join(server.home, 'workflow-values'), { recursive: true, withFileTypes: true })).flatMap(
      (entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []),
    )
  let runId = ''
  let workflow = { id: '', hash: '' }

  test('travel as files: rows are small, and nodes and people read the text', async () => {
    workflow = await user.saved(GRAPH)
    runId = await user.start(workflow.id, { inputs: { text: LONG }, grant: 'run' })
    const run = await user.until(runId, 'done')
    expect(await readFile(join(server.workspace, 'long.txt'), 'utf8')).toBe(LONG.toUpperCase())
    const said = LINE.repeat(6000)
    expect(run.inputs).toEqual({ text: fileOf(LONG, 'input.text.txt') })
    expect(run.outputs).toEqual({
      upper: fileOf(LONG.toUpperCase(), expect.stringContaining('.txt') as string),
      said: fileOf(said, 'said.content.txt'),
      count: 6001,
    })
    // The node that reads the text receives all of it.
    expect(runs).toContain(LINE.repeat(2).slice(0, 20))
    const value = await user.ask('GET', `/api/runs/${runId}/values?node=again`)
    expect(workflowRoutes.value.reply.parse(value.json).inputs).toEqual({ text: said })
    const { rows } = await sql<{ largest: number }>`
      select max(length(rows.text)) as largest from (
        select inputs::text as text from workflow_runs union all select outputs::text from workflow_runs
        union all select inputs::text from workflow_node_values union all select outputs::text from workflow_node_values
        union all select result::text from calls) as rows`.execute(host().store.db)
    expect(rows[0]?.largest).toBeLessThan(64 * 1024)
  }, 90_000)

  test('a run that begins at a node takes the files of the earlier one', async () => {
    const before = runs.length
    const again = await user.start(workflow.id, {
      inputs: { text: LONG },
      from_node: 'count',
      run_id: runId,
    })
    await expect.poll(async () => (await user.run(again)).state, { timeout: 30_000 }).not.toBe('running')
    const { nodes } = await user.run(again)
    expect(nodes.find(({ node }) => node === 'said')?.state).toBe('reused')
    expect(nodes.find(({ node }) => node === 'count')?.state).toBe('done')
    expect(runs.slice(before).filter((text) => text === LINE.slice(0, 20))).toHaveLength(0)
    await user.ask('POST', `/api/runs/${again}/stop`, {})
  }, 60_000)

  test('the hash of a file that is not this person’s gives nothing', async () => {
    const file = { file: sha256('someone else has this'), mime: 'text/plain', bytes: 21, name: 'x.txt' }
    await host().files.in('workflow-values').put(Buffer.from('someone else has this'))
    const id = await user.start(workflow.id, { inputs: { text: file } })
    expect(await user.until(id, 'failed')).toMatchObject({ error: { code: 'invalid_input' } })
  }, 60_000)

  test('pruning removes the run and the files that no run names; summary and audit rows stay', async () => {
    const { db, audit } = host().store
    const { thread_id: thread } = await user.run(runId)
    const auditRows = async () =>
      (
        await sql<{
          count: number
        }>`select count(*)::int as count from audit where chain = ${thread}`.execute(db)
      ).rows[0]?.count
    const before = await auditRows()
    expect(before).toBeGreaterThan(3)
    // Nothing is pruned before thirty days have passed.
    await pruneOldRuns(host())
    expect((await user.run(runId)).nodes.length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await user.runs(workflow.id)).every(({ state }) => state !== 'running'))
      .toBe(true)
    await makeOld(db)
    await pruneOldRuns(host())
    await host().store.prune()
    expect(await user.run(runId)).toMatchObject({ state: 'done', inputs: {}, outputs: null, nodes: [] })
    for (const table of ['turns', 'calls', 'approvals', 'messages', 'outbox'])
      expect(
        (
          await sql<{
            count: number
          }>`select count(*)::int as count from ${sql.table(table)} where thread_id = ${thread}`.execute(db)
        ).rows,
      ).toEqual([{ count: 0 }])
    expect(await auditRows()).toBe(before)
    expect(await audit.verify()).toMatchObject({ ok: true })
    expect(
      await host().store.db.selectFrom('threads').select('id').where('id', '=', thread).execute(),
    ).toHaveLength(1)
    // A file is deleted a day after its last use, unless something refers to it.
    const long = ago(40)
    for (const name of await stored()) await utimes(name, long, long)
    await host().pruneFiles()
    expect(await stored()).toEqual([])
  }, 60_000)
})

const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

function fileOf(text: string, name: string) {
  return { file: sha256(text), mime: 'text/plain', bytes: Buffer.byteLength(text), name }
}

async function makeOld(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<void> {
  await sql`update threads set created_at = now() - interval '40 days'`.execute(db)
  await sql`update turns set created_at = now() - interval '40 days', ended_at = now() - interval '31 days'
    where ended_at is not null`.execute(db)
  await sql`update workflow_files set made_at = now() - interval '40 days'`.execute(db)
}
