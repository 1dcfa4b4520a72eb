import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { runTransaction, type Db } from '../../../store/sql/database.ts'
import { anchorFolder, type AnchoredFolder } from '../../../workspace/anchored-folder.ts'
import { ignoredBelow, type Ignored } from '../../../workspace/ignored.ts'
import { entriesOf } from '../../../workspace/tree.ts'
import { lockCollection } from '../data/library.ts'
import { removeFromIndex } from '../index/tail.ts'
import { addToSums } from '../index/write-document.ts'
import { readLinked } from './linked-file.ts'

export interface SeenFile {
  /** Relative to the linked folder. */
  readonly name: string
  readonly bytes: number
  readonly modified: number
}

/** Most files of one linked folder. */
const FILES_LIMIT = 100_000
const AT_ONCE = 200

/**
 * The files below a folder, by size and time. Skips everything that `.gitignore` excludes, `.git`, links, other mounts and our own folders.
 */
export async function seenFiles(
  root: string,
  own: readonly string[],
): Promise<readonly SeenFile[] | undefined> {
  const anchored = await anchorFolder(root)
  if (!anchored.ok) return undefined
  const files: SeenFile[] = []
  try {
    const mount = await anchored.folder.mount()
    await look(anchored.folder, root, { root, own, files, mount, ignored: await ignoredBelow(root, root) })
    return files
  } finally {
    await anchored.folder.close()
  }
}

interface Looking {
  readonly root: string
  readonly own: readonly string[]
  readonly files: SeenFile[]
  readonly mount: string | undefined
  readonly ignored: Ignored
}

async function look(folder: AnchoredFolder, path: string, at: Looking): Promise<void> {
  for (const [index, entry] of (await entriesOf(folder)).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    if (at.files.length >= FILES_LIMIT) return
    const below = join(path, entry.name)
    const isFolder = entry.isDirectory()
    if (at.ignored.has(below, isFolder ? 'folder' : 'file') || at.own.includes(below)) continue
    if (isFolder) {
      const child = await folder.child(entry.name)
      if (child === undefined) continue
      try {
        if ((await child.mount()) === at.mount)
          await look(child, below, { ...at, ignored: await at.ignored.below(below) })
      } finally {
        await child.close()
      }
    } else if (entry.isFile()) {
      const found = await lstat(folder.at(entry.name)).catch(() => undefined)
      if (found !== undefined && !/[\n\0]/.test(below))
        at.files.push({ name: relative(at.root, below), bytes: found.size, modified: found.mtimeMs })
    }
  }
}

interface KnownFile {
  readonly key: number
  readonly name: string
  readonly bytes: number
  readonly modified: number | null
  readonly sha256: string | null
  readonly state: string
  readonly reason: string
}

export interface LinkedFolder {
  readonly id: string
  readonly collection: number
  readonly path: string
}

/** The result of a scan. */
export interface Scanned {
  readonly files: number
  readonly queued: number
  readonly renamed: number
  readonly gone: number
}

/**
 * Compares a linked folder with its known state: new and changed files are queued, renamed ones keep their passages, missing ones are
 * removed. A concurrent scan by a second process changes nothing.
 */
export async function scanFolder(
  db: Db,
  folder: LinkedFolder,
  parts: { readonly own: readonly string[]; newId(): string; mayRead(name: string): boolean },
): Promise<Scanned | undefined> {
  const files = await seenFiles(folder.path, parts.own)
  if (files === undefined) return undefined
  const { rows } = await sql<KnownFile>`
    select key, name, bytes, modified, sha256, state, reason from collection_documents where folder = ${folder.id}`.execute(
    db,
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  const there = new Set(files.map(({ name }) => name))
  const missing = rows.filter(({ name, state }) => !there.has(name) && state !== 'gone')
  const fresh = files.filter(({ name }) => !known.has(name))
  const renamed = await renames(db, folder, { missing, fresh })
  const added = fresh.filter(({ name }) => !renamed.names.has(name))
  await insertFiles(db, folder, added, parts.newId)
  await markFromOthers(db, folder)
  const again = files.flatMap((file) => {
    const old = known.get(file.name)
    return old !== undefined && isOther(old, file, parts.mayRead(file.name)) ? [old.key] : []
  })
  await sql`update collection_documents set state = 'queued', since = now(), reason = '', tries = 0
    where key = any(${again}::int[]) and state not in ('queued', 'reading', 'indexing')`.execute(db)
  const gone = missing.filter(({ key }) => !renamed.keys.has(key))
  if (gone.length > 0)
    await markGone(
      db,
      folder.collection,
      gone.map(({ key }) => key),
    )
  await sql`update collection_folders set scanned_at = now(), problem = null where id = ${folder.id}`.execute(
    db,
  )
  return {
    files: files.length,
    queued: added.length + again.length,
    renamed: renamed.keys.size,
    gone: gone.length,
  }
}

/** Files that an agent wrote or downloaded are not the person's own words, wherever they are. */
async function markFromOthers(db: Db, folder: LinkedFolder): Promise<void> {
  const root = `${folder.path}/`
  await sql`
    update collection_documents set origin = 'others'
    where folder = ${folder.id} and origin <> 'others' and name in (
      select substr(path, ${root.length + 1}::int) from calls, json_array_elements_text(result -> 'changed') as path
      where owner_kind = 'turn' and json_array_length(result -> 'changed') > 0 and starts_with(path, ${root})
        and proposed_at > coalesce((select scanned_at - interval '1 hour' from collection_folders where id = ${folder.id}), '-infinity'))`.execute(
    db,
  )
}

/** Whether a file has to be read again, possibly because a rule now withholds or allows it. */
function isOther(old: KnownFile, { bytes, modified }: SeenFile, mayRead: boolean): boolean {
  if (old.state === 'gone') return true
  if (old.state === 'skipped' && old.modified === null) return mayRead
  if (old.state === 'ready' && !mayRead) return true
  return old.modified !== null && (old.bytes !== bytes || old.modified !== modified)
}

async function insertFiles(
  db: Db,
  folder: LinkedFolder,
  files: readonly SeenFile[],
  newId: () => string,
): Promise<void> {
  for (let at = 0; at < files.length; at += 1000) {
    const some = files.slice(at, at + 1000)
    await sql`
      insert into collection_documents (id, collection, folder, name, origin, bytes, state)
      select id, ${folder.collection}, ${folder.id}, name, 'yours', bytes, 'queued'
      from unnest(${some.map(newId)}::text[], ${some.map(({ name }) => name)}::text[], ${some.map(({ bytes }) => bytes)}::bigint[])
        as x (id, name, bytes)
      on conflict do nothing`.execute(db)
  }
}

/** A missing file and a new one of the same size and content are a rename. */
async function renames(
  db: Db,
  folder: LinkedFolder,
  { missing, fresh }: { readonly missing: readonly KnownFile[]; readonly fresh: readonly SeenFile[] },
): Promise<{ readonly names: ReadonlySet<string>; readonly keys: ReadonlySet<number> }> {
  const names = new Set<string>()
  const keys = new Set<number>()
  const bySize = Map.groupBy(
    missing.filter(({ sha256, state }) => sha256 !== null && state === 'ready'),
    ({ bytes }) => bytes,
  )
  for (const file of fresh) {
    const same = bySize.get(file.bytes)?.filter(({ key }) => !keys.has(key)) ?? []
    if (same.length === 0) continue
    const read = await readLinked(folder.path, file.name)
    if (read.kind !== 'file') continue
    const sha256 = createHash('sha256').update(read.bytes).digest('hex')
    const old = same.find((one) => one.sha256 === sha256)
    if (old === undefined) continue
    const { rows } = await sql`
      update collection_documents set name = ${file.name}, modified = ${file.modified}
      where key = ${old.key} and name = ${old.name} and not exists (
        select 1 from collection_documents where folder = ${folder.id} and name = ${file.name})
      returning key`.execute(db)
    if (rows.length === 0) continue
    names.add(file.name)
    keys.add(old.key)
  }
  return { names, keys }
}

async function markGone(db: Db, collection: number, keys: readonly number[]): Promise<void> {
  await runTransaction(db, async (trx) => {
    if (!(await lockCollection(trx, collection))) return
    const old = await sql<{ key: number; passages: number; words: number }>`
      select key, passages, words from collection_documents where key = any(${keys}::int[]) for update`.execute(
      trx,
    )
    const { rows } = await sql<{ number: number }>`
      delete from collection_passages where document = any(${keys}::int[]) returning number`.execute(trx)
    await removeFromIndex(
      trx,
      collection,
      rows.map(({ number }) => number),
    )
    await sql`update collection_documents set state = 'gone', reason = 'the file is gone', since = now(), passages = 0, words = 0,
      lease = null, worker = null where key = any(${keys}::int[])`.execute(trx)
    await addToSums(trx, collection, {
      passages: -old.rows.reduce((sum, one) => sum + one.passages, 0),
      words: -old.rows.reduce((sum, one) => sum + one.words, 0),
    })
  })
}
