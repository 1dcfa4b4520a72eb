import type { Cost, Spent } from '@countersign/protocol/client'

/** What a turn used, in words; empty: nothing. */
export function costOfTurn({ input_tokens, output_tokens, cost_usd }: Cost): string {
  if (input_tokens + output_tokens === 0) return ''
  const price = cost_usd === null ? 'price not known' : cost_usd === 0 ? '' : dollars(cost_usd)
  const used = `${count(input_tokens)} ${input_tokens === 1 ? 'token' : 'tokens'} in, ${count(output_tokens)} out`
  return price === '' ? used : `${used}, ${price}`
}

/** What a chat used so far, in a word or two; empty: nothing. Without a price it is tokens. */
export function costOfChat({ input, output, usd, partly }: Spent): string {
  if (input + output === 0) return ''
  if (usd === 0) return `${count(input + output)} tokens`
  return `${dollars(usd)}${partly ? ' and more' : ''}`
}

/** Small sums to a hundredth of a cent. */
function dollars(usd: number): string {
  return `$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`
}

function count(tokens: number): string {
  return COUNT.format(tokens)
}

const COUNT = new Intl.NumberFormat('en-US')
