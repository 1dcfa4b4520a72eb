import type { ClientBase } from 'pg'
import type { Migration } from '../migrations/migrations.ts'
import { err, ok, type Result } from '@countersign/policy'
import { CORE, type Schema } from './schema.ts'
import { causeText, type StoreError } from './store-error.ts'

/** Held while the schema changes, so that one of several processes migrates and the others find it done. */
const MIGRATION_LOCK = 4_712_001

/** Oldest supported PostgreSQL. */
const OLDEST = 150_000

/** Migrates every schema to the newest known version, in one transaction. A database with a newer schema is left untouched. */
export async function migrate(
  client: ClientBase,
  schemas: readonly Schema[] = [CORE],
): Promise<Result<void, StoreError>> {
  const old = await checkServer(client)
  if (old !== undefined) return err(old)
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const newer = newerThanKnown(await schemaVersions(client), schemas)
    if (newer !== undefined) {
      await client.query('rollback')
      return err({
        code: 'newer_schema',
        message: `the database has ${newer}; start the newer program that wrote it`,
      })
    }
    await migrateIn(client, schemas)
    await client.query('commit')
    return ok(undefined)
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    return err({
      code: 'migration_failed',
      message: `the database could not be brought up to date: ${causeText(cause)}`,
      cause,
    })
  }
}

/** Applies the missing migrations, in the caller's transaction. */
export async function migrateIn(client: ClientBase, schemas: readonly Schema[]): Promise<void> {
  await client.query(VERSIONS)
  const versions = await schemaVersions(client)
  for (const { feature, migrations } of schemas) {
    const at = versions.get(feature) ?? 0
    for (const migration of migrations.filter(({ version }) => version > at))
      await apply(client, feature, migration)
  }
}

/** The first schema that is newer than this program, in words; undefined: none. */
export function newerThanKnown(
  versions: ReadonlyMap<string, number>,
  schemas: readonly Schema[],
): string | undefined {
  for (const { feature, migrations } of schemas) {
    const at = versions.get(feature) ?? 0
    const newest = migrations.at(-1)?.version ?? 0
    const whose = feature === CORE.feature ? '' : ` of \`${feature}\``
    if (at > newest) return `schema version ${at}${whose} and this program knows ${newest}`
  }
  return undefined
}

async function checkServer(client: ClientBase): Promise<StoreError | undefined> {
  const { rows } = await client.query<{ version: number; text: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text`,
  )
  const server = rows[0]
  if (server !== undefined && server.version >= OLDEST) return undefined
  return {
    code: 'too_old',
    message: `PostgreSQL 15 or newer is needed and \`DATABASE_URL\` names ${server?.text ?? 'another server'}`,
  }
}

/** The existing version of each schema; empty for a new database. Creates nothing. */
export async function schemaVersions(client: ClientBase): Promise<ReadonlyMap<string, number>> {
  const known = await client.query<{ column: string }>(
    `select column_name::text as column from information_schema.columns
     where table_schema = current_schema() and table_name = 'schema_versions'`,
  )
  const columns = new Set(known.rows.map(({ column }) => column))
  if (columns.size === 0) return new Map()
  // Before features had their own schemas there was only one, without a name.
  const feature = columns.has('feature') ? 'feature' : `'${CORE.feature}'`
  const { rows } = await client.query<{ feature: string; version: number }>(
    `select ${feature} as feature, max(version) as version from schema_versions group by 1`,
  )
  return new Map(rows.map((row) => [row.feature, row.version]))
}

const VERSIONS = `
create table if not exists schema_versions (
  version integer not null, name text not null, applied_at timestamptz not null default now());
alter table schema_versions add column if not exists feature text not null default '${CORE.feature}';
alter table schema_versions drop constraint if exists schema_versions_pkey;
alter table schema_versions add constraint schema_versions_pkey primary key (feature, version);`

async function apply(client: ClientBase, feature: string, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await client.query('insert into schema_versions (feature, version, name) values ($1, $2, $3)', [
    feature,
    migration.version,
    migration.name,
  ])
}
