import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import type { z } from 'zod'
import type { Head } from '../../audit/chain.ts'
import { linesIn } from '../../disk/lines.ts'
import { migrateIn, newerThanKnown } from '../sql/migrate.ts'
import { err, ok, type Result } from '@countersign/policy'
import { backedUp, CORE, type Schema } from '../sql/schema.ts'
import { causeText, type StoreError } from '../sql/store-error.ts'
import { ContentLine, Footer, Header, RESTORED, Row, type BackedUpFile, type BackupFacts } from './format.ts'

export interface Imported extends BackupFacts {
  readonly heads: readonly Head[]
}

/** Fills an empty database from a backup, all or nothing: a file that is truncated, altered or from a newer version changes nothing. */
export async function readBackup(
  client: ClientBase,
  file: string,
  {
    isOfNow = false,
    schemas = [CORE],
    beforeCommit,
  }: {
    /** Nothing can have happened since it was made. */
    readonly isOfNow?: boolean
    readonly schemas?: readonly Schema[]
    /** If it fails, nothing is changed. */
    readonly beforeCommit?: () => Promise<void>
  } = {},
): Promise<Result<Imported, StoreError>> {
  await client.query('begin')
  try {
    const imported = await readAll(client, file, schemas)
    // The first server that opens this database handles calls that may have run since.
    if (imported.ok && !isOfNow) await settleSince(client, schemas)
    if (imported.ok) await beforeCommit?.()
    await client.query(imported.ok ? 'commit' : 'rollback')
    return imported
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    return err({ code: 'bad_backup', message: `\`${file}\` cannot be restored: ${causeText(cause)}`, cause })
  }
}

const NOTE_RESTORED = `insert into settings (scope, name, value) values ('workspace', '${RESTORED}', 'true')
  on conflict (scope, name) do update set value = 'true'`

async function settleSince(client: ClientBase, schemas: readonly Schema[]): Promise<void> {
  await client.query(NOTE_RESTORED)
  for (const { restored } of backedUp(schemas)) if (restored !== undefined) await client.query(restored)
}

async function readAll(
  client: ClientBase,
  file: string,
  schemas: readonly Schema[],
): Promise<Result<Imported, StoreError>> {
  const tables = new Set(backedUp(schemas).map(({ name }) => name))
  const hash = createHash('sha256')
  let header: Header | undefined
  let footer: z.infer<typeof Footer> | undefined
  let rows = 0
  for await (const line of linesOf(file)) {
    const value: unknown = JSON.parse(line)
    if (header === undefined) {
      header = Header.parse(value)
      const ready = await prepare(client, header, schemas)
      if (!ready.ok) return ready
    } else if (Footer.safeParse(value).success) {
      footer = Footer.parse(value)
      break
    } else if (header.format === 1 || !ContentLine.safeParse(value).success) {
      const { t, r } = Row.parse(value)
      if (!tables.has(t)) throw new Error(`\`${t}\` is not a table of this version`)
      await insertRow(client, t, header.columns[t] ?? [], r)
      rows += 1
    }
    hash.update(`${line}\n`)
  }
  if (
    header === undefined ||
    footer === undefined ||
    footer.rows !== rows ||
    footer.sha256 !== hash.digest('hex')
  )
    return err({ code: 'bad_backup', message: `\`${file}\` is damaged: it was cut off or changed` })
  await setCounters(client, [...tables])
  await migrateIn(client, schemas)
  return ok({ rows, schema: header.schema, heads: header.heads })
}

/** The files in a backup that was found to be complete. */
export async function* filesIn(file: string): AsyncGenerator<BackedUpFile> {
  for await (const line of linesOf(file)) {
    const found = ContentLine.safeParse(JSON.parse(line)).data
    if (found) yield { folder: found.f, hash: found.h, bytes: Buffer.from(found.b, 'base64') }
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  pipeline(createReadStream(file), unpacked, () => undefined)
  try {
    yield* linesIn(unpacked)
  } catch {
    // A truncated or invalid archive ends here; its missing last line reveals that it is incomplete.
  }
}

/** The schema at the time of the backup; later migrations run after the rows are restored. */
async function prepare(
  client: ClientBase,
  header: Header,
  schemas: readonly Schema[],
): Promise<Result<void, StoreError>> {
  const versions = new Map([...Object.entries(header.features ?? {}), [CORE.feature, header.schema] as const])
  const newer = newerThanKnown(versions, schemas)
  if (newer !== undefined)
    return err({
      code: 'newer_schema',
      message: `the backup has ${newer}; restore it with the newer version of Countersign`,
    })
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_versions') is not null as there`,
  )
  if (rows[0]?.there === true) {
    const message =
      'there is already data here; restore into an empty data folder (`COUNTERSIGN_HOME`) or database (`DATABASE_URL`)'
    return err({ code: 'not_empty', message })
  }
  await migrateIn(
    client,
    schemas.map((schema) => ({
      ...schema,
      migrations: schema.migrations.filter(({ version }) => version <= (versions.get(schema.feature) ?? 0)),
    })),
  )
  return ok(undefined)
}

async function insertRow(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  values: readonly (string | null)[],
): Promise<void> {
  if (columns.length === 0 || columns.length !== values.length)
    throw new Error(`a row of \`${table}\` does not fit`)
  const names = columns.map((column) => {
    if (!/^[a-z_][a-z0-9_]*$/.test(column)) throw new Error(`\`${column}\` is not a column`)
    return `"${column}"`
  })
  const places = values.map((_value, index) => `$${index + 1}`)
  await client.query({
    name: `restore_${table}`,
    text: `insert into ${table} (${names.join(', ')}) overriding system value values (${places.join(', ')})`,
    values: [...values],
  })
}

/** Sequences continue after the highest restored number. */
async function setCounters(client: ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES' and table_name = any($1)`,
    [tables],
  )
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), greatest((select max(${column}) from ${table}), 1))`,
    )
  }
}
