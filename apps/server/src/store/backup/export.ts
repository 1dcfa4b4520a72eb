import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import type { Head } from '../../audit/chain.ts'
import { schemaVersions } from '../sql/migrate.ts'
import { backedUp, CORE, type Schema, type TableSpec } from '../sql/schema.ts'
import type { BackedUpFile, BackupFacts, Header } from './format.ts'
import { whatIsAt } from './target.ts'

/** Rows per read. */
const BATCH = 500

/**
 * Writes everything into a file, in one snapshot, while the store keeps working. The file gets its name only when it is complete and on
 * disk. It may replace an older backup, and nothing else.
 */
export async function writeBackup(
  pool: Pool,
  file: string,
  {
    heads,
    schemas,
    files,
  }: {
    readonly heads: readonly Head[]
    readonly schemas: readonly Schema[]
    readonly files?: AsyncIterable<BackedUpFile> | undefined
  },
): Promise<BackupFacts> {
  await refuseOthers(file)
  const draft = `${file}.draft-${process.pid}`
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const facts = await writeAll(client, draft, { heads, tables: backedUp(schemas), files })
    await client.query('commit')
    await syncFile(draft)
    await putInPlace(draft, file)
    return facts
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    await rm(draft, { force: true })
    throw cause
  } finally {
    client.release()
  }
}

async function refuseOthers(file: string): Promise<void> {
  if ((await whatIsAt(file)) === 'other')
    throw new Error('there is already something with that name that is not a backup; choose another name')
}

/** Checks the name again, because a file may have appeared while the backup was written. `link` fails if the name was taken meanwhile. */
async function putInPlace(draft: string, file: string): Promise<void> {
  await refuseOthers(file)
  if ((await whatIsAt(file)) === 'backup') return rename(draft, file)
  await link(draft, file)
  await rm(draft)
}

async function writeAll(
  client: PoolClient,
  draft: string,
  {
    heads,
    tables,
    files,
  }: {
    readonly heads: readonly Head[]
    readonly tables: readonly TableSpec[]
    readonly files: AsyncIterable<BackedUpFile> | undefined
  },
): Promise<BackupFacts> {
  const header = { ...(await readHeader(client, heads, tables)), ...(files ? { format: 2 as const } : {}) }
  const facts = { rows: 0, schema: header.schema }
  const hash = createHash('sha256')
  async function* lines(): AsyncGenerator<string> {
    yield hashed(hash, header)
    for (const table of tables) {
      // A feature that is newer than the data has no tables in it.
      if (header.columns[table.name] === undefined) continue
      for await (const r of readTable(client, table, header.columns[table.name] ?? [])) {
        facts.rows += 1
        yield hashed(hash, { t: table.name, r })
      }
    }
    for await (const { folder, hash: h, bytes } of files ?? [])
      yield hashed(hash, { f: folder, h, b: bytes.toString('base64') })
    yield `${JSON.stringify({ kind: 'end', rows: facts.rows, sha256: hash.digest('hex') })}\n`
  }
  await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
  return facts
}

function hashed(hash: Hash, value: unknown): string {
  const line = `${JSON.stringify(value)}\n`
  hash.update(line)
  return line
}

async function readHeader(
  client: PoolClient,
  heads: readonly Head[],
  tables: readonly TableSpec[],
): Promise<Header> {
  const { [CORE.feature]: schema = 0, ...features } = Object.fromEntries(await schemaVersions(client))
  const time = await client.query<{ now: string }>('select now()::text as now')
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() and table_name = any($1) group by 1`,
    [tables.map(({ name }) => name)],
  )
  return {
    kind: 'countersign_backup',
    format: 1,
    schema,
    ...(Object.keys(features).length === 0 ? {} : { features }),
    made_at: time.rows[0]?.now ?? '',
    columns: Object.fromEntries(rows.map(({ table, columns }) => [table, columns])),
    heads: heads.map(({ seq, hash }) => ({ seq, hash })),
  }
}

async function* readTable(
  client: PoolClient,
  { name, order }: TableSpec,
  columns: readonly string[],
): AsyncGenerator<readonly (string | null)[]> {
  // These names match no column. Otherwise `order by` would sort by the text, in which 10 comes before 9 and a call before its parent.
  const texts = columns.map((column, at) => `"${column}"::text as text_${at}`).join(', ')
  await client.query(`declare rows no scroll cursor for select ${texts} from ${name} order by ${order}`)
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${BATCH} from rows`,
      rowMode: 'array',
    })
    yield* rows
    if (rows.length < BATCH) break
  }
  await client.query('close rows')
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
