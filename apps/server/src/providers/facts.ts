import type { ModelFacts } from './ai-sdk/model-provider.ts'
import { knownCapabilities, mergeCapabilities } from './capabilities.ts'
import { priceOf, type Price } from './prices.ts'
import type { Source } from './sources.ts'

/** A model's abilities and price: from its provider, otherwise from our table, otherwise from the price data. */
export function factsOf(source: Source, model: string): Omit<ModelFacts, 'name'> {
  const price = priceAt(source, model)
  const listed = source.models.find(({ id }) => id === model)
  const known = mergeCapabilities(knownCapabilities(source.id, model), listed?.capabilities)
  return {
    capabilities: mergeCapabilities({ ...known, contextWindow: price?.contextWindow ?? null }, known),
    cost: (tokens) => price?.cost(tokens) ?? null,
  }
}

/** Undefined: not known. */
export function priceAt(
  source: Source,
  model: string,
): (Pick<Price, 'perMillion' | 'cost'> & Partial<Price>) | undefined {
  switch (source.kind) {
    case 'service':
      return priceOf({ service: source.id }, model)
    case 'endpoint':
      return source.baseUrl === null ? undefined : priceOf({ address: source.baseUrl }, model)
    case 'local':
      // Some local servers pass a question on to a paid service.
      return /cloud/.test(model) ? undefined : FREE
  }
}

const FREE = { perMillion: { input: 0, output: 0 }, cost: () => 0 }
