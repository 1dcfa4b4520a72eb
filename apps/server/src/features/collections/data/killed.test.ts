/** @module-tag slow */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../store/testing/grounds.ts'
import type { Store } from '../../../store/open-store.ts'
import { openStoreWithCollections } from '../testing/index-ground.ts'
import { tidyIndex } from '../index/segments.ts'
import { prepareDocument } from '../index/write-document.ts'
import { searcher } from '../rank/search.ts'
import { stemsOf } from '../words/stems.ts'
import { library } from './library.ts'
import { documentQueue } from './queue.ts'

let store: Store
let databaseUrl: string
let collection: number
beforeEach(async () => {
  databaseUrl = await newDatabase()
  store = await openStoreWithCollections('/nowhere', databaseUrl)
  const made = await sql<{ key: number }>`
    insert into collections (id, owner, name) values ('col_a', 'usr_local', 'All') returning key`.execute(
    store.db,
  )
  collection = made.rows[0]?.key ?? 0
}, 60_000)
afterEach(() => store.close())

const ROUNDS = Number(process.env['COUNTERSIGN_KILLS'] ?? 5)

/** Lets a process write, kills it after a while, and gives what it said was written. */
function killedWriter(round: number, after: number): Promise<readonly string[]> {
  const program = join(import.meta.dirname, '..', 'testing', 'index-writer.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=countersign-source', '--no-warnings', program, databaseUrl, String(round)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), after)
    said += piece.toString()
  })
  return new Promise((resolve) => child.on('close', () => resolve(said.split('\n').slice(0, -1))))
}

test('kill -9 while two processes index and merge: nothing is lost and nothing is there twice', async () => {
  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = await Promise.all([
      killedWriter(round * 2, 37 * round + 20),
      killedWriter(round * 2 + 1, 61 * round + 45),
    ])
    written.push(...some.flat())
  }
  await tidyIndex(store.db, collection, { full: 1, tier: 2 })
  const search = searcher({ db: store.db, stems: stemsOf(store.db), clock: { now: () => 0 } })
  expect(written.length).toBeGreaterThan(ROUNDS)
  for (const name of written) {
    const { passages } = await search({
      collections: [collection],
      question: name,
      limit: 20,
      withheld: () => undefined,
    })
    expect([name, passages.map(({ document }) => document.name)]).toEqual([name, [name]])
  }
  const { rows } = await sql<{ passages: number; counted: number; indexed: number; removed: number }>`select
    (select count(*)::int from collection_passages) as passages, (select passages from collections) as counted,
    (select coalesce(sum(passages), 0)::int from collection_segments) + (select count(*)::int from collection_tail) as indexed,
    (select count(*)::int from collection_removed) as removed`.execute(store.db)
  const [sums] = rows
  expect(sums).toEqual({
    passages: sums?.passages,
    counted: sums?.passages,
    indexed: sums?.passages,
    removed: 0,
  })
}, 240_000)

test('a document that a dead process left is taken up by the next, three times at most', async () => {
  const all = library(store.db)
  const queued = await all.add(collection, {
    id: 'doc_a',
    name: 'a.md',
    sha256: 'x',
    bytes: 1,
    origin: 'yours',
  })
  expect(queued).toBe('doc_a')
  const expire = () =>
    sql`update collection_documents set lease = now() - interval '1 second' where lease is not null`.execute(
      store.db,
    )
  const dead = documentQueue(store.db, 'dead')
  const alive = documentQueue(store.db, 'alive')
  const first = await dead.claim()
  expect(first).toMatchObject({ id: 'doc_a', tries: 1 })
  expect(await alive.claim()).toBeUndefined()
  await expire()
  const second = await alive.claim()
  if (first === undefined || second === undefined) throw new Error('nobody took it')
  expect(second).toMatchObject({ id: 'doc_a', tries: 2 })
  // The one that was thought dead comes back: its work counts for nothing.
  const prepared = await prepareDocument(stemsOf(store.db), {
    title: 'a',
    language: 'english',
    passages: [{ text: 'harbour words', heading: '', place: '', line: 1, page: null, start: 0, end: 13 }],
  })
  const facts = { sha256: 'x', bytes: 1, modified: null, kind: 'markdown', parts: 1, partsOf: 'lines' }
  expect(await dead.indexing(first.key)).toBe(false)
  expect(await dead.finish(first, prepared, facts)).toBe(false)
  expect(await alive.indexing(second.key)).toBe(true)
  expect(await alive.finish(second, prepared, facts)).toBe(true)
  expect(await all.document(collection, 'doc_a')).toMatchObject({ state: 'ready', passages: 1 })
  await all.retry(second.key)
  for (let tries = 1; tries <= 3; tries += 1) {
    expect(await dead.claim()).toMatchObject({ tries })
    await expire()
  }
  expect(await alive.claim()).toBeUndefined()
  expect(await all.document(collection, 'doc_a')).toMatchObject({
    state: 'failed',
    reason: 'it ended the reader 3 times',
  })
}, 60_000)
