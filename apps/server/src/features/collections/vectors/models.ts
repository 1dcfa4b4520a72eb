import { sql } from 'kysely'
import { runTransaction, type Db, type Trx } from '../../../store/sql/database.ts'
import { isLeft } from '../left-work.ts'
import type { Hnsw } from './hnsw.ts'
import { pack, type PackedVector } from './int8.ts'
import type { ModelRow } from './model-row.ts'

const MODEL = sql`key, collection, model, kind, dimensions, serving, vectors`

/** Passages without a vector of a model, with the facts about their document that rules need. */
export interface BarePassage {
  readonly number: number
  readonly text: string
  readonly heading: string
  readonly title: string
  readonly document: number
  readonly name: string
  readonly root: string | null
  readonly owner: string
}

/** A process that embeds and is silent for this long loses the model to the next. */
const LEASE = '60 seconds'
/** After a failure it is retried this much later. */
const REST = '60 seconds'

/** The models of collections and their vectors. */
export function embeddingModels(db: Db, worker: string, hnsw: Pick<Hnsw, 'add'>) {
  return { ...chosen(db), ...filled(db, worker, hnsw) }
}

function chosen(db: Db) {
  return {
    async serving(collections: readonly number[]): Promise<readonly ModelRow[]> {
      const { rows } = await sql<ModelRow>`
        select ${MODEL} from collection_models where serving and collection = any(${collections}::int[]) and vectors > 0`.execute(
        db,
      )
      return rows
    },
    /** Chooses the model of a collection; null: none. The active one serves until the new one has every passage. */
    async choose(
      collection: number,
      wish: { readonly model: string; readonly kind: string } | null,
    ): Promise<void> {
      await runTransaction(db, async (trx) => {
        await sql`delete from collection_models
          where collection = ${collection} and (${wish === null} or (not serving and model <> ${wish?.model ?? ''}))`.execute(
          trx,
        )
        if (wish === null) return
        await sql`insert into collection_models (collection, model, kind) values (${collection}, ${wish.model}, ${wish.kind})
          on conflict (collection, model) do update set problem = null, lease = null, chosen_at = now()`.execute(
          trx,
        )
      })
    },
  }
}

/** Every step is one statement or one transaction: a killed process leaves a model that the next takes up. */
function filled(db: Db, worker: string, hnsw: Pick<Hnsw, 'add'>) {
  return {
    /** Takes a model that lacks vectors and that nobody works on. */
    async claim(): Promise<
      (ModelRow & { readonly collection_id: string; readonly owner: string }) | undefined
    > {
      const { rows } = await sql<ModelRow & { collection_id: string; owner: string }>`
        update collection_models m set lease = now() + ${LEASE}::interval, worker = ${worker}
        from collections c
        where c.key = m.collection and m.key = (
          select key from collection_models one
          where (lease is null or lease < now() or ${isLeft(sql`worker`)}) and (not serving or exists (${missing(sql`one.collection`, sql`one.key`)}))
          order by lease nulls first for update skip locked limit 1)
        returning m.key, m.collection, m.model, m.kind, m.dimensions, m.serving, m.vectors, c.id as collection_id, c.owner`.execute(
        db,
      )
      return rows[0]
    },
    async bare({ key, collection }: ModelRow, after: number, limit: number): Promise<readonly BarePassage[]> {
      const { rows } = await sql<BarePassage>`
        select p.number, p.text, p.heading, d.title, d.key as document, d.name, f.path as root, c.owner
        from collection_passages p join collection_documents d on d.key = p.document join collections c on c.key = d.collection
        left join collection_folders f on f.id = d.folder
        where p.collection = ${collection} and p.number > ${after}
          and not exists (select 1 from collection_vectors v where v.model = ${key} and v.number = p.number)
        order by p.number limit ${limit}`.execute(db)
      return rows
    },
    /** False: the model no longer belongs to this process, and nothing happened. */
    async write(
      model: ModelRow,
      found: readonly { readonly number: number; readonly vector: Float32Array }[],
    ) {
      return runTransaction(db, async (trx) => {
        if (!(await isMine(trx, model.key, worker))) return false
        const dimensions = found[0]?.vector.length ?? 0
        const packed = found.map(({ number, vector }) => ({ number, ...pack(vector) }))
        const added = await writeVectors(trx, model, packed)
        await hnsw.add(trx, model, packed)
        await sql`update collection_models set lease = now() + ${LEASE}::interval, problem = null, dimensions = ${dimensions},
            vectors = vectors + ${added}
          where key = ${model.key}`.execute(trx)
        return true
      })
    },
    /** It has every readable passage: it becomes active, and the previous one is removed. */
    async finish(model: ModelRow): Promise<void> {
      await runTransaction(db, async (trx) => {
        if (!(await isMine(trx, model.key, worker))) return
        await sql`delete from collection_models where collection = ${model.collection} and serving and key <> ${model.key}
          and exists (select 1 from collection_models where key = ${model.key})`.execute(trx)
        await sql`update collection_models set serving = true, lease = null, worker = null, problem = null where key = ${model.key}`.execute(
          trx,
        )
      })
    },
    /** Some passages are withheld now: they are checked again later. */
    async pause({ key }: ModelRow): Promise<void> {
      await sql`update collection_models set lease = now() + ${REST}::interval where key = ${key}`.execute(db)
    },
    /** It failed: it is retried later. */
    async rest({ key }: ModelRow, problem: string | null): Promise<void> {
      await sql`update collection_models set lease = now() + ${REST}::interval, worker = null, problem = ${problem}
        where key = ${key} and worker = ${worker}`.execute(db)
    },
  }
}

export type EmbeddingModels = ReturnType<typeof embeddingModels>

async function isMine(trx: Trx, key: number, worker: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from collection_models where key = ${key} and worker = ${worker} for update`.execute(
      trx,
    )
  return rows.length > 0
}

function missing(collection: ReturnType<typeof sql>, model: ReturnType<typeof sql>) {
  return sql`select 1 from collection_passages p where p.collection = ${collection}
    and not exists (select 1 from collection_vectors v where v.model = ${model} and v.number = p.number)`
}

/** A passage that was removed while it was embedded gets no vector. Returns how many were added. */
async function writeVectors(
  trx: Trx,
  { key, collection }: ModelRow,
  packed: readonly (PackedVector & { readonly number: number })[],
): Promise<number> {
  const { rows } = await sql`insert into collection_vectors (model, number, scale, sketch, data)
    select ${key}, x.number, x.scale, x.sketch, x.data from unnest(
      ${packed.map(({ number }) => number)}::int[], ${packed.map(({ scale }) => scale)}::real[],
      ${packed.map(({ sketch }) => sketch)}::bytea[], ${packed.map(({ data }) => data)}::bytea[]) as x (number, scale, sketch, data)
    join collection_passages p on p.collection = ${collection} and p.number = x.number
    on conflict (model, number) do nothing returning number`.execute(trx)
  return rows.length
}
