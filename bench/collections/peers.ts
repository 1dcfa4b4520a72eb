import { DatabaseSync } from 'node:sqlite'
import type { DataSet } from './data-sets.ts'
import type { Ask } from './measures.ts'

/** SQLite's full text with its stemmer for English. */
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

/** Undefined: it is not installed. `npm ci` in `bench/collections` brings it. */
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
