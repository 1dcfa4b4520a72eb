import type { CitationView, ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Db } from '../../store/sql/database.ts'
import { passageNumber, type GivenPassages } from './data/given.ts'

/** `[p_7f3a]` as an answer writes it; several may share one pair of brackets. */
const CITED = /\[(p_[0-9a-z]{1,12}(?:[,;]\s*p_[0-9a-z]{1,12})*)\]/g
/** Words in quotation marks, of at least two words. */
const QUOTED = /["“„«]([^"“”„«»]{6,600})["”“»]/g
/** A quote belongs to the citation that follows within this many characters. */
const NEAR = 160

interface Cited {
  readonly name: string
  readonly id: number | undefined
  readonly at: number
  readonly quotes: readonly string[]
}

/** The citations of an answer, with their quotes. */
function citationsIn(text: string): readonly Cited[] {
  const quotes = [...text.matchAll(QUOTED)].map((one) => ({
    text: one[1] ?? '',
    end: one.index + one[0].length,
  }))
  let before = 0
  return [...text.matchAll(CITED)].flatMap((found) => {
    const at = found.index
    const beside = quotes
      .filter(({ end }) => end <= at && end >= before && at - end <= NEAR)
      .map((one) => one.text)
    before = at
    return (found[1] ?? '')
      .split(/[,;]\s*/)
      .map((name) => ({ name, id: passageNumber(name), at: at + found[0].indexOf(name), quotes: beside }))
  })
}

/** Checks every citation: was the passage returned in this thread, and are the quotes verbatim? */
export async function checkCitations(
  db: Db,
  given: GivenPassages,
  { thread, text }: { readonly thread: ThreadId; readonly text: string },
): Promise<readonly CitationView[]> {
  const cited = citationsIn(text)
  const ids = [...new Set(cited.flatMap(({ id }) => id ?? []))]
  const known = await given.of(thread, ids)
  const { rows } = await sql<{
    id: number
    text: string
    place: string
    document: string
    document_id: string
    collection_id: string
  }>`
    select p.id, p.place, d.name as document, d.id as document_id, c.id as collection_id,
      coalesce((select string_agg(n.text, ' ' order by n.ordinal) from collection_passages n
        where n.document = p.document and n.ordinal between p.ordinal - 1 and p.ordinal + 1), p.text) as text
    from collection_passages p join collection_documents d on d.key = p.document join collections c on c.key = d.collection
    where p.id = any(${[...known]}::bigint[])`.execute(db)
  const passages = new Map(rows.map((row) => [row.id, row]))
  return cited.map(({ name, id, at, quotes }) => {
    const passage = id === undefined ? undefined : passages.get(id)
    const facts = {
      id: name,
      at,
      collection_id: passage?.collection_id ?? null,
      document_id: passage?.document_id ?? null,
      document: passage?.document ?? '',
      place: passage?.place ?? '',
    }
    if (id === undefined || !known.has(id)) return { ...facts, state: 'unknown' }
    if (passage === undefined) return { ...facts, state: 'removed' }
    if (quotes.length === 0) return { ...facts, state: 'cited' }
    const words = plain(passage.text)
    return {
      ...facts,
      state: quotes.every((quote) => words.includes(plain(quote))) ? 'quoted' : 'not_verbatim',
    }
  })
}

/** Compares letters only, not line breaks, blanks and the shape of quotation marks. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[“”„«»"‘’']/g, "'")
    .replaceAll(/[\u00AD\u200B]|-\n/g, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.,;:…]+$/, '')
}
