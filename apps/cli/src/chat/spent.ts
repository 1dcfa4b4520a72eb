import type { ChangedFile, Cost, Spent } from '@countersign/protocol/client'

/** The changes of a turn, in words; empty: none. */
export function changedWords(files: readonly ChangedFile[]): string {
  const left = files.filter(({ kind, undone }) => kind === 'file' && !undone)
  if (left.length === 0) return ''
  const lines = left.flatMap(({ lines: one }) => (one === null ? [] : [one]))
  const added = lines.reduce((sum, one) => sum + one.added, 0)
  const removed = lines.reduce((sum, one) => sum + one.removed, 0)
  const changed = `${count(left.length)} ${left.length === 1 ? 'file' : 'files'} changed`
  return added + removed === 0 ? changed : `${changed}, +${count(added)} −${count(removed)}`
}

/** The usage of a turn, in words; empty: none. */
export function costOfTurn({ input_tokens, output_tokens, cost_usd }: Cost): string {
  if (input_tokens + output_tokens === 0) return ''
  const price = cost_usd === null ? 'price not known' : cost_usd === 0 ? '' : dollars(cost_usd)
  const used = `${count(input_tokens)} ${input_tokens === 1 ? 'token' : 'tokens'} in, ${count(output_tokens)} out`
  return price === '' ? used : `${used}, ${price}`
}

/** The usage of a chat so far, in a word or two; empty: none. Without a price it is in tokens. */
export function costOfThread({ input, output, usd, partly }: Spent): string {
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
