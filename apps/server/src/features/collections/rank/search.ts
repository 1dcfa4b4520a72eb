import type { Clock } from '@countersign/agent'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../store/sql/database.ts'
import { headOf } from '../index/write-document.ts'
import { UNSTEMMED } from '../words/languages.ts'
import type { Stems } from '../words/stems.ts'
import { placedTerms, questionTerms, termsOf, type Terms } from '../words/terms.ts'
import { passagesAt, type DocumentAt, type FoundPassage } from './found-passages.ts'
import { nearSpellings } from './near-spellings.ts'
import { rank, type Ranking } from './ranking.ts'
import { openSpace, type Space } from '../index/read-index.ts'
import { fuse } from '../vectors/fuse.ts'
import type { AskedVectors, VectorSearch } from '../vectors/search-vectors.ts'
import { CANDIDATES, spread, type SpreadPassage } from './spread.ts'

export interface SearchWish {
  /** Keys of the searched collections. */
  readonly collections: readonly number[]
  readonly question: string
  readonly limit: number
  /** Only in this document. */
  readonly document?: number | undefined
  /** Why a document may not be read; undefined: it may. */
  withheld(document: DocumentAt): string | undefined
  /** False: only BM25, for measurements. */
  readonly teach?: boolean
  /** False: without vectors, whichever model is active. */
  readonly vectors?: boolean
}

export interface Mark {
  readonly start: number
  readonly end: number
  readonly kind: 'found' | 'taught'
}

export interface Found {
  readonly passages: readonly (SpreadPassage & { readonly marks: readonly Mark[] })[]
  readonly found: readonly string[]
  readonly taught: readonly string[]
  readonly left: readonly string[]
  readonly near: readonly string[]
  readonly withheld: readonly { readonly document: string; readonly why: string }[]
  /** Why the embedding model was not used; null: it was, or there is none. */
  readonly problem: string | null
  readonly milliseconds: number
}

/** Maximum number of ranked passages: enough to fill an answer if rules withhold some. */
const RANKED = 400
const PAGE = 60
/** Maximum number of passages from the embedding model. */
const NEAREST = 200

/** Searches collections, in one snapshot of the index. */
export function searcher({
  db,
  stems,
  clock,
  vectors,
}: {
  readonly db: Db
  readonly stems: Stems
  readonly clock: Clock
  /** Absent: only words. */
  readonly vectors?: VectorSearch
}) {
  return async (wish: SearchWish): Promise<Found> => {
    const began = clock.now()
    const languages = await languagesOf(db, wish.collections)
    const question = await questionTerms(stems, wish.question, languages)
    const asked = wish.vectors === false ? undefined : await vectors?.ask(wish.collections, wish.question)
    return (
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        // Access mode and level change nothing about what the type says.
        .execute((trx) => searchIn(trx as Trx, { stems, wish, question, vectors, asked })) // a transaction of this database
        .then((found) => ({ ...found, milliseconds: Math.max(0, clock.now() - began) }))
    )
  }
}

interface Inside {
  readonly stems: Stems
  readonly wish: SearchWish
  readonly question: Awaited<ReturnType<typeof questionTerms>>
  readonly vectors: VectorSearch | undefined
  readonly asked: AskedVectors | undefined
}

async function searchIn(trx: Trx, inside: Inside): Promise<Omit<Found, 'milliseconds'>> {
  const { stems, wish, question, vectors, asked } = inside
  const space = await openSpace(trx, wish.collections)
  const loaded = loader(trx, space)
  const withheld = new Map<string, string>()
  const mayRead = (passage: FoundPassage) => {
    const why = wish.withheld(passage.document)
    if (why !== undefined) withheld.set(passage.document.name, why)
    return why === undefined
  }
  const readable = async (slots: readonly number[], most: number) => {
    const allowed: number[] = []
    for (let at = 0; at < slots.length && allowed.length < most; at += PAGE)
      for (const passage of await loaded(slots.slice(at, at + PAGE)))
        if (allowed.length < most && mayRead(passage)) allowed.push(passage.slot)
    return allowed
  }
  const only = wish.document === undefined ? undefined : await slotsOf(trx, space, wish.document)
  const ranking = await rank(trx, space, {
    question,
    most: RANKED,
    only,
    readable,
    termsAt: async (slots) => passageTerms(stems, await loaded(slots)),
    ...(wish.teach === undefined ? {} : { teach: wish.teach }),
  })
  const lists =
    asked === undefined ? [] : ((await vectors?.lists(trx, space, { asked, most: NEAREST, only })) ?? [])
  const slots = await readable(fuse(ranking.slots, lists), wish.limit * CANDIDATES)
  const passages = spread(await loaded(slots), { limit: wish.limit, named: wish.document !== undefined })
  const marked = await Promise.all(
    passages.map(async (one) => ({ ...one, marks: await marksOf(stems, one, ranking) })),
  )
  return {
    passages: marked,
    found: ranking.found.map((term) => question.get(term)?.word ?? term),
    taught: await written(stems, marked, ranking.taught),
    left: ranking.left.map((term) => question.get(term)?.word ?? term),
    near:
      ranking.found.length > 0 || slots.length > 0
        ? []
        : await nearSpellings(
            trx,
            space,
            // As written, and as the index would have it.
            [...new Set([...question].flatMap(([term, { word }]) => [term, word]))],
          ),
    withheld: [...withheld].map(([document, why]) => ({ document, why })),
    problem: asked?.problem ?? null,
  }
}

/** Every passage is read once, however often it is used. */
function loader(trx: Trx, space: Space) {
  const known = new Map<number, FoundPassage>()
  return async (slots: readonly number[]): Promise<readonly FoundPassage[]> => {
    const missing = slots.filter((slot) => !known.has(slot))
    if (missing.length > 0) for (const one of await passagesAt(trx, space, missing)) known.set(one.slot, one)
    return slots.flatMap((slot) => known.get(slot) ?? [])
  }
}

async function slotsOf(trx: Trx, space: Space, document: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ collection: number; number: number }>`
    select collection, number from collection_passages where document = ${document}`.execute(trx)
  const bases = new Map(space.collections.map(({ key, base }) => [key, base]))
  return new Set(rows.map(({ collection, number }) => (bases.get(collection) ?? 0) + number))
}

/** Maximum number of languages in which a question is analysed. */
const LANGUAGES = 8

async function languagesOf(db: Db, collections: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ language: string }>`
    select language from collection_documents where collection = any(${collections}::int[]) and passages > 0
    group by language order by sum(passages) desc, language limit ${LANGUAGES}`.execute(db)
  return rows.length === 0 ? [UNSTEMMED] : rows.map(({ language }) => language)
}

async function passageTerms(stems: Stems, passages: readonly FoundPassage[]): Promise<readonly Terms[]> {
  return Promise.all(
    passages.map(async ({ text, heading, document: { title, language } }) => {
      const [terms] = await termsOf(stems, [{ text, above: headOf(title, heading) }], language)
      return terms ?? { counts: new Map(), length: 0 }
    }),
  )
}

async function marksOf(
  stems: Stems,
  { text, document }: FoundPassage,
  ranking: Ranking,
): Promise<readonly Mark[]> {
  const found = new Set(ranking.found)
  const taught = new Set(ranking.taught)
  const marks: Mark[] = []
  for (const { term, token } of await placedTerms(stems, text, document.language)) {
    const kind = found.has(term) ? 'found' : taught.has(term) ? 'taught' : undefined
    const before = marks.at(-1)
    if (kind === undefined) continue
    // Character pairs and parts of an identifier overlap.
    if (before !== undefined && token.start < before.end) {
      if (kind === before.kind) marks[marks.length - 1] = { ...before, end: Math.max(before.end, token.end) }
    } else marks.push({ start: token.start, end: token.end, kind })
  }
  return marks
}

/** Expansion terms as the passages write them; a term that no shown passage has stays as it is. */
async function written(
  stems: Stems,
  passages: readonly FoundPassage[],
  taught: readonly string[],
): Promise<readonly string[]> {
  const words = new Map<string, string>()
  for (const { text, heading, document } of passages)
    for (const { term, token } of await placedTerms(
      stems,
      `${text} ${headOf(document.title, heading)}`,
      document.language,
    ))
      if (!words.has(term)) words.set(term, token.word)
  return taught.map((term) => words.get(term) ?? term)
}
