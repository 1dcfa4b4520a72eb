import type {
  CollectionView,
  DocumentState,
  DocumentView,
  LinkedFolderView,
  UserId,
} from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import { runTransaction, type Db, type Trx } from '../../../store/sql/database.ts'
import { NEEDS_OCR } from '../extract/limits.ts'
import { removeFromIndex } from '../index/tail.ts'
import { addToSums } from '../index/write-document.ts'

/** A collection by its keys. */
export interface CollectionRow {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly owner: UserId
}

/** Maximum number of collections of a person. */
export const COLLECTIONS_LIMIT = 100

/** Collections, their folders and documents, for people to see and change. */
export function library(db: Db) {
  return { ...collectionsIn(db), ...documentsIn(db), ...foldersIn(db) }
}

function collectionsIn(db: Db) {
  return {
    async list(owner: UserId): Promise<readonly CollectionView[]> {
      return views(db, sql`owner = ${owner}`)
    },
    async find(owner: UserId, id: string): Promise<CollectionRow | undefined> {
      const { rows } = await sql<CollectionRow>`
        select key, id, name, owner from collections where owner = ${owner} and id = ${id}`.execute(db)
      return rows[0]
    },
    async rows(owner: UserId): Promise<readonly CollectionRow[]> {
      const { rows } = await sql<CollectionRow>`
        select key, id, name, owner from collections where owner = ${owner} order by lower(name)`.execute(db)
      return rows
    },
    async view(owner: UserId, id: string): Promise<CollectionView | undefined> {
      return (await views(db, sql`owner = ${owner} and id = ${id}`))[0]
    },
    /** False: the name is taken, or the limit is reached. */
    async create(
      owner: UserId,
      { id, name, description }: { readonly id: string; readonly name: string; readonly description: string },
    ): Promise<boolean> {
      const { rows } = await sql`
        insert into collections (id, owner, name, description)
        select ${id}, ${owner}, ${name}, ${description}
        where (select count(*) from collections where owner = ${owner}) < ${COLLECTIONS_LIMIT}
        on conflict do nothing returning id`.execute(db)
      return rows.length > 0
    },
    async remove(key: number): Promise<void> {
      await runTransaction(db, async (trx) => {
        await lockCollection(trx, key)
        await sql`delete from collection_tail where collection = ${key}`.execute(trx)
        await sql`delete from collections where key = ${key}`.execute(trx)
      })
    },
  }
}

function documentsIn(db: Db) {
  return {
    async documents(
      collection: number,
      { after, limit, wanted }: { readonly after: number; readonly limit: number; readonly wanted: string },
    ): Promise<readonly DocumentView[]> {
      const { rows } = await sql<DocumentView>`
        select ${DOCUMENT} from collection_documents
        where collection = ${collection} and (${wanted} = '' or position(lower(${wanted}) in lower(name)) > 0)
        order by case state when 'failed' then 0 when 'reading' then 1 when 'indexing' then 1 when 'queued' then 2 else 3 end,
          lower(name), key
        offset ${after} limit ${limit}`.execute(db)
      return rows
    },
    async document(
      collection: number,
      id: string,
    ): Promise<(DocumentView & { readonly key: number }) | undefined> {
      const { rows } = await sql<DocumentView & { readonly key: number }>`
        select key, ${DOCUMENT} from collection_documents where collection = ${collection} and id = ${id}`.execute(
        db,
      )
      return rows[0]
    },
    /** Adds a file, or replaces the content under its name. */
    async add(
      collection: number,
      file: {
        readonly id: string
        readonly name: string
        readonly sha256: string
        readonly bytes: number
        readonly origin: 'yours' | 'others'
      },
    ): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        insert into collection_documents (id, collection, name, origin, sha256, bytes, state)
        values (${file.id}, ${collection}, ${file.name}, ${file.origin}, ${file.sha256}, ${file.bytes}, 'queued')
        on conflict (collection, coalesce(folder, ''), name) do update
          set sha256 = excluded.sha256, bytes = excluded.bytes, origin = excluded.origin, state = 'queued', reason = '',
            tries = 0, lease = null, worker = null, since = now()
        returning id`.execute(db)
      return rows[0]?.id ?? file.id
    },
    async retry(key: number): Promise<void> {
      await sql`update collection_documents set state = 'queued', reason = '', tries = 0, lease = null, worker = null, since = now()
        where key = ${key} and state not in ('reading', 'indexing')`.execute(db)
    },
    /** Queues documents that OCR could read again. Returns their collections. */
    async retryScans(owner: UserId): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string }>`
        update collection_documents d set state = 'queued', reason = '', tries = 0, lease = null, worker = null, since = now()
        from collections c where c.key = d.collection and c.owner = ${owner} and d.state in ('failed', 'skipped')
          and position(${NEEDS_OCR} in d.reason) > 0
        returning c.id`.execute(db)
      return [...new Set(rows.map(({ id }) => id))]
    },
    async removeDocuments(collection: number, keys: readonly number[]): Promise<void> {
      await runTransaction(db, (trx) => removeDocuments(trx, collection, keys))
    },
    /** Hashes of added files. */
    async hashes(): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ sha256: string }>`
        select distinct sha256 from collection_documents where folder is null and sha256 is not null`.execute(
        db,
      )
      return new Set(rows.map(({ sha256 }) => sha256))
    },
    /** The location of a document's bytes. */
    async source(
      collection: number,
      id: string,
    ): Promise<
      { readonly name: string; readonly sha256: string | null; readonly root: string | null } | undefined
    > {
      const { rows } = await sql<{ name: string; sha256: string | null; root: string | null }>`
        select d.name, d.sha256, f.path as root
        from collection_documents d left join collection_folders f on f.id = d.folder
        where d.collection = ${collection} and d.id = ${id}`.execute(db)
      return rows[0]
    },
  }
}

function foldersIn(db: Db) {
  return {
    async folders(collection: number): Promise<readonly LinkedFolderView[]> {
      const { rows } = await sql<Omit<LinkedFolderView, 'documents'> & { counts: Counts | null }>`
        select f.id, f.path, f.scanned_at, f.problem, (${countsOf(sql`d.folder = f.id`)}) as counts
        from collection_folders f where f.collection = ${collection} order by f.path`.execute(db)
      return rows.map(({ counts, ...one }) => ({ ...one, documents: wholeCounts(counts) }))
    },
    async link(
      collection: number,
      { id, path }: { readonly id: string; readonly path: string },
    ): Promise<boolean> {
      const { rows } =
        await sql`insert into collection_folders (id, collection, path) values (${id}, ${collection}, ${path})
        on conflict do nothing returning id`.execute(db)
      return rows.length > 0
    },
    /** False: there is no such folder. */
    async unlink(collection: number, id: string): Promise<boolean> {
      return runTransaction(db, async (trx) => {
        await lockCollection(trx, collection)
        const { rows } = await sql<{ key: number }>`
          select key from collection_documents where collection = ${collection} and folder = ${id}`.execute(
          trx,
        )
        await removeDocuments(
          trx,
          collection,
          rows.map(({ key }) => key),
        )
        const gone = await sql`
          delete from collection_folders where collection = ${collection} and id = ${id} returning id`.execute(
          trx,
        )
        return gone.rows.length > 0
      })
    },
  }
}

export type Library = ReturnType<typeof library>

/** Every change of a collection's content locks its row first, because its numbers and totals are stored there. */
export async function lockCollection(trx: Trx, key: number): Promise<boolean> {
  const { rows } = await sql`select key from collections where key = ${key} for update`.execute(trx)
  return rows.length > 0
}

/** Removes documents, with everything indexed of them. */
export async function removeDocuments(trx: Trx, collection: number, keys: readonly number[]): Promise<void> {
  await lockCollection(trx, collection)
  const passages = await sql<{ number: number }>`
    delete from collection_passages where document = any(${keys}::int[]) returning number`.execute(trx)
  await removeFromIndex(
    trx,
    collection,
    passages.rows.map(({ number }) => number),
  )
  const { rows } = await sql<{ passages: number; words: number }>`
    delete from collection_documents where key = any(${keys}::int[]) returning passages, words`.execute(trx)
  await addToSums(trx, collection, {
    passages: -rows.reduce((sum, one) => sum + one.passages, 0),
    words: -rows.reduce((sum, one) => sum + one.words, 0),
  })
}

const DOCUMENT = sql`id, name, folder, origin, kind, bytes, language, parts, parts_of, passages, state, reason, since`

type Counts = Partial<Record<DocumentState, number>>

const NONE: Record<DocumentState, number> = {
  queued: 0,
  reading: 0,
  indexing: 0,
  ready: 0,
  failed: 0,
  skipped: 0,
  gone: 0,
}

function wholeCounts(counts: Counts | null): Record<DocumentState, number> {
  return { ...NONE, ...counts }
}

function countsOf(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_object_agg(state, n) from (
    select state, count(*)::int as n from collection_documents d where ${where} group by state) counted`
}

async function views(db: Db, where: RawBuilder<unknown>): Promise<readonly CollectionView[]> {
  const { rows } = await sql<Omit<CollectionView, 'documents'> & { counts: Counts | null }>`
    select c.id, c.name, c.description, c.passages, c.changed_at, (${countsOf(sql`d.collection = c.key`)}) as counts,
      array(select language from collection_documents d where d.collection = c.key and d.passages > 0 and language <> 'simple'
        group by language order by count(*) desc, language limit 5) as languages,
      coalesce((select json_agg(json_build_object('model', m.model, 'serving', m.serving, 'passages', m.vectors, 'problem', m.problem) order by not m.serving)
        from collection_models m where m.collection = c.key), '[]') as models
    from collections c where ${where} order by lower(c.name)`.execute(db)
  return rows.map(({ counts, ...one }) => ({ ...one, documents: wholeCounts(counts) }))
}
