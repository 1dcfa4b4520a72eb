import { sql } from 'kysely'
import type { Trx } from '../../../store/sql/database.ts'
import { tokensOf } from '../words/tokens.ts'
import type { Space } from '../index/read-index.ts'

/** Terms that are compared with one word, and similar ones that are shown. */
const COMPARED = 3000
const SHOWN = 5
/** Maximum number of differing letters. */
const FAR = 2

/** Index words with a similar spelling to those of a question without results. */
export async function nearSpellings(
  trx: Trx,
  space: Space,
  words: readonly string[],
): Promise<readonly string[]> {
  const near: { readonly term: string; readonly far: number }[] = []
  for (const { word } of words.flatMap((one) => tokensOf(one)).slice(0, 16)) {
    if (word.length < 4) continue
    const start = word.slice(0, 2)
    const { rows } = await sql<{ term: string }>`
      select distinct term from (
        select term from collection_postings
        where segment = any(${[...space.segments.keys()]}::int[]) and term >= ${start} and term < ${`${start}\u{10FFFF}`}
        union all
        select term collate "C" from collection_tail, unnest(terms) as term
        where collection = any(${space.collections.map(({ key }) => key)}::int[]) and left(term, 2) = ${start}
      ) known limit ${COMPARED}`.execute(trx)
    for (const { term } of rows) {
      const far = distance(word, term)
      if (far > 0 && far <= FAR) near.push({ term, far })
    }
  }
  const nearest = new Map<string, number>()
  for (const { term, far } of near) nearest.set(term, Math.min(far, nearest.get(term) ?? far))
  return [...nearest]
    .map(([term, far]) => ({ term, far }))
    .toSorted((a, b) => a.far - b.far || (a.term < b.term ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ term }) => term)
}

/** Edit distance; more than `FAR` is not distinguished. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > FAR) return FAR + 1
  let row = Array.from({ length: b.length + 1 }, (_item, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
