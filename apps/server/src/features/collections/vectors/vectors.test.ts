/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Embedder } from '../../../providers/embedding.ts'
import {
  embeddingServer,
  standInVector,
  type EmbeddingServer,
} from '../../../providers/testing/embedding-server.ts'
import { searcher } from '../rank/search.ts'
import { indexGround, type IndexGround } from '../testing/index-ground.ts'
import { stemsOf } from '../words/stems.ts'
import { embedding } from './embed-job.ts'
import { fuse } from './fuse.ts'
import { openHnsw } from './hnsw.ts'
import { nearness, normalized, pack } from './int8.ts'
import { embeddingModels } from './models.ts'
import { sketchedNearest } from './nearest.ts'
import { vectorSearch } from './search-vectors.ts'
import { staticEmbedder } from './static-model.ts'

/** A PostgreSQL with the extension `vector`, version 0.7 or newer; without one these tests are left out. */
const PGVECTOR = process.env['COUNTERSIGN_TEST_PGVECTOR_URL']
const GROUNDS = [
  { name: 'sketches', server: undefined, skip: false },
  { name: 'pgvector', server: PGVECTOR, skip: PGVECTOR === undefined },
]

/** Questions with the one passage that answers each: some by meaning, some by a word that only an index of words keeps apart. */
const KNOWN = [
  ['Where can I purchase an automobile?', 'You can buy a car at the harbour on Mondays.'],
  ['Which physician sees an infant?', 'The doctor for every child sits in room four.'],
  ['When does the vessel commence its journey?', 'The boat will begin its journey at dawn.'],
  ['Which lane leads to my dwelling?', 'The road with the tall trees leads to the house.'],
  ['Error ZX81Q', 'ZX81Q means that the paper tray is empty.'],
  ['Part 7744AB', 'Order 7744AB when the belt is worn.'],
  ['Who is Ottokar?', 'Ottokar keeps the keys of the tower.'],
  ['frobnicate option', 'The frobnicate option turns the lamp off.'],
] as const
const NOISE = Array.from(
  { length: 60 },
  (_item, index) => `Note ${index} about lamp number ${index} and tray ${index * 7}.`,
)

describe.each(GROUNDS)('$name', ({ name, server, skip }) => {
  let ground: IndexGround
  let remote: EmbeddingServer
  beforeEach(async () => {
    if (skip) return
    ground = await indexGround(server)
    remote = await embeddingServer()
  }, 60_000)
  afterEach(async () => {
    if (skip) return
    await ground.close()
    await remote.close()
  })

  function remoteEmbedder(model = 'stand-in-embed'): Embedder {
    const opened = createOpenAICompatible({ name: 'stand-in', baseURL: remote.address }).embeddingModel(model)
    return {
      model: `stand-in/${model}`,
      here: true,
      kind: 'encoder',
      batch: 16,
      embed: async (texts, signal) =>
        (await opened.doEmbed({ values: [...texts], abortSignal: signal })).embeddings.map((one) =>
          Float32Array.from(one),
        ),
    }
  }

  function parts(hidden: (document: string) => boolean = () => false) {
    const { db } = ground.store
    const hnsw = openHnsw(db)
    const models = embeddingModels(db, 'worker', hnsw)
    const open = (model: string) => Promise.resolve(remoteEmbedder(model.split('/')[1]))
    const search = vectorSearch({ models, hnsw, open })
    const job = embedding({
      models,
      hnsw,
      open,
      withheld: () => Promise.resolve((file) => (hidden(file.name) ? 'a rule' : undefined)),
      changed: () => {},
    })
    const find = searcher({ db, stems: stemsOf(db), clock: { now: () => 0 }, vectors: search })
    const ask = async (question: string, vectors = true) =>
      (
        await find({
          collections: [ground.collection],
          question,
          limit: 10,
          withheld: () => undefined,
          vectors,
        })
      ).passages.map(({ text }) => text)
    return { models, job, ask, hnsw, search }
  }

  const choose = (model: string, to: ReturnType<typeof parts>) =>
    to.models.choose(ground.collection, { model: `stand-in/${model}`, kind: 'encoder' })

  async function stored() {
    const { rows } = await sql<{ model: string; serving: boolean; vectors: number }>`
      select m.model, m.serving, (select count(*)::int from collection_vectors v where v.model = m.key) as vectors
      from collection_models m order by m.key`.execute(ground.store.db)
    return rows
  }

  test.skipIf(skip)(
    'fused is as good as words and vectors, each alone',
    async () => {
      for (const [index, [, passage]] of KNOWN.entries()) await ground.add(`k${index}`, [passage])
      await ground.add('noise', NOISE)
      const used = parts()
      expect(await used.hnsw.available()).toBe(name === 'pgvector')
      await choose('stand-in-embed', used)
      await used.job.round()
      expect(await stored()).toEqual([
        { model: 'stand-in/stand-in-embed', serving: true, vectors: KNOWN.length + NOISE.length },
      ])
      const scores = { words: 0, fused: 0, vectors: 0 }
      for (const [question, wanted] of KNOWN) {
        scores.words += reciprocal(await used.ask(question, false), wanted)
        scores.fused += reciprocal(await used.ask(question), wanted)
        const vector = normalized(Float32Array.from(standInVector(question)))
        const all = [...KNOWN.map(([, text]) => text), ...NOISE].map((text) => ({
          text,
          score: nearness(vector, pack(Float32Array.from(standInVector(text)))),
        }))
        scores.vectors += reciprocal(
          all.toSorted((a, b) => b.score - a.score).map(({ text }) => text),
          wanted,
        )
      }
      expect(scores.fused).toBeGreaterThanOrEqual(scores.words)
      expect(scores.fused).toBeGreaterThanOrEqual(scores.vectors)
      expect(scores.words).toBeLessThan(KNOWN.length)
    },
    120_000,
  )

  test.skipIf(skip)(
    'a change of model embeds again while the one before serves',
    async () => {
      await ground.add('a', ['You can buy a car here.', 'Ottokar keeps the keys.'])
      const used = parts()
      await choose('stand-in-embed', used)
      await used.job.round()
      const gate = Promise.withResolvers<void>()
      remote.hold('other-embed', gate.promise)
      await choose('other-embed', used)
      const round = used.job.round()
      expect((await used.ask('purchase an automobile'))[0]).toContain('buy a car')
      expect((await stored()).map(({ model, serving }) => [model, serving])).toEqual([
        ['stand-in/stand-in-embed', true],
        ['stand-in/other-embed', false],
      ])
      gate.resolve()
      await round
      expect(await stored()).toEqual([{ model: 'stand-in/other-embed', serving: true, vectors: 2 }])
      expect((await used.ask('purchase an automobile'))[0]).toContain('buy a car')
      await used.models.choose(ground.collection, null)
      expect(await stored()).toEqual([])
      expect(await used.ask('automobile')).toEqual([])
    },
    120_000,
  )

  test.skipIf(skip)(
    'what rules keep back is sent to nobody, what changes is sent alone, what goes is found no more',
    async () => {
      const open = await ground.add('open', ['The road is long.', 'The boat is blue.'])
      await ground.add('hidden', ['The secret automobile.'])
      const used = parts((document) => document === 'hidden')
      await choose('stand-in-embed', used)
      await used.job.round()
      expect(remote.sent.map(({ text }) => text)).toEqual(['The road is long.', 'The boat is blue.'])
      expect(await stored()).toMatchObject([{ serving: true, vectors: 2 }])
      await ground.replace(open, ['The road is long.', 'The ship is green.'])
      await sql`update collection_models set lease = null`.execute(ground.store.db)
      await used.job.round()
      expect(remote.sent.map(({ text }) => text).slice(2)).toEqual(['The ship is green.'])
      await ground.remove(open)
      expect(await stored()).toMatchObject([{ vectors: 0 }])
      expect(await used.ask('vessel')).toEqual([])
    },
    120_000,
  )

  test.skipIf(skip)(
    'a service that fails leaves the search to words, says why, and is tried again',
    async () => {
      await ground.add('a', ['You can buy a car here.'])
      const used = parts()
      await choose('stand-in-embed', used)
      remote.refuse(500)
      await used.job.round()
      const { rows } = await sql<{ problem: string }>`select problem from collection_models`.execute(
        ground.store.db,
      )
      expect(rows[0]?.problem).toMatch(/\w/)
      expect(await used.ask('car')).toHaveLength(1)
      remote.refuse(null)
      await sql`update collection_models set lease = null`.execute(ground.store.db)
      await used.job.round()
      expect(await stored()).toMatchObject([{ serving: true, vectors: 1 }])
    },
    120_000,
  )

  test.skipIf(skip)(
    'killed while it embeds, nothing is lost and nothing is there twice',
    async () => {
      await ground.add(
        'many',
        Array.from({ length: 60 }, (_item, index) => `Passage number ${index} of the car.`),
      )
      await choose('stand-in-embed', parts())
      for (let round = 0; round < 4; round += 1) {
        const child = writer(`w${round}`)
        await once(child.stdout, 'data')
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      const last = writer('last')
      await once(last, 'exit')
      expect(await stored()).toMatchObject([{ serving: true, vectors: 60 }])
      // A kill loses at most the batch under way.
      expect(remote.sent.length).toBeLessThanOrEqual(60 + 4 * 4)
    },
    180_000,
  )

  function writer(worker: string) {
    const file = join(import.meta.dirname, '../testing/embed-writer.ts')
    return spawn(
      process.execPath,
      ['--conditions=countersign-source', file, ground.databaseUrl, remote.address, worker],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  }

  test.skipIf(skip)(
    'what is found is what exact scores of all find',
    async () => {
      const texts = Array.from(
        { length: 1500 },
        (_item, index) => `word${index % 97} word${index % 31} word${index % 7} item${index}`,
      )
      await ground.add('all', texts)
      const used = parts()
      await choose('stand-in-embed', used)
      await used.job.round()
      const [model] = await used.models.serving([ground.collection])
      if (model === undefined) throw new Error('no model')
      const nearest = name === 'pgvector' ? used.hnsw.nearest : sketchedNearest()
      let found = 0
      for (let at = 0; at < 40; at += 1) {
        const question = Float32Array.from(standInVector(`word${at} word${at % 31} item${at * 13}`))
        const near = await ground.store.db
          .transaction()
          .execute((trx) => nearest(trx as never, model, { question, most: 10 })) // a transaction of this database
        const unit = normalized(question)
        const exact = texts
          .map((text, number) => ({
            number,
            score: nearness(unit, pack(Float32Array.from(standInVector(text)))),
          }))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, 10)
        found += near.filter(({ number }) => exact.some((one) => one.number === number)).length
      }
      expect(found / 400).toBeGreaterThanOrEqual(0.98)
    },
    180_000,
  )
})

function reciprocal(found: readonly string[], wanted: string): number {
  const at = found.indexOf(wanted)
  return at < 0 ? 0 : 1 / (at + 1)
}

test('the first passage by words stays among the first three', () => {
  const fused = fuse(
    [9, 1, 2],
    [
      { slots: [1, 2, 3, 4, 5, 6], weight: 1 },
      { slots: [2, 1, 3, 4, 5, 6], weight: 1 },
    ],
  )
  expect(fused.indexOf(9)).toBe(2)
  expect(fuse([1, 2, 3], [])).toEqual([1, 2, 3])
})

test('a model2vec folder gives the mean of the pieces of words, and a bad one says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cs-static-'))
  const vocab = { '[UNK]': 0, boat: 1, house: 2, '##s': 3 }
  const rows = [0, 0, 1, 0, 0, 1, 0.5, 0.5]
  const header = Buffer.from(
    JSON.stringify({ embeddings: { dtype: 'F32', shape: [4, 2], data_offsets: [0, 32] } }),
  )
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  await mkdir(join(folder, 'tiny'))
  await writeFile(
    join(folder, 'tiny', 'model.safetensors'),
    Buffer.concat([length, header, Buffer.from(Float32Array.from(rows).buffer)]),
  )
  await writeFile(
    join(folder, 'tiny', 'tokenizer.json'),
    JSON.stringify({ normalizer: { lowercase: true }, model: { type: 'WordPiece', vocab } }),
  )
  const embedder = await staticEmbedder(folder, 'static/tiny')
  if (typeof embedder === 'string') throw new Error(embedder)
  const [boats, mixed, none] = await embedder.embed(['Boats', 'boat house', 'xyz'], AbortSignal.timeout(1000))
  expect([...(boats ?? [])]).toEqual([0.75, 0.25])
  expect([...(mixed ?? [])]).toEqual([0.5, 0.5])
  expect([...(none ?? [])]).toEqual([0, 0])
  expect(await staticEmbedder(folder, 'static/none')).toContain('model.safetensors')
  expect(await staticEmbedder(folder, 'static/../tiny')).toContain('there is no model')
  await writeFile(join(folder, 'tiny', 'model.safetensors'), Buffer.from('short'))
  expect(await staticEmbedder(folder, 'static/tiny')).toContain('vectors')
  await rm(folder, { recursive: true })
})
