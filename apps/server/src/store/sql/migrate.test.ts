/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import { mustOpen, newDatabase } from '../testing/grounds.ts'
import { closeScene, openScene, plainUuid, propose } from '../testing/scene.ts'
import { CORE } from './schema.ts'

const open: Client[] = []
async function client(connectionString: string): Promise<Client> {
  const made = new Client({ connectionString })
  await made.connect()
  open.push(made)
  return made
}

let newest = ''
beforeAll(async () => {
  const fresh = await client(await newDatabase())
  await migrate(fresh)
  newest = await schemaOf(fresh)
})
afterAll(() => Promise.all(open.map((made) => made.end())))

/** Tables, columns, checks, indexes and triggers as text. */
async function schemaOf(made: Client): Promise<string> {
  const { rows } = await made.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(({ line }) => line).join('\n')
}

test.each(MIGRATIONS.map(({ version }) => version - 1))('from version %i to the newest', async (from) => {
  const made = await client(await newDatabase())
  expect(
    await migrate(made, [{ ...CORE, migrations: MIGRATIONS.filter(({ version }) => version <= from) }]),
  ).toEqual({ ok: true, value: undefined })
  expect(await migrate(made)).toEqual({ ok: true, value: undefined })
  expect(await schemaOf(made)).toBe(newest)
  expect(await migrate(made)).toEqual({ ok: true, value: undefined })
})

test('versions are numbered from one, without a gap', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_migration, index) => index + 1))
})

test('six processes that migrate at once do it once', async () => {
  const url = await newDatabase()
  const clients = await Promise.all(Array.from({ length: 6 }, () => client(url)))
  const done = await Promise.all(clients.map((made) => migrate(made)))
  expect(done.every(({ ok }) => ok)).toBe(true)
  const { rows } = await (clients[0] ?? (await client(url))).query('select version from schema_versions')
  expect(rows).toHaveLength(MIGRATIONS.length)
})

test('a newer schema is a sentence, and stays untouched', async () => {
  const url = await newDatabase()
  const made = await client(url)
  await migrate(made)
  await made.query(`insert into schema_versions (version, name) values (9999, 'future')`)
  const before = await schemaOf(made)
  const refused = await migrate(made)
  expect(refused).toMatchObject({ ok: false, error: { code: 'newer_schema' } })
  expect(refused.ok ? '' : refused.error.message).toContain('9999')
  expect(await schemaOf(made)).toBe(before)
})

test('a migration that fails leaves nothing behind', async () => {
  const made = await client(await newDatabase())
  const broken = [
    ...MIGRATIONS,
    { version: MIGRATIONS.length + 1, name: 'broken', sql: 'create table x (); nonsense' },
  ]
  expect(await migrate(made, [{ ...CORE, migrations: broken }])).toMatchObject({
    ok: false,
    error: { code: 'migration_failed' },
  })
  expect(await schemaOf(made)).toBe('')
  expect(await migrate(made)).toMatchObject({ ok: true })
})

test('a PostgreSQL that is too old is a sentence', async () => {
  const old = { query: () => Promise.resolve({ rows: [{ version: 140_012, text: '14.12' }] }) }
  const refused = await migrate(old as unknown as Client)
  expect(refused).toMatchObject({ ok: false, error: { code: 'too_old' } })
})

test('a store on a migrated database keeps its promises', async () => {
  const databaseUrl = await newDatabase()
  const id = plainUuid()
  const home = await mkdtemp(join(tmpdir(), 'cs-migrated-'))
  const store = await mustOpen({
    home,
    databaseUrl,
    processId: id,
    failed: () => undefined,
  })
  const scene = await openScene(store, id)
  await propose(scene, 'ask')
  await closeScene(scene)
  expect(await store.audit.verify()).toMatchObject({ ok: true })
  await store.close()
  await rm(home, { recursive: true })
})
