import { sql } from 'kysely'
import type { Trx } from '../../../store/sql/database.ts'
import { readBlock } from './postings.ts'

/** The searched collections as one space of numbers: passages of the second follow those of the first. */
export interface Space {
  readonly collections: readonly { readonly key: number; readonly base: number; readonly size: number }[]
  /** Passages that can be found, and their mean length. */
  readonly passages: number
  readonly mean: number
  /** One more than the highest slot. */
  readonly slots: number
  /** Slots of removed passages that are still in a segment. */
  readonly removed: ReadonlySet<number>
  readonly segments: ReadonlyMap<number, number>
}

/** The postings of one term: slots, counts, length bytes. Removed passages are not included. */
export interface TermPostings {
  readonly term: string
  readonly slots: Int32Array
  readonly counts: Uint8Array
  readonly lengths: Uint8Array
}

export async function openSpace(trx: Trx, keys: readonly number[]): Promise<Space> {
  const { rows } = await sql<{ key: number; size: number; passages: number; words: number }>`
    select key, next_number as size, passages, words from collections where key = any(${keys}::int[]) order by key`.execute(
    trx,
  )
  let base = 0
  const collections = rows.map(({ key, size }) => {
    const one = { key, base, size }
    base += size
    return one
  })
  const bases = new Map(collections.map((one) => [one.key, one.base]))
  const removed = await sql<{ collection: number; number: number }>`
    select collection, number from collection_removed where collection = any(${keys}::int[])`.execute(trx)
  const segments = await sql<{ key: number; collection: number }>`
    select key, collection from collection_segments where collection = any(${keys}::int[])`.execute(trx)
  const passages = rows.reduce((sum, one) => sum + one.passages, 0)
  const words = rows.reduce((sum, one) => sum + one.words, 0)
  return {
    collections,
    passages,
    mean: passages === 0 ? 1 : Math.max(1, words / passages),
    slots: base,
    removed: new Set(removed.rows.map((one) => (bases.get(one.collection) ?? 0) + one.number)),
    segments: new Map(segments.rows.map((one) => [one.key, bases.get(one.collection) ?? 0])),
  }
}

/** How many passages have each term, including removed ones: a cheap upper bound. */
export async function countedTerms(
  trx: Trx,
  { segments, collections }: Space,
  terms: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ term: string; n: number }>`
    select term, sum(n)::int as n from (
      select term, n::int from collection_postings
      where segment = any(${[...segments.keys()]}::int[]) and term = any(${terms}::text[])
      union all
      select term, 1 from collection_tail, unnest(terms) as term
      where collection = any(${collections.map(({ key }) => key)}::int[]) and terms && ${terms}::text[] and term in (select unnest(${terms}::text[]))
    ) found group by term`.execute(trx)
  return new Map(rows.map(({ term, n }) => [term, n]))
}

/** All postings of these terms, from tail and segments. */
export async function readTerms(
  trx: Trx,
  space: Space,
  terms: readonly string[],
): Promise<ReadonlyMap<string, TermPostings>> {
  const lists = new Map(terms.map((term) => [term, newList()]))
  const blocks = await sql<{ segment: number; term: string; first: number; n: number; data: Buffer }>`
    select segment, term, first, n, data from collection_postings
    where segment = any(${[...space.segments.keys()]}::int[]) and term = any(${terms}::text[])`.execute(trx)
  for (const block of blocks.rows) {
    const base = space.segments.get(block.segment) ?? 0
    const list = lists.get(block.term)
    if (list !== undefined)
      readBlock(block, (number, count, length) => {
        if (!space.removed.has(base + number)) list.push(base + number, count, length)
      })
  }
  const bases = new Map(space.collections.map((one) => [one.key, one.base]))
  const tail = await sql<{
    collection: number
    number: number
    length: number
    term: string
    count: number
  }>`
    select collection, number, length, term, count from collection_tail, unnest(terms, counts) as one (term, count)
    where collection = any(${[...bases.keys()]}::int[]) and terms && ${terms}::text[] and term in (select unnest(${terms}::text[]))`.execute(
    trx,
  )
  for (const row of tail.rows)
    lists.get(row.term)?.push((bases.get(row.collection) ?? 0) + row.number, row.count, row.length)
  return new Map([...lists].map(([term, list]) => [term, list.done(term)]))
}

/** A growing list without an object per posting. */
function newList() {
  let slots = new Int32Array(64)
  let counts = new Uint8Array(64)
  let lengths = new Uint8Array(64)
  let n = 0
  return {
    push(slot: number, count: number, length: number): void {
      if (n === slots.length) {
        slots = grown(slots, new Int32Array(n * 2))
        counts = grown(counts, new Uint8Array(n * 2))
        lengths = grown(lengths, new Uint8Array(n * 2))
      }
      slots[n] = slot
      counts[n] = count
      lengths[n] = length
      n += 1
    },
    done: (term: string): TermPostings => ({
      term,
      slots: slots.subarray(0, n),
      counts: counts.subarray(0, n),
      lengths: lengths.subarray(0, n),
    }),
  }
}

function grown<List extends Int32Array | Uint8Array>(from: List, to: List): List {
  to.set(from)
  return to
}
