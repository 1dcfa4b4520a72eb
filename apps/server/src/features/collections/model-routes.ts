import { collectionRoutes, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Host } from '../../platform/host.ts'
import { refuse, route, type Route } from '../../platform/route.ts'
import { embeddingPrice } from '../../providers/embedding.ts'
import type { Library } from './data/library.ts'
import { rulesOf } from './readable.ts'
import type { Vectors } from './vectors/open-vectors.ts'

/** Names of embedding models at services and servers. */
const EMBEDDING = /embed|minilm|\bbge\b|\be5\b|gte-|\btitan-embed/i

/** Choosing the embedding model: the available ones, their price, and the choice. */
export function modelRoutes(parts: {
  readonly host: Host
  readonly library: Library
  readonly vectors: Vectors
  changed(owner: UserId, collection: string): void
}): readonly Route[] {
  const { host, library, vectors, changed } = parts
  const none = () => refuse(404, 'not_found', 'there is no such collection; it may have been deleted')
  return [
    route(collectionRoutes.embedders, async () => {
      const all = await host.models.sources.all()
      const known = all.flatMap(({ id, ready, openEmbedding, models }) =>
        ready && openEmbedding !== undefined
          ? models.filter((one) => EMBEDDING.test(one.id)).map((one) => `${id}/${one.id}`)
          : [],
      )
      return { models: [...(await vectors.statics()), ...known] }
    }),
    route(collectionRoutes.price, async ({ actor: { user }, params: { id }, query: { model } }) => {
      const found = await library.find(user, id)
      if (found === undefined) return none()
      const embedder = await vectors.open(model)
      if (typeof embedder === 'string') return refuse(400, 'unavailable', embedder)
      const { passages, characters } = await readablePassages(host, user, found.key)
      const { source, model: name } = await host.models.sources.find(model)
      const { tokens, usd } =
        embedder.here || source === undefined
          ? { tokens: Math.ceil(characters / 4), usd: 0 }
          : embeddingPrice(source, name, characters)
      return { model, passages, tokens, usd, here: embedder.here }
    }),
    route(collectionRoutes.choose, async ({ actor: { user }, params: { id }, body: { model } }) => {
      const found = await library.find(user, id)
      if (found === undefined) return none()
      const embedder = model === null ? null : await vectors.open(model)
      if (typeof embedder === 'string') return refuse(400, 'unavailable', embedder)
      await vectors.models.choose(
        found.key,
        embedder === null ? null : { model: embedder.model, kind: embedder.kind },
      )
      changed(user, id)
      vectors.round().catch((cause: unknown) => host.failed('embedding passages', cause))
      const collection = await library.view(user, id)
      return collection === undefined ? none() : { collection }
    }),
  ]
}

/** What would be sent: withheld passages are not counted, because they are not sent. */
async function readablePassages(host: Host, user: UserId, collection: number) {
  const rules = await rulesOf(host, user)
  const { rows } = await sql<{ name: string; root: string | null; passages: number; characters: number }>`
    select d.name, f.path as root, count(*)::int as passages, sum(length(p.text))::int as characters
    from collection_passages p join collection_documents d on d.key = p.document left join collection_folders f on f.id = d.folder
    where p.collection = ${collection} group by d.key, f.path`.execute(host.store.db)
  const readable = rows.filter((row) => rules(row) === undefined)
  return {
    passages: readable.reduce((sum, one) => sum + one.passages, 0),
    characters: readable.reduce((sum, one) => sum + one.characters, 0),
  }
}
