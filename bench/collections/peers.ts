import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DataSet } from './data-sets.ts'
import type { Ask } from './measures.ts'

/** SQLite full-text search with its English stemmer. */
export function fts5(set: DataSet): Ask {
  const db = new DatabaseSync(':memory:')
  db.exec(`create virtual table docs using fts5 (id unindexed, text, tokenize = 'porter unicode61')`)
  const insert = db.prepare('insert into docs (id, text) values (?, ?)')
  for (const { id, text } of set.documents) insert.run(id, text)
  const select = db.prepare('select id from docs where docs match ? order by rank limit 100')
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return []
    return select.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => String(row['id']))
  }
}

interface MiniSearchIndex {
  addAll(documents: readonly object[]): void
  search(question: string): readonly { readonly id: unknown }[]
}

/** Undefined if it is not installed; `npm ci` in `bench/collections` installs it. */
export async function miniSearch(set: DataSet): Promise<Ask | undefined> {
  const name = 'minisearch'
  const loaded = (await import(name).catch(() => undefined)) as
    | { readonly default: new (options: object) => MiniSearchIndex }
    | undefined // the package's own shape
  if (loaded === undefined) return undefined
  const index = new loaded.default({ fields: ['text'] })
  index.addAll(set.documents.map(({ id, text }) => ({ id, text })))
  return (question) =>
    index
      .search(question)
      .slice(0, 100)
      .map(({ id }) => String(id))
}

interface Orama {
  create(options: object): unknown
  insertMultiple(db: unknown, documents: readonly object[]): unknown
  search(
    db: unknown,
    wish: object,
  ): Promise<{ readonly hits: readonly { readonly document: { readonly key: string } }[] }>
}

export async function orama(set: DataSet): Promise<Ask | undefined> {
  const name = '@orama/orama'
  const loaded = (await import(name).catch(() => undefined)) as Orama | undefined // the package's own shape
  if (loaded === undefined) return undefined
  const db = loaded.create({ schema: { key: 'string', text: 'string' } })
  await loaded.insertMultiple(
    db,
    set.documents.map(({ id, text }) => ({ key: id, text })),
  )
  return async (question) => {
    const { hits } = await loaded.search(db, {
      term: question,
      properties: ['text'],
      threshold: 1,
      limit: 100,
    })
    return hits.map(({ document }) => document.key)
  }
}

interface LanceTable {
  createIndex(column: string, options: object): Promise<void>
  search(
    question: object | string,
    kind: string,
    columns: string,
  ): {
    select(columns: readonly string[]): {
      limit(n: number): { toArray(): Promise<readonly { readonly id: string }[]> }
    }
  }
}
interface Lance {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly object[]): Promise<LanceTable>
  }>
  readonly Index: { fts(options: object): object }
}

/** Languages that its stemmer supports, by our names. */
const LANCE_LANGUAGES: ReadonlySet<string> = new Set([
  'arabic',
  'english',
  'german',
  'greek',
  'romanian',
  'russian',
  'spanish',
  'turkish',
])

/** LanceDB full-text search, with stemmer and stop words of the language if it has them. */
export async function lanceDb(set: DataSet): Promise<Ask | undefined> {
  const name = '@lancedb/lancedb'
  const loaded = (await import(name).catch(() => undefined)) as Lance | undefined // the package's own shape
  if (loaded === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cs-lance-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await loaded.connect(folder)
  const table = await db.createTable(
    'docs',
    set.documents.map(({ id, text }) => ({ id, text })),
  )
  const known = LANCE_LANGUAGES.has(set.language)
  const language = known ? set.language[0]?.toUpperCase() + set.language.slice(1) : 'English'
  await table.createIndex('text', {
    config: loaded.Index.fts({ language, stem: known, removeStopWords: known, withPosition: false }),
  })
  return async (question) => {
    // Question marks and brackets are part of its query syntax.
    const words = question.replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, ' ')
    const rows = await table.search(words, 'fts', 'text').select(['id', '_score']).limit(100).toArray()
    return rows.map(({ id }) => id)
  }
}
