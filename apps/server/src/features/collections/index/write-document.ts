import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { storable, type Trx } from '../../../store/sql/database.ts'
import type { Passage } from '../chunks/passages.ts'
import type { Stems } from '../words/stems.ts'
import { termsOf, type Terms } from '../words/terms.ts'
import { addToTail, removeFromIndex } from './tail.ts'

/** A document ready for indexing. */
export interface PreparedDocument {
  readonly title: string
  readonly language: string
  readonly passages: readonly PreparedPassage[]
}

interface PreparedPassage extends Passage {
  /** Hash of everything that the index has of it: equal digests mean equal passages. */
  readonly digest: string
  readonly terms: Terms
}

/** Tokenises words and requests their stems, before any transaction. */
export async function prepareDocument(
  stems: Stems,
  document: { readonly title: string; readonly language: string; readonly passages: readonly Passage[] },
): Promise<PreparedDocument> {
  const { title, language } = document
  const passages = document.passages.map((one) => ({
    ...one,
    text: storable(one.text),
    heading: storable(one.heading),
  }))
  const terms = await termsOf(
    stems,
    passages.map(({ text, heading }) => ({ text, above: headOf(title, heading) })),
    language,
  )
  return {
    title,
    language,
    passages: passages.map((one, index) => ({
      ...one,
      digest: digestOf(language, headOf(title, one.heading), one.text),
      terms: terms[index] ?? { counts: new Map(), length: 0 },
    })),
  }
}

/** Title and headings of a passage; a title that is also the first heading is used once. */
export function headOf(title: string, heading: string): string {
  return heading === title || heading.startsWith(`${title} ›`) ? heading : `${title} ${heading}`.trim()
}

function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
}

/**
 * Replaces a document: equal passages stay, others are removed, new ones become searchable. In the caller's transaction, which holds the
 * row of the collection.
 */
export async function writePassages(
  trx: Trx,
  place: { readonly collection: number; readonly document: number },
  passages: readonly PreparedPassage[],
): Promise<{ readonly added: number; readonly removed: number }> {
  const old = await sql<{ id: number; number: number; digest: string }>`
    select id, number, digest from collection_passages where document = ${place.document} order by ordinal`.execute(
    trx,
  )
  const free = Map.groupBy(old.rows, ({ digest }) => digest)
  const kept: { readonly id: number; readonly ordinal: number; readonly passage: PreparedPassage }[] = []
  const fresh: { readonly ordinal: number; readonly passage: PreparedPassage }[] = []
  for (const [ordinal, passage] of passages.entries()) {
    const same = free.get(passage.digest)?.shift()
    if (same === undefined) fresh.push({ ordinal, passage })
    else kept.push({ id: same.id, ordinal, passage })
  }
  const left = [...free.values()].flat()
  await sql`delete from collection_passages where id = any(${left.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
  await removeFromIndex(
    trx,
    place.collection,
    left.map(({ number }) => number),
  )
  await moveKept(trx, kept)
  await insertFresh(trx, place, fresh)
  return { added: fresh.length, removed: left.length }
}

async function moveKept(
  trx: Trx,
  kept: readonly { readonly id: number; readonly ordinal: number; readonly passage: PreparedPassage }[],
): Promise<void> {
  const rows = kept.map(({ id, ordinal, passage: { place, line, page, start, end } }) => ({
    id,
    ordinal,
    place,
    line,
    page,
    start,
    end,
  }))
  await sql`
    update collection_passages kept set ordinal = x.ordinal, place = x.place, line = x.line, page = x.page,
      start_at = x.start, end_at = x.end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id bigint, ordinal int, place text, line int, page int, start int, "end" int)
    where kept.id = x.id and (kept.ordinal, kept.place, kept.line, kept.page, kept.start_at, kept.end_at)
      is distinct from (x.ordinal, x.place, x.line, x.page, x.start, x."end")`.execute(trx)
}

/** Passages per statement. */
const ROWS = 200

async function insertFresh(
  trx: Trx,
  { collection, document }: { readonly collection: number; readonly document: number },
  fresh: readonly { readonly ordinal: number; readonly passage: PreparedPassage }[],
): Promise<void> {
  if (fresh.length === 0) return
  const { rows } = await sql<{ next: number }>`
    update collections set next_number = next_number + ${fresh.length} where key = ${collection}
    returning next_number as next`.execute(trx)
  const first = (rows[0]?.next ?? fresh.length) - fresh.length
  for (let at = 0; at < fresh.length; at += ROWS) {
    const some = fresh.slice(at, at + ROWS).map((one, index) => ({ ...one, number: first + at + index }))
    const column = <T>(read: (one: (typeof some)[number]) => T) => some.map(read)
    await sql`
      insert into collection_passages (collection, document, number, ordinal, text, heading, place, line, page, start_at, end_at, words, digest)
      select ${collection}, ${document}, * from unnest(
        ${column(({ number }) => number)}::int[], ${column(({ ordinal }) => ordinal)}::int[],
        ${column(({ passage }) => passage.text)}::text[], ${column(({ passage }) => passage.heading)}::text[],
        ${column(({ passage }) => passage.place)}::text[], ${column(({ passage }) => passage.line)}::int[],
        ${column(({ passage }) => passage.page)}::int[], ${column(({ passage }) => passage.start)}::int[],
        ${column(({ passage }) => passage.end)}::int[], ${column(({ passage }) => passage.terms.length)}::int[],
        ${column(({ passage }) => passage.digest)}::text[])`.execute(trx)
    await addToTail(
      trx,
      collection,
      some.map(({ number, passage }) => ({ number, terms: passage.terms })),
    )
  }
}

/** The totals of a collection are those of its documents: each document adds its difference. */
export async function addToSums(
  trx: Trx,
  collection: number,
  more: { readonly passages: number; readonly words: number },
): Promise<void> {
  await sql`
    update collections set changed_at = now(), passages = passages + ${more.passages}, words = words + ${more.words}
    where key = ${collection}`.execute(trx)
}
