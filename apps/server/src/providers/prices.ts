import { calcPrice, findProvider, type Provider, type TieredPrices } from '@pydantic/genai-prices'

/** Tokens of one answer. `input` includes cached tokens. */
export interface TokenCounts {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** The price of a model, from data in a package, without network access. */
export interface Price {
  /** US dollars per million tokens. */
  readonly perMillion: { readonly input: number; readonly output: number }
  /** Name and window according to the same data. */
  readonly name: string | undefined
  readonly contextWindow: number | undefined
  /** US dollars; null: the data has no price for these tokens. */
  cost(tokens: TokenCounts): number | null
}

/** Where a price is looked up: one of our services, or an endpoint by its address. */
export type PricedAt = { readonly service: string } | { readonly address: string }

/** Our names for services, and those of the data. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['google', 'google'],
  ['mistral', 'mistral'],
  ['bedrock', 'aws'],
])

/** Undefined: unknown. */
export function priceOf(at: PricedAt, model: string): Price | undefined {
  const provider = pricedProvider(at)
  if (provider === undefined) return undefined
  const found = calcPrice({ input_tokens: 0, output_tokens: 0 }, model, { provider })
  if (found === null || !isSameVersion(model, found.model.id)) return undefined
  const input = plainPrice(found.model_price['input_mtok'])
  const output = plainPrice(found.model_price['output_mtok'])
  if (input === undefined || output === undefined) return undefined
  return {
    perMillion: { input, output },
    name: found.model.name,
    contextWindow: found.model.context_window,
    cost: ({ input: all, output: given, cacheRead, cacheWrite }) =>
      calcPrice(
        {
          input_tokens: all,
          output_tokens: given,
          ...(cacheRead === undefined ? {} : { cache_read_tokens: cacheRead }),
          ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
        },
        model,
        { provider },
      )?.total_price ?? null,
  }
}

/** The provider whose prices apply; undefined: the price data does not know it. */
export function pricedProvider(at: PricedAt): Provider | undefined {
  if ('address' in at) return findProvider({ providerApiUrl: at.address })
  const providerId = NAMES.get(at.service)
  return providerId === undefined ? undefined : findProvider({ providerId })
}

function plainPrice(price: number | TieredPrices | undefined): number | undefined {
  return typeof price === 'object' ? price.base : price
}

/**
 * The data matches names by their beginnings, so that a newer model gets the price of an older one. A wrong price is worse than none: the
 * numbers in both names have to agree.
 */
export function isSameVersion(asked: string, found: string): boolean {
  // The meaning of `latest` changes over time, and the data may be older.
  if (asked.endsWith('-latest') && asked !== found) return false
  return versionOf(asked) === versionOf(found)
}

function versionOf(model: string): string {
  const plain = model
    .replace(/^.*\//, '')
    .replace(/@.*$|-v\d+(:\d+)?(:[\w-]+)?$/, '')
    .replaceAll(/-?\d{4}-?\d{2}-?\d{2}|-\d{2}-\d{2}(?=$|-)|-\d{3,4}(?=$|-)/g, '')
    .replace(/-0$/, '')
  return plain.match(/\d+/g)?.join('.') ?? ''
}
