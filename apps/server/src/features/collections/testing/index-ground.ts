import { sql } from 'kysely'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { openStore, type Store } from '../../../store/open-store.ts'
import { runTransaction } from '../../../store/sql/database.ts'
import { CORE } from '../../../store/sql/schema.ts'
import { COLLECTION_TABLES } from '../data/tables.ts'
import { removeDocuments } from '../data/library.ts'
import { addToSums, prepareDocument, writePassages } from '../index/write-document.ts'
import { searcher, type Found } from '../rank/search.ts'
import { stemsOf } from '../words/stems.ts'

/** An index without a server, for tests of its results. */
export interface IndexGround {
  readonly store: Store
  readonly databaseUrl: string
  readonly collection: number
  /** Adds a document of passages, and returns its key. */
  add(name: string, passages: readonly string[]): Promise<number>
  /** Replaces a document's passages. */
  replace(document: number, passages: readonly string[]): Promise<void>
  remove(document: number): Promise<void>
  search(question: string, options?: { readonly limit?: number; readonly teach?: boolean }): Promise<Found>
  close(): Promise<void>
}

export async function openStoreWithCollections(home: string, databaseUrl?: string): Promise<Store> {
  const { migrations = [], tables = [] } = COLLECTION_TABLES
  const opened = await openStore({
    home,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    schemas: [CORE, { feature: 'collections', migrations, tables }],
    approvalTimeout: null,
    processId: `index-${process.pid}`,
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** `server`: another PostgreSQL than that of the test run. */
export async function indexGround(server?: string): Promise<IndexGround> {
  const databaseUrl = await newDatabase(server)
  const store = await openStoreWithCollections('/nowhere', databaseUrl)
  const { db } = store
  const stems = stemsOf(db)
  const find = searcher({ db, stems, clock: { now: () => 0 } })
  const made = await sql<{ key: number }>`
    insert into collections (id, owner, name) values ('col_a', 'usr_local', 'All') returning key`.execute(db)
  const collection = made.rows[0]?.key ?? 0

  async function write(document: number, texts: readonly string[]): Promise<void> {
    const passages = texts.map((text) => ({
      text,
      heading: '',
      place: '',
      line: null,
      page: null,
      start: 0,
      end: text.length,
    }))
    const prepared = await prepareDocument(stems, { title: '', language: 'english', passages })
    await runTransaction(db, async (trx) => {
      await sql`select 1 from collections where key = ${collection} for update`.execute(trx)
      const { rows } = await sql<{ passages: number; words: number }>`
        select passages, words from collection_documents where key = ${document}`.execute(trx)
      await writePassages(trx, { collection, document }, prepared.passages)
      const words = prepared.passages.reduce((sum, { terms }) => sum + terms.length, 0)
      await sql`update collection_documents set passages = ${texts.length}, words = ${words} where key = ${document}`.execute(
        trx,
      )
      await addToSums(trx, collection, {
        passages: texts.length - (rows[0]?.passages ?? 0),
        words: words - (rows[0]?.words ?? 0),
      })
    })
  }

  return {
    store,
    databaseUrl,
    collection,
    async add(name, passages) {
      const { rows } = await sql<{ key: number }>`
        insert into collection_documents (id, collection, name, origin, state, language)
        values (${`doc_${name.replaceAll(/\W/g, '')}`}, ${collection}, ${name}, 'yours', 'ready', 'english') returning key`.execute(
        db,
      )
      const key = rows[0]?.key ?? 0
      await write(key, passages)
      return key
    },
    replace: write,
    remove: (document) => runTransaction(db, (trx) => removeDocuments(trx, collection, [document])),
    search: (question, { limit = 20, teach } = {}) =>
      find({
        collections: [collection],
        question,
        limit,
        withheld: () => undefined,
        ...(teach === undefined ? {} : { teach }),
      }),
    close: () => store.close(),
  }
}
