// Embeds the passages of a database, for a test that kills it: `node embed-writer.ts DATABASE ADDRESS WORKER`.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { sql } from 'kysely'
import type { Embedder } from '../../../providers/embedding.ts'
import { embedding } from '../vectors/embed-job.ts'
import { openHnsw } from '../vectors/hnsw.ts'
import { embeddingModels } from '../vectors/models.ts'
import { openStoreWithCollections } from './index-ground.ts'

const [databaseUrl = '', address = '', worker = ''] = process.argv.slice(2)
const { db } = await openStoreWithCollections('/nowhere', databaseUrl)
// The lease of a killed process expires after a minute; the test does not wait for it.
await sql`update collection_models set lease = null`.execute(db)
const hnsw = openHnsw(db)
const model = createOpenAICompatible({ name: 'stand-in', baseURL: address }).embeddingModel('stand-in-embed')
const embedder: Embedder = {
  model: 'stand-in/stand-in-embed',
  here: true,
  kind: 'encoder',
  batch: 4,
  embed: async (texts, signal) =>
    (await model.doEmbed({ values: [...texts], abortSignal: signal })).embeddings.map((one) =>
      Float32Array.from(one),
    ),
}
const job = embedding({
  models: embeddingModels(db, worker, hnsw),
  hnsw,
  open: () => Promise.resolve(embedder),
  withheld: () => Promise.resolve(() => undefined),
  changed: () => process.stdout.write('wrote\n'),
})
await job.round()
process.exit(0)
