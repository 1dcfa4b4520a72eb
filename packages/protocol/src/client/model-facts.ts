import type { ModelView } from '../settings.ts'

/** Some of it may not be known yet. */
interface Model extends Pick<ModelView, 'demo'> {
  readonly price?: ModelView['price'] | undefined
  readonly context_window?: number | null | undefined
  readonly capabilities?: Pick<ModelView['capabilities'], 'reasoning'> | undefined
}

/** A model's price, window and reasoning in words, for the lists of models in the page and the terminal. */
export function modelFacts({ demo, price, context_window: window, capabilities }: Model): readonly string[] {
  if (demo) return ['built in: follows a script, needs no key and no network']
  return [
    price ? priceWords(price) : 'price not known',
    window ? `${COUNT.format(window)} tokens of context` : 'context window not known',
    ...(capabilities?.reasoning === true ? ['reasons'] : []),
  ]
}

function priceWords({ input, output }: NonNullable<ModelView['price']>): string {
  return input === 0 && output === 0 ? 'free' : `$${input} in, $${output} out per million tokens`
}

const COUNT = new Intl.NumberFormat('en-US')
