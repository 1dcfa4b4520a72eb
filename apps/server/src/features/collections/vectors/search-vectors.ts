import type { Embedder } from '../../../providers/embedding.ts'
import type { Trx } from '../../../store/sql/database.ts'
import type { Space } from '../index/read-index.ts'
import { WEIGHTS, type RankedList } from './fuse.ts'
import type { Hnsw } from './hnsw.ts'
import type { ModelRow } from './model-row.ts'
import type { EmbeddingModels } from './models.ts'
import { sketchedNearest } from './nearest.ts'

/** A question as a vector, for each active model. */
export interface AskedVectors {
  readonly asked: readonly { readonly model: ModelRow; readonly question: Float32Array }[]
  /** Why vectors are missing from the answer; null: they are not. */
  readonly problem: string | null
}

export interface VectorSearch {
  /** Before the transaction: it may use another machine. */
  ask(collections: readonly number[], question: string): Promise<AskedVectors>
  /** One list for each model. */
  lists(
    trx: Trx,
    space: Space,
    wish: {
      readonly asked: AskedVectors
      readonly most: number
      readonly only?: ReadonlySet<number> | undefined
    },
  ): Promise<readonly RankedList[]>
}

/** Milliseconds for a question; if it takes longer, only words are used. */
const PATIENCE = 5000

export function vectorSearch(parts: {
  readonly models: Pick<EmbeddingModels, 'serving'>
  readonly hnsw: Hnsw
  open(model: string): Promise<Embedder | string>
}): VectorSearch {
  const sketched = sketchedNearest()
  return {
    async ask(collections, question) {
      const asked: { readonly model: ModelRow; readonly question: Float32Array }[] = []
      let problem: string | null = null
      const vectors = new Map<string, Promise<Float32Array | string>>()
      for (const model of await parts.models.serving(collections)) {
        const own = vectors.get(model.model) ?? vectorOf(parts.open, model.model, question)
        vectors.set(model.model, own)
        const vector = await own
        if (typeof vector === 'string') problem = vector
        else if (vector.length === model.dimensions) asked.push({ model, question: vector })
      }
      return { asked, problem }
    },
    async lists(trx, space, { asked, most, only }) {
      const lists: RankedList[] = []
      for (const { model, question } of asked.asked) {
        const base = space.collections.find(({ key }) => key === model.collection)?.base
        if (base === undefined) continue
        const nearest = (await parts.hnsw.has(trx, model)) ? parts.hnsw.nearest : sketched
        const near = await nearest(trx, model, {
          question,
          most,
          only: only === undefined ? undefined : [...only].map((slot) => slot - base),
        })
        lists.push({ slots: near.map(({ number }) => base + number), weight: WEIGHTS[model.kind] })
      }
      return lists
    },
  }
}

async function vectorOf(
  open: (model: string) => Promise<Embedder | string>,
  model: string,
  question: string,
): Promise<Float32Array | string> {
  const embedder = await open(model)
  if (typeof embedder === 'string') return embedder
  try {
    const [vector] = await embedder.embed([question], AbortSignal.timeout(PATIENCE))
    return vector ?? 'the model returned no vector'
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}
