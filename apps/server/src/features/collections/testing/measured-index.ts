import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { COLLECTION_TABLES } from '../data/tables.ts'
import { addToSums, prepareDocument, writePassages } from '../index/write-document.ts'
import { tidyIndex } from '../index/segments.ts'
import { passagesAt } from '../rank/found-passages.ts'
import { rank } from '../rank/ranking.ts'
import { openSpace } from '../index/read-index.ts'
import { stemsOf } from '../words/stems.ts'
import { questionTerms, termsOf } from '../words/terms.ts'
import { openStore, type Store } from '../../../store/open-store.ts'
import { runTransaction } from '../../../store/sql/database.ts'
import { CORE } from '../../../store/sql/schema.ts'

/** The measured data: documents of one language. */
interface DataSet {
  readonly name: string
  readonly language: string
  readonly documents: {
    readonly length: number
    slice(from: number, to: number): readonly { readonly id: string; readonly text: string }[]
  }
}
type Ask = (question: string) => Promise<readonly string[]>

/** The product's index on its own embedded database. */
export async function openOurs(): Promise<{ readonly store: Store; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'cs-bench-collections-'))
  const { migrations = [], tables = [] } = COLLECTION_TABLES
  const opened = await openStore({
    home,
    schemas: [CORE, { feature: 'collections', migrations, tables }],
    approvalTimeout: null,
    processId: 'bench',
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return {
    store: opened.value,
    async close() {
      await opened.value.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Indexes a data set, each document as one passage, and returns a search function. */
export async function indexed(
  { db }: Store,
  set: DataSet,
): Promise<(options: { readonly teach: boolean }) => Ask> {
  const stems = stemsOf(db)
  const made = await sql<{ key: number }>`
    insert into collections (id, owner, name) values (${`col_${set.name.replaceAll(' ', '')}`}, 'bench', ${set.name}) returning key`.execute(
    db,
  )
  const collection = made.rows[0]?.key ?? 0
  for (let at = 0; at < set.documents.length; at += 200) {
    const some = set.documents.slice(at, at + 200)
    const prepared = await prepareDocument(stems, {
      title: '',
      language: set.language,
      passages: some.map(({ text, id }) => ({
        text,
        heading: '',
        place: id,
        line: null,
        page: null,
        start: 0,
        end: text.length,
      })),
    })
    if (at % 1000 === 0) await tidyIndex(db, collection)
    await runTransaction(db, async (trx) => {
      const { rows } = await sql<{ key: number }>`
        insert into collection_documents (id, collection, name, origin, state, language, passages)
        values (${`doc_${collection}x${at}`}, ${collection}, ${`part ${at}`}, 'yours', 'ready', ${set.language}, ${some.length}) returning key`.execute(
        trx,
      )
      await writePassages(trx, { collection, document: rows[0]?.key ?? 0 }, prepared.passages)
      const words = prepared.passages.reduce((sum, { terms }) => sum + terms.length, 0)
      await addToSums(trx, collection, { passages: some.length, words })
    })
  }
  await tidyIndex(db, collection)
  return ({ teach }) =>
    async (text) => {
      const question = await questionTerms(stems, text, [set.language])
      return runTransaction(db, async (trx) => {
        const space = await openSpace(trx, [collection])
        const { slots } = await rank(trx, space, {
          question,
          most: 100,
          teach,
          readable: (all, most) => Promise.resolve(all.slice(0, most)),
          termsAt: async (wanted) =>
            Promise.all(
              (await passagesAt(trx, space, wanted)).map(
                async (one) =>
                  (await termsOf(stems, [{ text: one.text, above: '' }], set.language))[0] ?? {
                    counts: new Map(),
                    length: 0,
                  },
              ),
            ),
        })
        return (await passagesAt(trx, space, slots.slice(0, 100))).map(({ place }) => place)
      })
    }
}

/** PostgreSQL's own ranking, over the same database. */
export async function tsRank({ db }: Store, set: DataSet): Promise<Ask> {
  const table = sql.table(`ts_${set.name.toLowerCase().replaceAll(/\W/g, '_')}`)
  await sql`create table ${table} (id text, words tsvector)`.execute(db)
  for (let at = 0; at < set.documents.length; at += 200) {
    const some = set.documents.slice(at, at + 200)
    await sql`insert into ${table} select id, to_tsvector(${set.language}::regconfig, text)
      from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ text }) => text)}::text[]) as x (id, text)`.execute(
      db,
    )
  }
  await sql`create index on ${table} using gin (words)`.execute(db)
  return async (text) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${table}, (select replace(plainto_tsquery(${set.language}::regconfig, ${text})::text, '&', '|')::tsquery as q) asked
      where words @@ q order by ts_rank(words, q) desc, id limit 100`.execute(db)
    return rows.map(({ id }) => id)
  }
}

/** Words of the synthetic language, and of one passage. */
const VOCABULARY = 50_000
const LONG = 95

/** Indexes synthetic passages and searches for common and rare words. */
export async function measureScale(passages: number) {
  const { store, close } = await openOurs()
  let seed = 42
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const word = () => `w${Math.floor(VOCABULARY ** chance()).toString(36)}x`
  const words = (n: number) => Array.from({ length: n }, word).join(' ')
  const began = performance.now()
  // Texts are generated when they are read: a million of them at once would be a gigabyte.
  const documents = {
    length: passages,
    slice: (from: number, to: number) =>
      Array.from({ length: Math.min(to, passages) - from }, (_item, index) => ({
        id: String(from + index),
        text: words(LONG),
      })),
  }
  const ask = (await indexed(store, { name: 'scale', language: 'simple', documents }))({ teach: true })
  const seconds = (performance.now() - began) / 1000
  // As the database itself does after a while; nothing is compacted for the measurement.
  await sql`vacuum (analyze) collection_postings`.execute(store.db)
  await sql`vacuum (analyze) collection_passages`.execute(store.db)
  const size = await sql<{ bytes: number }>`
    select pg_total_relation_size('collection_postings') + pg_total_relation_size('collection_tail') as bytes`.execute(
    store.db,
  )
  const questions = []
  for (const n of [5, 12]) {
    const times: number[] = []
    for (let round = 0; round < 30; round += 1) {
      const from = performance.now()
      await ask(words(n))
      times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    questions.push({ words: `${n} mixed words`, p50: times[15] ?? 0, p95: times[28] ?? 0 })
  }
  await close()
  return { seconds, kilobytes: (size.rows[0]?.bytes ?? 0) / 1024 / passages, questions }
}
