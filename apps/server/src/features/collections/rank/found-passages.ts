import { sql } from 'kysely'
import type { Trx } from '../../../store/sql/database.ts'
import type { Space } from '../index/read-index.ts'

/** A passage that a question found, with its document. */
export interface FoundPassage {
  readonly id: number
  readonly slot: number
  readonly collection: number
  readonly document: DocumentAt
  readonly ordinal: number
  readonly text: string
  readonly heading: string
  readonly place: string
  readonly page: number | null
  readonly start: number
  readonly end: number
}

/** A document, as far as rules and citations need it. */
export interface DocumentAt {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly title: string
  readonly language: string
  readonly origin: string
  /** The location of the linked folder; null: the file was added. */
  readonly root: string | null
}

export interface FoundRow {
  readonly id: number
  readonly collection: number
  readonly number: number
  readonly ordinal: number
  readonly text: string
  readonly heading: string
  readonly place: string
  readonly page: number | null
  readonly start: number
  readonly end: number
  readonly document: number
  readonly document_id: string
  readonly name: string
  readonly title: string
  readonly language: string
  readonly origin: string
  readonly root: string | null
}

export const FOUND_COLUMNS = sql`
  p.id, p.collection, p.number, p.ordinal, p.text, p.heading, p.place, p.page, p.start_at as start, p.end_at as end,
  d.key as document, d.id as document_id, d.name, d.title, d.language, d.origin, f.path as root`
export const FOUND_FROM = sql`
  collection_passages p join collection_documents d on d.key = p.document left join collection_folders f on f.id = d.folder`

export function foundPassage(row: FoundRow, slot = 0): FoundPassage {
  const { document: key, document_id: id, name, title, language, origin, root } = row
  return {
    id: row.id,
    slot,
    collection: row.collection,
    document: { key, id, name, title, language, origin, root },
    ordinal: row.ordinal,
    text: row.text,
    heading: row.heading,
    place: row.place,
    page: row.page,
    start: row.start,
    end: row.end,
  }
}

/** The passages at these slots, in the same order. */
export async function passagesAt(
  trx: Trx,
  space: Space,
  slots: readonly number[],
): Promise<readonly FoundPassage[]> {
  const places = slots.map((slot) => {
    const own = space.collections.findLast(({ base }) => base <= slot)
    return { slot, collection: own?.key ?? 0, number: slot - (own?.base ?? 0) }
  })
  const { rows } = await sql<FoundRow & { slot: number }>`
    select x.slot, ${FOUND_COLUMNS} from ${FOUND_FROM}
    join unnest(${places.map(({ slot }) => slot)}::int[], ${places.map(({ collection }) => collection)}::int[],
      ${places.map(({ number }) => number)}::int[]) as x (slot, collection, number)
    on p.collection = x.collection and p.number = x.number`.execute(trx)
  const bySlot = new Map(rows.map((row) => [row.slot, foundPassage(row, row.slot)]))
  return slots.flatMap((slot) => bySlot.get(slot) ?? [])
}
