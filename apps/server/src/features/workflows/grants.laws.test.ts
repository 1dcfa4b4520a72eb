/** @module-tag slow */
import { compilePolicy, decide, type ToolFacts } from '@countersign/policy'
import { CallId, UserId } from '@countersign/protocol'
import fc from 'fast-check'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { schemasOf } from '../../platform/feature.ts'
import { rulesFor } from '../../rules/grants.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { storedGrants, type StoredGrants } from './stored-grants.ts'

const RUNS = Number(process.env['LAW_RUNS'] ?? 300)
const MODES = ['plan', 'strict', 'default', 'acceptEdits', 'auto']
const PLACE = { workspace: '/work', cwd: '/work', home: '/home/me', own: [] }

const rule = fc.constantFrom(
  'wipe',
  'wipe(*)',
  'wipe(a)',
  '*',
  'mcp__disk__wipe',
  'files.delete',
  'files.delete(*)',
  'files.delete(a)',
)
const rules = fc.array(rule, { maxLength: 4 })
const tool = (name: string): ToolFacts => ({
  name,
  category: 'write',
  destructive: true,
  editSafe: true,
  kind: 'text',
})

test('no grant, mode or rule lets a destructive node run without a person', () => {
  fc.assert(
    fc.property(
      fc.record({
        mode: fc.constantFrom(...MODES),
        granted: rules,
        user: rules,
        thread: rules,
        name: fc.constantFrom('wipe', 'files.delete', 'mcp__disk__wipe'),
        text: fc.constantFrom('a', 'b', '*', ''),
      }),
      ({ mode, granted, user, thread, name, text }) => {
        const policy = compilePolicy({
          mode,
          layers: [
            { layer: 'workflow', lists: { allow: granted } },
            { layer: 'thread', lists: { allow: thread } },
            { layer: 'user', lists: { allow: user } },
          ],
        })
        const decision = decide({ tool: tool(name), specifier: { kind: 'text', text }, place: PLACE }, policy)
        expect(decision.verdict).not.toBe('run')
      },
    ),
    { numRuns: RUNS * 10 },
  )
})

let store: Store
let home: string
let grants: StoredGrants
const OWNERS = ['me', 'you'].map((name) => `usr_${name}` as UserId) // ids are brands of text
const HASHES = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
const NODES = ['read', 'save', 'each/save']
let workflows: readonly string[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-laws-'))
  const opened = await openStore({
    home,
    databaseUrl: await newDatabase(),
    approvalTimeout: null,
    schemas: schemasOf(FEATURES),
    processId: 'laws',
    failed: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  store = opened.value
  grants = storedGrants(store.db, () => '')
  const made = await sql<{ id: string }>`
    insert into workflows (owner, name, draft)
    select owner, 'w', '{}' from unnest(${[...OWNERS]}::text[]) owner, generate_series(1, 2)
    returning id`.execute(store.db)
  workflows = made.rows.map(({ id }) => id)
}, 60_000)
afterAll(async () => {
  await store.close()
  await rm(home, { recursive: true, force: true })
}, 60_000)

const grant = fc.record({
  owner: fc.constantFrom(...OWNERS),
  workflow: fc.nat(3),
  hash: fc.constantFrom(...HASHES),
  /** Null applies to every run of the version. */
  run: fc.option(fc.nat(3)),
  node: fc.constantFrom(...NODES),
  revoked: fc.boolean(),
  expired: fc.boolean(),
})
const run = fc.record({
  owner: fc.constantFrom(...OWNERS),
  workflow: fc.nat(3),
  hash: fc.constantFrom(...HASHES),
  ungranted: fc.boolean(),
})

test('a grant of one hash, node, run, workflow or person never serves another', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(grant, { maxLength: 6 }),
      fc.tuple(run, run, run, run),
      fc.nat(3),
      fc.constantFrom(...NODES),
      fc.constantFrom(...HASHES),
      async (given, runs, at, node, version) => {
        round += 1
        const callOf = (index: number) => CallId.parse(`call_law${round}x${index}`)
        await sql`truncate workflow_grants, workflow_runs cascade`.execute(store.db)
        const thread = await store.threads.create(UserId.parse('usr_local'), {
          title: 'law',
          mode: 'default',
          model: 'm',
          workspace: '/work',
        })
        for (const [index, { owner, workflow, hash, ungranted }] of runs.entries())
          await sql`
            insert into workflow_runs (id, owner, workflow_id, hash, call_id, thread_id, started_by, ungranted, mode, inputs)
            values (${`run_law${round}x${index}`}, ${owner}, ${workflows[workflow]}, ${hash}, ${callOf(index)},
              ${thread.id}, 'person', ${ungranted}, 'default', '{}')`.execute(store.db)
        for (const [index, one] of given.entries())
          await sql`
            insert into workflow_grants (owner, workflow_id, hash, run_call, rules, revoked_at, expires_at)
            values (${one.owner}, ${workflows[one.workflow]}, ${one.hash}, ${one.run === null ? null : callOf(one.run)},
              ${JSON.stringify([{ node: one.node, rule: `rule ${index}` }])}::json,
              ${one.revoked ? sql`now()` : null}, ${one.expired ? sql`now() - interval '1 second'` : null})`.execute(
            store.db,
          )
        const found = rulesFor(node, await grants.of({ version, parentId: callOf(at) }))
        const its = runs[at]
        // The expected result, computed in the slow, obvious way.
        const expected = given.flatMap((one, index) =>
          its !== undefined &&
          !its.ungranted &&
          !one.revoked &&
          !one.expired &&
          one.node === node &&
          one.hash === version &&
          its.hash === version &&
          one.owner === its.owner &&
          one.workflow === its.workflow &&
          (one.run === null || one.run === at)
            ? [`rule ${index}`]
            : [],
        )
        expect([...found].toSorted()).toEqual(expected.toSorted())
      },
    ),
    { numRuns: RUNS },
  )
}, 240_000)

test('every change of a grant makes the cached policy of its person’s threads invalid, and no one else’s', async () => {
  const [owner, other] = OWNERS
  const [workflowId] = workflows
  if (owner === undefined || other === undefined || workflowId === undefined) throw new Error('no scene')
  const made = { title: 'law', mode: 'default', model: 'm', workspace: '/work' }
  const own = await store.threads.create(owner, made)
  const foreign = await store.threads.create(other, made)
  const versionOf = async ({ id }: typeof own) => (await store.rules.forThread(id)).version
  const [before, beside] = [await versionOf(own), await versionOf(foreign)]
  const seen = [before]
  const runCall = 'call_given'
  await grants.add(store.db, owner, { workflowId, hash: 'd'.repeat(64), runCall, rules: [] })
  seen.push(await versionOf(own))
  await grants.handOn(store.db, runCall, 'call_other')
  seen.push(await versionOf(own))
  const [first] = await grants.list(owner, workflowId)
  expect(await grants.revoke(owner, first?.id ?? '')).toBe(true)
  seen.push(await versionOf(own))
  expect(await grants.revoke(owner, first?.id ?? '')).toBe(false)
  await grants.handOn(store.db, 'call_none', 'call_other')
  expect(new Set(seen).size).toBe(4)
  expect(await versionOf(own)).toBe(seen.at(-1))
  expect(await versionOf(foreign)).toBe(beside)
}, 60_000)

test('a grant that expires is not kept', async () => {
  await sql`truncate workflow_grants, workflow_runs cascade`.execute(store.db)
  const [owner] = OWNERS
  const [workflowId] = workflows
  const hash = 'e'.repeat(64)
  if (owner === undefined || workflowId === undefined) throw new Error('no scene')
  const thread = await store.threads.create(owner, {
    title: 'law',
    mode: 'default',
    model: 'm',
    workspace: '/work',
  })
  const parentId = CallId.parse('call_expiring')
  await sql`
    insert into workflow_runs (id, owner, workflow_id, hash, call_id, thread_id, started_by, mode, inputs)
    values ('run_expiring', ${owner}, ${workflowId}, ${hash}, ${parentId}, ${thread.id}, 'person', 'default', '{}')`.execute(
    store.db,
  )
  await grants.add(store.db, owner, {
    workflowId,
    hash,
    runCall: null,
    rules: [{ node: 'save', rule: 'wipe' }],
  })
  expect(await grants.of({ version: hash, parentId })).toMatchObject({ lasting: true, rules: [{}] })
  await sql`truncate workflow_grants`.execute(store.db)
  await grants.add(store.db, owner, {
    workflowId,
    hash,
    runCall: null,
    seconds: 3600,
    rules: [{ node: 'save', rule: 'wipe' }],
  })
  expect(await grants.ofVersion(owner, workflowId, hash)).toMatchObject([{ rule: 'wipe' }])
  expect(await grants.of({ version: hash, parentId })).toMatchObject({ lasting: false, rules: [{}] })
  const [given] = await grants.list(owner, workflowId)
  expect(Number(given?.expires_at) - Number(given?.at)).toBeCloseTo(3_600_000, -4)
  await sql`update workflow_grants set expires_at = now() - interval '1 second'`.execute(store.db)
  expect(await grants.ofVersion(owner, workflowId, hash)).toEqual([])
  expect(await grants.of({ version: hash, parentId })).toEqual({ lasting: true, rules: [] })
}, 60_000)
