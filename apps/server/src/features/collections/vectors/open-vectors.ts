import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Brought } from '../../../platform/brought.ts'
import type { Host } from '../../../platform/host.ts'
import { openEmbedder, type Embedder } from '../../../providers/embedding.ts'
import { rulesOf } from '../readable.ts'
import { embedding, type EmbedParts } from './embed-job.ts'
import { openHnsw } from './hnsw.ts'
import { embeddingModels } from './models.ts'
import { vectorSearch } from './search-vectors.ts'
import { STATIC, staticEmbedder, staticModels } from './static-model.ts'

/** Everything for search by meaning. None of it runs while no collection has a model. */
export function openVectors(host: Host, changed: EmbedParts['changed']) {
  const { db } = host.store
  const folder = join(host.folder, 'models')
  const hnsw = openHnsw(db)
  const models = embeddingModels(db, host.boot, hnsw)
  const statics = new Map<string, Promise<Embedder | string>>()
  const open = async (model: string): Promise<Embedder | string> => {
    if (!model.startsWith(STATIC)) return openEmbedder(host.models.sources, model, host.egress.fetch)
    // A table of vectors is read once; after a failure it is tried again.
    const known = statics.get(model) ?? staticEmbedder(folder, model)
    statics.set(model, known)
    const opened = await known
    if (typeof opened === 'string') statics.delete(model)
    return opened
  }
  const job = embedding({ models, hnsw, open, withheld: (owner) => rulesOf(host, owner), changed })
  return {
    models,
    open,
    search: vectorSearch({ models, hnsw, open }),
    /** Models that a person put into the data folder. */
    statics: () => staticModels(folder),
    /** The same, for the list of downloads. A collection that uses a removed one reports it, and searches by words. */
    async brought(): Promise<readonly Brought[]> {
      return (await staticModels(folder)).map((model) => {
        const path = join(folder, model.slice(STATIC.length))
        return {
          id: `collections:${model}`,
          name: `Embedding model ${model}`,
          path,
          async remove() {
            await rm(path, { recursive: true, force: true })
            statics.delete(model)
          },
        }
      })
    },
    round: () => job.round(),
    stop: () => job.stop(),
  }
}

export type Vectors = ReturnType<typeof openVectors>
