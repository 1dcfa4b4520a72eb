import { sql } from 'kysely'
import { runTransaction, type Db, type Trx } from '../../../store/sql/database.ts'
import { unpacked, type PackedVector } from './int8.ts'
import type { ModelRow } from './model-row.ts'
import { exactly, type Nearest } from './nearest.ts'
import { normalized } from './int8.ts'

/**
 * The extension `vector` of a PostgreSQL that has it: a table of half-precision vectors with an HNSW index for each model, in a separate
 * schema. All of it is derived from `collection_vectors`, which remains the truth: it is not backed up, and is recreated if missing.
 */
const SCHEMA = 'collection_hnsw'
/** Most dimensions that the index takes. */
const DIMENSIONS = 4000
/** Neighbours that are visited; more is slower and finds more. */
const LOOKED_AT = 400
const ROWS = 500

export interface Hnsw {
  /** Whether the extension is available, in a version with half-precision vectors. */
  available(): Promise<boolean>
  /** Creates what is missing for a model, and drops leftovers of removed models. */
  ensure(model: ModelRow): Promise<void>
  /** Adds vectors in the transaction that stores them. */
  add(
    trx: Trx,
    model: ModelRow,
    packed: readonly (PackedVector & { readonly number: number })[],
  ): Promise<void>
  readonly nearest: Nearest
  /** Whether the table of a model exists and is complete. */
  has(trx: Trx, model: ModelRow): Promise<boolean>
}

const tableOf = (key: number) => sql.table(`${SCHEMA}.model_${key}`)

export function openHnsw(db: Db): Hnsw {
  let known: Promise<boolean> | undefined
  const available = () => (known ??= isAvailable(db))
  return {
    available,
    async ensure(model) {
      if (!(await available()) || model.dimensions === null || model.dimensions > DIMENSIONS) return
      await makeTable(db, model)
      await fill(db, model)
      await dropOld(db)
    },
    async add(trx, model, packed) {
      if (!(await available()) || !(await exists(trx, model))) return
      await insert(trx, model, packed)
    },
    async has(trx, model) {
      return (await available()) && exists(trx, model)
    },
    async nearest(trx, model, { question, most, only }) {
      const unit = normalized(question)
      if (only !== undefined) return exactly(trx, model, { unit, numbers: only, most })
      await sql`select set_config('hnsw.ef_search', ${String(LOOKED_AT)}, true)`.execute(trx)
      const { rows } = await sql<{ number: number }>`
        select number from ${tableOf(model.key)} order by vector <=> ${textOf(unit)}::halfvec limit ${LOOKED_AT}`.execute(
        trx,
      )
      // Only those that are still stored, by their exact scores, as without the extension.
      return exactly(trx, model, { unit, numbers: rows.map(({ number }) => number), most })
    },
  }
}

async function isAvailable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`
    select default_version as version from pg_available_extensions where name = 'vector'`.execute(db)
  const [major = 0, minor = 0] = (rows[0]?.version ?? '0.0').split('.').map(Number)
  if (major === 0 && minor < 7) return false
  try {
    await sql`create extension if not exists vector`.execute(db)
    return true
  } catch {
    // Not everyone may create an extension.
    return false
  }
}

async function exists(trx: Trx, { key }: ModelRow): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`${SCHEMA}.model_${key}`}) is not null as there`.execute(trx)
  return rows[0]?.there === true
}

async function makeTable(db: Db, { key, dimensions }: ModelRow): Promise<void> {
  await runTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(4712025)`.execute(trx)
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(trx)
    await sql`create table if not exists ${tableOf(key)} (
      number integer primary key, vector halfvec(${sql.lit(dimensions)}) not null)`.execute(trx)
    await sql`create index if not exists ${sql.id(`model_${key}_hnsw`)} on ${tableOf(key)} using hnsw (vector halfvec_cosine_ops)`.execute(
      trx,
    )
  })
}

/** Vectors that the table lacks: from a restored backup, or from before the extension was available. */
async function fill(db: Db, model: ModelRow): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ number: number; scale: number; data: Buffer }>`
      select number, scale, data from collection_vectors v where model = ${model.key}
        and not exists (select 1 from ${tableOf(model.key)} h where h.number = v.number)
      order by number limit ${ROWS}`.execute(db)
    if (rows.length > 0) await runTransaction(db, (trx) => insert(trx, model, rows))
    if (rows.length < ROWS) break
  }
  await sql`delete from ${tableOf(model.key)} h where not exists (
    select 1 from collection_vectors v where v.model = ${model.key} and v.number = h.number)`.execute(db)
}

async function insert(
  trx: Trx,
  model: ModelRow,
  rows: readonly (Pick<PackedVector, 'scale' | 'data'> & { readonly number: number })[],
): Promise<void> {
  await sql`insert into ${tableOf(model.key)} (number, vector)
    select number, vector::halfvec from unnest(
      ${rows.map(({ number }) => number)}::int[], ${rows.map((row) => textOf(unpacked(row)))}::text[]) as x (number, vector)
    on conflict (number) do update set vector = excluded.vector`.execute(trx)
}

async function dropOld(db: Db): Promise<void> {
  const { rows } = await sql<{ key: number }>`
    select substr(table_name, 7)::int as key from information_schema.tables
    where table_schema = ${SCHEMA} and table_name like 'model\\_%'
      and substr(table_name, 7)::int not in (select key from collection_models)`.execute(db)
  for (const { key } of rows) await sql`drop table if exists ${tableOf(key)}`.execute(db)
}

function textOf(vector: Iterable<number>): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`
}
