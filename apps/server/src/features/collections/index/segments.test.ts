import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexGround, type IndexGround } from '../testing/index-ground.ts'
import { blocksOf, lengthByte, LENGTHS, readBlock, type Posting } from './postings.ts'
import { tidyIndex } from './segments.ts'

let ground: IndexGround
beforeEach(async () => {
  ground = await indexGround()
}, 60_000)
afterEach(() => ground.close())

const WORDS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda sigma omega river stone'.split(
  ' ',
)
const passage = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 25 })
  .map((words) => words.join(' '))
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      passages: fc.array(passage, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      at: fc.nat(),
      passages: fc.array(passage, { maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tidy' as const) }) },
)
const QUESTIONS = ['alpha', 'river stone', 'beta gamma delta omega', 'kappa lambda sigma theta iota']

test('a merge never changes a rank, whatever was added, replaced and removed before', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const documents: number[] = []
      round += 1
      for (const [index, one] of steps.entries()) {
        const at = 'at' in one && documents.length > 0 ? one.at % documents.length : -1
        if (one.kind === 'add') documents.push(await ground.add(`${round} ${index}`, one.passages))
        else if (one.kind === 'tidy')
          await tidyIndex(ground.store.db, ground.collection, { full: 3, tier: 3 })
        else if (one.kind === 'replace' && at >= 0) await ground.replace(documents[at] ?? 0, one.passages)
        else if (one.kind === 'remove' && at >= 0) await ground.remove(documents.splice(at, 1)[0] ?? 0)
      }
      const before = await ranks()
      await tidyIndex(ground.store.db, ground.collection, { full: 1, tier: 2 })
      expect(await ranks()).toEqual(before)
      for (const document of documents) await ground.remove(document)
      await tidyIndex(ground.store.db, ground.collection, { full: 1, tier: 2 })
      expect(await rowsLeft()).toEqual({ passages: 0, postings: 0, removed: 0, tail: 0 })
    }),
    { numRuns: Number(process.env['LAW_RUNS'] ?? 12), seed: Number(process.env['LAW_SEED'] ?? 24) },
  )
}, 240_000)

async function ranks() {
  const all = []
  for (const question of QUESTIONS) {
    const { passages, found, taught } = await ground.search(question)
    all.push({ ids: passages.map(({ id }) => id), found, taught })
  }
  return all
}

async function passageIds(): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select id from collection_passages order by id`.execute(
    ground.store.db,
  )
  return rows.map(({ id }) => id)
}

async function rowsLeft() {
  const { rows } = await sql`select
    (select count(*)::int from collection_passages) as passages, (select count(*)::int from collection_postings) as postings,
    (select count(*)::int from collection_removed) as removed, (select count(*)::int from collection_tail) as tail`.execute(
    ground.store.db,
  )
  return rows[0]
}

test('two processes that tidy and write at once lose nothing', async () => {
  const added = Array.from({ length: 30 }, (_item, index) =>
    ground.add(`n${index}`, [`needle${index} common words here`]),
  )
  const tidied = Array.from({ length: 10 }, () =>
    tidyIndex(ground.store.db, ground.collection, { full: 2, tier: 2 }),
  )
  await Promise.all([...added, ...tidied])
  await tidyIndex(ground.store.db, ground.collection, { full: 1, tier: 2 })
  for (let index = 0; index < 30; index += 1)
    expect((await ground.search(`needle${index}`)).passages).toHaveLength(1)
}, 120_000)

test('an edit keeps the passages that did not change', async () => {
  const document = await ground.add('one', ['first about rivers', 'second about stones', 'third about lakes'])
  const before = await passageIds()
  await ground.replace(document, ['first about rivers', 'changed about hills', 'third about lakes'])
  const after = await passageIds()
  expect(after).toHaveLength(3)
  expect(after.filter((id) => before.includes(id))).toHaveLength(2)
  expect((await ground.search('stones')).passages).toEqual([])
}, 60_000)

test('postings are read as they were written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(5_000_000), { maxLength: 1500 }), (numbers) => {
      const postings: Posting[] = numbers
        .toSorted((a, b) => a - b)
        .map((number) => ({ number, count: (number % 255) + 1, length: number % 256 }))
      const read: Posting[] = []
      for (const block of blocksOf(postings))
        readBlock(block, (number, count, length) => read.push({ number, count, length }))
      expect(read).toEqual(postings)
    }),
  )
})

test('a length byte is near the length, and never falls', () => {
  let before = 0
  for (let length = 0; length < 5000; length += 1) {
    const byte = lengthByte(length)
    expect(byte).toBeGreaterThanOrEqual(before)
    expect(Math.abs((LENGTHS[byte] ?? 0) - length)).toBeLessThanOrEqual(length * 0.016 + 0.5)
    before = byte
  }
})
