import { sql } from 'kysely'
import type { Trx } from '../../../store/sql/database.ts'
import type { Terms } from '../words/terms.ts'
import { lengthByte, MOST_COUNTED } from './postings.ts'

/** A passage to be indexed. */
export interface IndexedPassage {
  readonly number: number
  readonly terms: Terms
}

/** Adds passages to the tail of a collection, in the transaction of their document: once it commits, they are searchable. */
export async function addToTail(
  trx: Trx,
  collection: number,
  passages: readonly IndexedPassage[],
): Promise<void> {
  const rows = passages.map(({ number, terms }) => ({
    number,
    length: lengthByte(terms.length),
    terms: [...terms.counts.keys()],
    counts: [...terms.counts.values()].map((count) => Math.min(count, MOST_COUNTED)),
  }))
  await sql`insert into collection_tail (collection, number, length, terms, counts)
    select ${collection}, number, length, terms, counts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (number int, length smallint, terms text[], counts smallint[])`.execute(
    trx,
  )
}

/** Removes passages from the index: immediately in the tail, and with a note until the next merge in segments. */
export async function removeFromIndex(
  trx: Trx,
  collection: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return
  await removeVectors(trx, collection, numbers)
  const { rows } = await sql<{ number: number }>`
    delete from collection_tail where collection = ${collection} and number = any(${numbers}::int[]) returning number`.execute(
    trx,
  )
  const inTail = new Set(rows.map(({ number }) => number))
  const rest = numbers.filter((number) => !inTail.has(number))
  await sql`insert into collection_removed (collection, number)
    select ${collection}, number from unnest(${rest}::int[]) as number on conflict do nothing`.execute(trx)
}

/** The vectors of passages go in the transaction that removes them. */
async function removeVectors(trx: Trx, collection: number, numbers: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from collection_vectors v using collection_models m
      where m.key = v.model and m.collection = ${collection} and v.number = any(${numbers}::int[]) returning v.model)
    update collection_models m set vectors = vectors - (select count(*) from gone where gone.model = m.key)
    where m.key in (select model from gone)`.execute(trx)
}
