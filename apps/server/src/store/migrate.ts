import type { ClientBase } from 'pg'
import { MIGRATIONS, type Migration } from './migrations/migrations.ts'
import { err, ok, type Result } from './result.ts'
import { causeText, type StoreError } from './store-error.ts'

/** Taken while the schema changes, so that of several processes one migrates and the others find it done. */
const MIGRATION_LOCK = 4_712_001

/** Oldest PostgreSQL that is supported. */
const OLDEST = 150_000

/**
 * Brings the schema to the newest version that this program knows, in one transaction. A schema that is newer than that is
 * left untouched.
 */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Result<void, StoreError>> {
  const old = await checkServer(client)
  if (old !== undefined) return err(old)
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const at = await schemaVersion(client)
    const newest = migrations.at(-1)?.version ?? 0
    if (at > newest) {
      await client.query('rollback')
      return err({
        code: 'newer_schema',
        message: `the database has schema version ${at} and this program knows ${newest}; start the newer program that wrote it`,
      })
    }
    await migrateIn(client, migrations)
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

/** Applies what is missing, in the caller's transaction. */
export async function migrateIn(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  const at = await schemaVersion(client)
  for (const migration of migrations.filter(({ version }) => version > at)) await apply(client, migration)
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

/** 0: nothing is there yet. Looks without making anything. */
async function schemaVersion(client: ClientBase): Promise<number> {
  const known = await client.query<{ there: boolean }>(
    `select to_regclass('schema_versions') is not null as there`,
  )
  if (known.rows[0]?.there !== true) return 0
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_versions',
  )
  return rows[0]?.version ?? 0
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  await client.query(`create table if not exists schema_versions (
    version integer primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query(migration.sql)
  await client.query('insert into schema_versions (version, name) values ($1, $2)', [
    migration.version,
    migration.name,
  ])
}
