import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import type { z } from 'zod'
import type { Head } from '../../audit/chain.ts'
import { migrateIn } from '../migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import { err, ok, type Result } from '../result.ts'
import { causeText, type StoreError } from '../store-error.ts'
import { BACKUP_TABLES, Footer, Header, RESTORED, Row, type BackupFacts } from './format.ts'

export interface Imported extends BackupFacts {
  readonly heads: readonly Head[]
}

/**
 * Fills an empty database from a backup, all or nothing: a file that is cut off, altered or of a newer program changes nothing.
 */
export async function readBackup(
  client: ClientBase,
  file: string,
  /** `isOfNow`: nothing can have happened since it was made. */
  { isOfNow = false }: { readonly isOfNow?: boolean } = {},
): Promise<Result<Imported, StoreError>> {
  await client.query('begin')
  try {
    const imported = await readAll(client, file)
    // Whoever opens this database first looks after calls that may have run since.
    if (imported.ok && !isOfNow) await client.query(NOTE_RESTORED)
    await client.query(imported.ok ? 'commit' : 'rollback')
    return imported
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    return err({ code: 'bad_backup', message: `\`${file}\` cannot be restored: ${causeText(cause)}`, cause })
  }
}

const NOTE_RESTORED = `insert into settings (scope, name, value) values ('workspace', '${RESTORED}', 'true')
  on conflict (scope, name) do update set value = 'true'`

async function readAll(client: ClientBase, file: string): Promise<Result<Imported, StoreError>> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let footer: z.infer<typeof Footer> | undefined
  let rows = 0
  const unpacked = createGunzip()
  // An error of the file ends the unpacking, and with it the reading of lines.
  pipeline(createReadStream(file), unpacked, () => undefined)
  const lines = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const value: unknown = JSON.parse(line)
    if (header === undefined) {
      header = Header.parse(value)
      const ready = await prepare(client, header)
      if (!ready.ok) return ready
    } else if (Footer.safeParse(value).success) {
      footer = Footer.parse(value)
      break
    } else {
      const { t, r } = Row.parse(value)
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
    return err({ code: 'bad_backup', message: `\`${file}\` is not whole: it was cut off or altered` })
  await setCounters(client)
  await migrateIn(client, MIGRATIONS)
  return ok({ rows, schema: header.schema, heads: header.heads })
}

/** The schema as it was when the backup was made; newer parts come after the rows. */
async function prepare(client: ClientBase, header: Header): Promise<Result<void, StoreError>> {
  const newest = MIGRATIONS.at(-1)?.version ?? 0
  if (header.schema > newest) {
    const message = `the backup has schema version ${header.schema} and this program knows ${newest}; restore it with the newer program`
    return err({ code: 'newer_schema', message })
  }
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_versions') is not null as there`,
  )
  if (rows[0]?.there === true) {
    const message =
      'there is data here already; restore into an empty data folder (`COUNTERSIGN_HOME`) or database (`DATABASE_URL`)'
    return err({ code: 'not_empty', message })
  }
  await migrateIn(
    client,
    MIGRATIONS.filter(({ version }) => version <= header.schema),
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
    if (!/^[a-z_]+$/.test(column)) throw new Error(`\`${column}\` is no column`)
    return `"${column}"`
  })
  const places = values.map((_value, index) => `$${index + 1}`)
  await client.query({
    name: `restore_${table}`,
    text: `insert into ${table} (${names.join(', ')}) overriding system value values (${places.join(', ')})`,
    values: [...values],
  })
}

/** Numbers that the database gives out go on after the highest that was restored. */
async function setCounters(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES' and table_name = any($1)`,
    [BACKUP_TABLES],
  )
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), greatest((select max(${column}) from ${table}), 1))`,
    )
  }
}
