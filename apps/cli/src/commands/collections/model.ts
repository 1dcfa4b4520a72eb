import { collectionRoutes, type EmbeddingPriceView, type EmbeddingView } from '@countersign/protocol'
import { complain, print, type JsonOption } from '../output.ts'
import { withCollection } from './with-collection.ts'

/** Shows the embedding model, or chooses one. A price is shown first; `--yes` accepts it. */
export function chooseModel(
  name: string,
  wanted: string | undefined,
  { yes, json }: JsonOption & { yes?: boolean },
): Promise<number> {
  return withCollection(name, async (api, { id, models, passages }) => {
    const say = (value: unknown, words: string) =>
      print(json === true ? JSON.stringify(value, null, 2) : words)
    if (wanted === undefined) return say(models, linesOf(models, passages))
    const model = wanted === 'none' ? null : wanted
    if (model !== null) {
      const price = await api.call(collectionRoutes.price, { params: { id }, query: { model } })
      if (!price.ok) return complain(price.message)
      if (yes !== true) return say(price.body, `${priceOf(price.body)}\n\`--yes\` uses it.`)
    }
    const answer = await api.call(collectionRoutes.choose, { params: { id }, body: { model } })
    if (!answer.ok) return complain(answer.message)
    return say(
      answer.body.collection.models,
      model === null
        ? `${name} searches by words.`
        : `${name} searches by words, and by ${model} once it has every passage.`,
    )
  })
}

function linesOf(models: readonly EmbeddingView[], all: number): string {
  if (models.length === 0) return 'It searches by words.'
  return models
    .map(({ model, serving, passages, problem }) => {
      const state = serving ? 'serves' : 'is embedding passages'
      return `${model} ${state}: ${passages} of ${all} passages${problem === null ? '' : `; ${problem}`}`
    })
    .join('\n')
}

function priceOf({ model, passages, tokens, usd, here }: EmbeddingPriceView): string {
  const cost = here
    ? 'free, nothing leaves this machine'
    : usd === null
      ? 'the price is not known'
      : `about $${usd.toFixed(4)}`
  return `${model}: ${passages} passages, about ${tokens} tokens, ${cost}.`
}
