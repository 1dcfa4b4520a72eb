import type { Embedder } from '../../../providers/embedding.ts'
import { headOf } from '../index/write-document.ts'
import type { Hnsw } from './hnsw.ts'
import type { ModelRow } from './model-row.ts'
import type { BarePassage, EmbeddingModels } from './models.ts'

export interface EmbedParts {
  readonly models: EmbeddingModels
  readonly hnsw: Pick<Hnsw, 'ensure'>
  /** A text: why there is none. */
  open(model: string): Promise<Embedder | string>
  /** Why a passage is withheld; undefined: it is not. Text that rules withhold from the agent is sent to no embedder. */
  withheld(
    owner: string,
  ): Promise<(file: { readonly root: string | null; readonly name: string }) => string | undefined>
  changed(collection: { readonly owner: string; readonly collection_id: string }): void
}

/** Passages per read from the database. */
const PAGE = 256

/**
 * Gives passages their vectors, one model after the other, until none is missing. If killed, the next run continues after the last batch.
 */
export function embedding(parts: EmbedParts) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  async function all(): Promise<void> {
    while (!stopping.signal.aborted) {
      const model = await parts.models.claim()
      if (model === undefined) return
      const problem = await one(parts, model, stopping.signal).catch((cause: unknown) =>
        cause instanceof Error ? cause.message : String(cause),
      )
      if (problem !== null) await parts.models.rest(model, problem)
      parts.changed(model)
    }
  }
  return {
    /** Begins now, or continues if it has begun. */
    round(): Promise<void> {
      running ??= all().finally(() => {
        running = undefined
      })
      return running
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running?.catch(() => undefined)
    },
  }
}

type Claimed = ModelRow & { readonly collection_id: string; readonly owner: string }

/** A problem; null: done. */
async function one(parts: EmbedParts, model: Claimed, signal: AbortSignal): Promise<string | null> {
  const embedder = await parts.open(model.model)
  if (typeof embedder === 'string') return embedder
  const withheld = await parts.withheld(model.owner)
  let now: ModelRow = model
  let left = 0
  for (let after = -1; ;) {
    const some = await parts.models.bare(model, after, PAGE)
    const last = some.at(-1)?.number
    if (last === undefined) break
    after = last
    const readable = some.filter((passage) => withheld(passage) === undefined)
    left += some.length - readable.length
    for (let at = 0; at < readable.length; at += embedder.batch) {
      const batch = readable.slice(at, at + embedder.batch)
      const vectors = await embedder.embed(batch.map(textOf), signal)
      const rows = batch.flatMap(({ number }, index) => {
        const vector = vectors[index]
        return vector === undefined ? [] : [{ number, vector }]
      })
      const dimensions = rows[0]?.vector.length ?? null
      if (now.dimensions !== null && dimensions !== now.dimensions)
        return `the model now returns ${dimensions ?? 0} dimensions instead of ${now.dimensions}; choose it again`
      // The index table needs the dimensions before the first vector.
      if (now.dimensions === null) await parts.hnsw.ensure((now = { ...now, dimensions }))
      if (!(await parts.models.write(now, rows))) return null
      parts.changed(model)
    }
  }
  await parts.hnsw.ensure(now)
  await parts.models.finish(model)
  // Withheld passages lack vectors: they are checked again later.
  if (left > 0) await parts.models.pause(model)
  return null
}

function textOf({ title, heading, text }: BarePassage): string {
  return [headOf(title, heading), text].filter((part) => part !== '').join('\n')
}
