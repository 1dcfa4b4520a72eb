import { sql } from 'kysely'
import { runTransaction, type Db, type Trx } from '../../../store/sql/database.ts'
import { blocksOf, readBlock, type Block, type Posting } from './postings.ts'

/** Number of passages in a collection's tail from which on they become a segment, and the maximum per segment. */
const TAIL_LIMIT = 5000
const TAIL_FULL = 500
/** This many segments of one size are merged; each size is this many times the previous one. */
const TIER = 8
/** A segment is rewritten when a tenth of it is removed. */
const REMOVED_SHARE = 0.1
/** Index rows per write, and terms per read. */
const ROWS = 2000
const TERMS = 5000

/** The result of a tidying round. */
export interface Tidied {
  readonly flushed: number
  readonly merged: number
}

/** Limits that tests make small. */
export interface TidyLimits {
  readonly full: number
  readonly tier: number
}

/**
 * Turns a full tail into a segment and merges segments of one size, each in one transaction: a killed process leaves the index unchanged.
 * One process at a time tidies a collection. It does not change any ranking. Tables are vacuumed immediately: on the database's own
 * schedule, dead rows of a bulk load take several times the space of the index itself.
 */
export async function tidyIndex(
  db: Db,
  collection: number,
  limits: TidyLimits = { full: TAIL_FULL, tier: TIER },
): Promise<Tidied> {
  let flushed = 0
  let merged = 0
  for (;;) {
    const done = await runTransaction(db, async (trx) => {
      if (!(await lockIndex(trx, collection))) return undefined
      const made = await flushTail(trx, collection, limits.full)
      return made > 0
        ? { made, merged: 0 }
        : { made: 0, merged: await mergeSome(trx, collection, limits.tier) }
    })
    if (done === undefined || (done.made === 0 && done.merged === 0)) break
    flushed += done.made
    merged += done.merged
  }
  if (flushed > 0) await sql`vacuum (skip_locked) collection_tail`.execute(db)
  if (merged > 0) await sql`vacuum (skip_locked) collection_postings`.execute(db)
  return { flushed, merged }
}

const LOCK = 4_712_024

async function lockIndex(trx: Trx, collection: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}, ${collection}) as locked`.execute(trx)
  return rows[0]?.locked === true
}

/** Returns how many passages left the tail. */
async function flushTail(trx: Trx, collection: number, full: number): Promise<number> {
  const waiting = await sql<{ n: number }>`
    select count(*)::int as n from collection_tail where collection = ${collection}`.execute(trx)
  if ((waiting.rows[0]?.n ?? 0) < full) return 0
  const { rows } = await sql<{
    number: number
    length: number
    terms: readonly string[]
    counts: readonly number[]
  }>`
    delete from collection_tail where collection = ${collection} and number in (
      select number from collection_tail where collection = ${collection} order by number limit ${TAIL_LIMIT})
    returning number, length, terms, counts`.execute(trx)
  if (rows.length === 0) return 0
  const postings = new Map<string, Posting[]>()
  let total = 0
  for (const { number, length, terms, counts } of rows.toSorted((a, b) => a.number - b.number)) {
    for (const [index, term] of terms.entries()) {
      const list = postings.get(term) ?? []
      list.push({ number, count: counts[index] ?? 1, length })
      postings.set(term, list)
      total += 1
    }
  }
  const segment = await newSegment(trx, collection, { passages: rows.length, postings: total })
  const writer = blockWriter(trx, segment)
  for (const term of [...postings.keys()].toSorted()) await writer.add(term, postings.get(term) ?? [])
  await writer.end()
  return rows.length
}

interface SegmentRow {
  readonly key: number
  readonly passages: number
  readonly removed: number
}

/** Merges the smallest size with too many segments, or rewrites one with many removed passages. Returns how many segments were replaced. */
async function mergeSome(trx: Trx, collection: number, tier: number): Promise<number> {
  const { rows } = await sql<Omit<SegmentRow, 'removed'>>`
    select key, passages from collection_segments where collection = ${collection} order by passages, key`.execute(
    trx,
  )
  const removed = await removedNumbers(trx, collection)
  const total = rows.reduce((sum, { passages }) => sum + passages, 0)
  const tiers = Map.groupBy(rows, ({ passages }) =>
    Math.floor(Math.log(Math.max(1, passages)) / Math.log(TIER)),
  )
  const crowded = [...tiers.entries()]
    .toSorted(([a], [b]) => a - b)
    .find(([, some]) => some.length >= tier)?.[1]
  const chosen = crowded ?? (removed.size > total * REMOVED_SHARE && removed.size > 0 ? rows : undefined)
  if (chosen === undefined) return 0
  await mergeSegments(trx, collection, {
    segments: chosen.map(({ key }) => key),
    all: chosen.length === rows.length,
    removed,
  })
  return chosen.length
}

async function removedNumbers(trx: Trx, collection: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ number: number }>`
    select number from collection_removed where collection = ${collection}`.execute(trx)
  return new Set(rows.map(({ number }) => number))
}

async function mergeSegments(
  trx: Trx,
  collection: number,
  {
    segments,
    all,
    removed,
  }: {
    readonly segments: readonly number[]
    /** There are no others: removed passages no longer exist afterwards. */
    readonly all: boolean
    readonly removed: ReadonlySet<number>
  },
): Promise<void> {
  const segment = await newSegment(trx, collection, { passages: 0, postings: 0 })
  const writer = blockWriter(trx, segment)
  const kept = new Set<number>()
  const dropped = new Set<number>()
  let postings = 0
  for await (const [term, blocks] of termsOfSegments(trx, segments)) {
    const list: Posting[] = []
    for (const block of blocks)
      readBlock(block, (number, count, length) => {
        if (removed.has(number)) dropped.add(number)
        else list.push({ number, count, length })
      })
    for (const { number } of list) kept.add(number)
    postings += list.length
    await writer.add(
      term,
      list.toSorted((a, b) => a.number - b.number),
    )
  }
  await writer.end()
  await sql`delete from collection_segments where key = any(${segments}::int[])`.execute(trx)
  await sql`delete from collection_removed where collection = ${collection} and number = any(${[...(all ? removed : dropped)]}::int[])`.execute(
    trx,
  )
  if (kept.size === 0) await sql`delete from collection_segments where key = ${segment}`.execute(trx)
  else
    await sql`update collection_segments set passages = ${kept.size}, postings = ${postings} where key = ${segment}`.execute(
      trx,
    )
}

async function* termsOfSegments(
  trx: Trx,
  segments: readonly number[],
): AsyncGenerator<readonly [string, readonly Block[]]> {
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: (Block & { readonly term: string })[] } = await sql<
      Block & { readonly term: string }
    >`
      with chosen as (
        select distinct term from collection_postings
        where segment = any(${segments}::int[]) and (${after}::text is null or term > ${after}::text)
        order by term limit ${TERMS})
      select term, first, n, data from collection_postings
      where segment = any(${segments}::int[]) and term in (select term from chosen) order by term, first`.execute(
      trx,
    )
    const groups = Map.groupBy(rows, ({ term }) => term)
    yield* groups
    after = rows.at(-1)?.term ?? null
    if (groups.size < TERMS) return
  }
}

async function newSegment(
  trx: Trx,
  collection: number,
  { passages, postings }: { readonly passages: number; readonly postings: number },
): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    insert into collection_segments (collection, passages, postings)
    values (${collection}, ${passages}, ${postings}) returning key`.execute(trx)
  const key = rows[0]?.key
  if (key === undefined) throw new Error('a segment without a key')
  return key
}

/** Collects index rows and writes many at once. */
function blockWriter(trx: Trx, segment: number) {
  let waiting: (Block & { readonly term: string })[] = []
  async function write(): Promise<void> {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    await sql`insert into collection_postings (segment, term, first, n, data)
      select ${segment}, * from unnest(
        ${rows.map(({ term }) => term)}::text[], ${rows.map(({ first }) => first)}::int[],
        ${rows.map(({ n }) => n)}::smallint[], ${rows.map(({ data }) => data)}::bytea[])`.execute(trx)
  }
  return {
    async add(term: string, postings: readonly Posting[]): Promise<void> {
      for (const block of blocksOf(postings)) waiting.push({ term, ...block })
      if (waiting.length >= ROWS) await write()
    },
    end: write,
  }
}
