import { sql } from 'kysely'
import type { Db } from '../../store/sql/database.ts'
import {
  FOUND_COLUMNS,
  FOUND_FROM,
  foundPassage,
  type FoundPassage,
  type FoundRow,
} from './rank/found-passages.ts'

/** A passage by its number, if it is in one of these collections. */
export async function passageById(
  db: Db,
  id: number,
  collections: readonly number[],
): Promise<FoundPassage | undefined> {
  const { rows } = await sql<FoundRow>`
    select ${FOUND_COLUMNS} from ${FOUND_FROM} where p.id = ${id} and p.collection = any(${collections}::int[])`.execute(
    db,
  )
  return rows[0] === undefined ? undefined : foundPassage(rows[0])
}

/** Passages of a document in their order. */
export async function passagesFrom(
  db: Db,
  document: number,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly FoundPassage[]> {
  const { rows } = await sql<FoundRow>`
    select ${FOUND_COLUMNS} from ${FOUND_FROM} where p.document = ${document} and p.ordinal >= ${from}
    order by p.ordinal limit ${limit}`.execute(db)
  return rows.map((row) => foundPassage(row))
}
