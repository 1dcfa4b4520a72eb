import { isLeft } from '../left-work.ts'
import { sql } from 'kysely'
import { runTransaction, type Db } from '../../../store/sql/database.ts'
import { addToSums, writePassages, type PreparedDocument } from '../index/write-document.ts'
import { lockCollection } from './library.ts'

/** A document that this process is reading. */
export interface ClaimedDocument {
  readonly key: number
  readonly id: string
  readonly collection: number
  readonly collection_id: string
  readonly owner: string
  readonly name: string
  readonly sha256: string | null
  /** The location of its folder; null: the file was added. */
  readonly root: string | null
  readonly tries: number
}

/** A process that reads a document and is silent for this long loses it to the next. */
const LEASE = '90 seconds'
/** A document that crashed its reader this often is not retried automatically. */
const TRIES = 3

export interface ReadFacts {
  readonly sha256: string
  readonly bytes: number
  readonly modified: number | null
  readonly kind: string
  readonly parts: number
  readonly partsOf: string
}

/** The queue of documents. Every step is one statement or one transaction: a killed process leaves a document that the next takes up. */
export function documentQueue(db: Db, worker: string) {
  return { ...claiming(db, worker), ...ending(db, worker) }
}

function claiming(db: Db, worker: string) {
  return {
    /** Takes the next waiting document, or one that a dead process left. */
    async claim(): Promise<ClaimedDocument | undefined> {
      await sql`update collection_documents set state = 'failed', since = now(), lease = null, worker = null,
          reason = 'it ended the reader ' || tries || ' times'
        where state in ('reading', 'indexing') and (lease < now() or ${isLeft(sql`worker`)}) and tries >= ${TRIES}`.execute(
        db,
      )
      const { rows } = await sql<ClaimedDocument>`
        update collection_documents d set state = 'reading', since = now(), tries = tries + 1,
          lease = now() + ${LEASE}::interval, worker = ${worker}
        from collections c
        where c.key = d.collection and d.key = (
          select key from collection_documents
          where state = 'queued' or (state in ('reading', 'indexing') and (lease < now() or ${isLeft(sql`worker`)}))
          order by since, key for update skip locked limit 1)
        returning d.key, d.id, d.collection, c.id as collection_id, c.owner, d.name, d.sha256, d.tries,
          (select path from collection_folders f where f.id = d.folder) as root`.execute(db)
      return rows[0]
    },
    /** It is read and about to be indexed. False: it was removed or changed in the meantime. */
    async indexing(key: number): Promise<boolean> {
      const { rows } = await sql`
        update collection_documents set state = 'indexing', since = now(), lease = now() + ${LEASE}::interval
        where key = ${key} and worker = ${worker} and state = 'reading' returning key`.execute(db)
      return rows.length > 0
    },
    /** Collections whose index may be tidied. */
    async untidy(): Promise<readonly number[]> {
      const { rows } = await sql<{ collection: number }>`
        select collection from collection_tail group by collection having count(*) >= 500
        union select collection from collection_removed group by collection having count(*) >= 500
        union select collection from collection_segments group by collection having count(*) >= 8`.execute(db)
      return rows.map(({ collection }) => collection)
    },
  }
}

function ending(db: Db, worker: string) {
  return {
    /** Makes it searchable, atomically. False: it no longer belongs to this process, and nothing happened. */
    async finish(document: ClaimedDocument, prepared: PreparedDocument, facts: ReadFacts): Promise<boolean> {
      const { key, collection } = document
      return runTransaction(db, async (trx) => {
        if (!(await lockCollection(trx, collection))) return false
        const { rows } = await sql<{ passages: number; words: number }>`
          select passages, words from collection_documents
          where key = ${key} and worker = ${worker} and state = 'indexing' for update`.execute(trx)
        const old = rows[0]
        if (old === undefined) return false
        await writePassages(trx, { collection, document: key }, prepared.passages)
        const passages = prepared.passages.length
        const words = prepared.passages.reduce((sum, { terms }) => sum + terms.length, 0)
        await sql`update collection_documents set state = 'ready', reason = '', since = now(), lease = null, worker = null, tries = 0,
            title = ${prepared.title}, language = ${prepared.language}, passages = ${passages}, words = ${words},
            sha256 = ${facts.sha256}, bytes = ${facts.bytes}, modified = ${facts.modified}, kind = ${facts.kind},
            parts = ${facts.parts}, parts_of = ${facts.partsOf}
          where key = ${key}`.execute(trx)
        await addToSums(trx, collection, { passages: passages - old.passages, words: words - old.words })
        return true
      })
    },
    /** It is unreadable or withheld: nothing of it is searchable any more. */
    async end(
      { key, collection }: ClaimedDocument,
      state: 'failed' | 'skipped' | 'gone',
      {
        reason,
        kind = '',
        facts,
      }: {
        readonly reason: string
        readonly kind?: string
        readonly facts?: Pick<ReadFacts, 'bytes' | 'modified' | 'sha256'>
      },
    ): Promise<void> {
      await runTransaction(db, async (trx) => {
        if (!(await lockCollection(trx, collection))) return
        const { rows } = await sql<{ passages: number; words: number }>`
          select passages, words from collection_documents where key = ${key} and worker = ${worker} for update`.execute(
          trx,
        )
        const old = rows[0]
        if (old === undefined) return
        await writePassages(trx, { collection, document: key }, [])
        await sql`update collection_documents set state = ${state}, reason = ${reason}, since = now(), lease = null, worker = null,
            passages = 0, words = 0, kind = ${kind}, bytes = coalesce(${facts?.bytes ?? null}, bytes),
            modified = ${facts?.modified ?? null}, sha256 = coalesce(${facts?.sha256 ?? null}, sha256)
          where key = ${key}`.execute(trx)
        await addToSums(trx, collection, { passages: -old.passages, words: -old.words })
      })
    },
  }
}

export type DocumentQueue = ReturnType<typeof documentQueue>
