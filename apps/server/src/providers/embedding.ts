import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { calcPrice } from '@pydantic/genai-prices'
import { pricedProvider, type PricedAt } from './prices.ts'
import { saysWhy } from './provider-words.ts'
import type { Fetch } from './services.ts'
import type { Source, Sources } from './sources.ts'

/** Turns texts into vectors, so that texts with similar meaning are close. */
export interface Embedder {
  readonly model: string
  /** Texts never leave this machine. */
  readonly here: boolean
  /** Encoders read a text as a whole; static models sum the vectors of its words. */
  readonly kind: 'encoder' | 'static'
  /** Most texts of one request. */
  readonly batch: number
  /** In the order of the texts. Rejects with a message for people. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** Maximum number of texts per request, whatever a service accepts. */
const BATCH = 64
/** Approximate characters per token. */
const TOKEN = 4

/** The embedder of a model `source/model`, or why there is none. */
export async function openEmbedder(
  sources: Pick<Sources, 'find'>,
  id: string,
  fetch: Fetch,
): Promise<Embedder | string> {
  const { source, model } = await sources.find(id)
  if (source === undefined) return `there is no model \`${id}\`; models are named \`service/model\``
  if (!source.ready)
    return source.kind === 'local'
      ? `${source.name} is not responding; start it, or choose another model`
      : `there is no key for ${source.name}; enter one in the settings`
  if (source.openEmbedding === undefined) return `${source.name} has no embedding models`
  const opened = source.openEmbedding(model, fetch)
  return {
    model: id,
    here: isHere(source),
    kind: 'encoder',
    batch: Math.max(1, Math.min(BATCH, (await opened.maxEmbeddingsPerCall) ?? BATCH)),
    embed: (texts, signal) => embed(opened, source, { texts, signal }),
  }
}

async function embed(
  model: EmbeddingModelV4,
  source: Source,
  { texts, signal }: { readonly texts: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly Float32Array[]> {
  let given: readonly (readonly number[])[]
  try {
    given = (await model.doEmbed({ values: [...texts], abortSignal: signal })).embeddings
  } catch (cause) {
    throw new Error(saysWhy(source.name, cause), { cause })
  }
  const dimensions = given[0]?.length ?? 0
  if (given.length !== texts.length || dimensions === 0 || given.some(({ length }) => length !== dimensions))
    throw new Error(`${source.name} returned ${given.length} vectors for ${texts.length} texts`)
  return given.map((one) => Float32Array.from(one))
}

/** A server on loopback is this machine; other names are not. */
function isHere({ baseUrl }: Source): boolean {
  if (baseUrl === null || !URL.canParse(baseUrl)) return false
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(baseUrl).hostname)
}

export interface EmbeddingPrice {
  readonly tokens: number
  /** US dollars; null: unknown. */
  readonly usd: number | null
}

/** The price of embedding this many characters, before anything is sent. */
export function embeddingPrice(
  source: Pick<Source, 'id' | 'kind' | 'baseUrl'>,
  model: string,
  characters: number,
): EmbeddingPrice {
  const tokens = Math.ceil(characters / TOKEN)
  if (source.kind === 'local') return { tokens, usd: 0 }
  const at: PricedAt = source.kind === 'service' ? { service: source.id } : { address: source.baseUrl ?? '' }
  const provider = pricedProvider(at)
  if (provider === undefined) return { tokens, usd: null }
  const found = calcPrice({ input_tokens: tokens, output_tokens: 0 }, model, { provider })
  return { tokens, usd: found?.total_price ?? null }
}
