import type { Cost, ThreadData } from './view.ts'

/** The usage of a thread's ended turns. */
export interface Spent {
  readonly input: number
  readonly output: number
  /** US dollars of the turns whose price is known. */
  readonly usd: number
  /** Some turn used a model with an unknown price, so `usd` is incomplete. */
  readonly partly: boolean
}

export function costOf({ ends }: Pick<ThreadData, 'ends'>): Spent {
  let spent: Spent = { input: 0, output: 0, usd: 0, partly: false }
  for (const { cost } of ends.values()) if (cost !== null) spent = add(spent, cost)
  return spent
}

/**
 * Tokens of the conversation at the agent's last answer, according to ended turns; clients show it against the model's context window.
 * Null: no turn reported it.
 */
export function contextOf({ ends }: Pick<ThreadData, 'ends'>): number | null {
  let tokens: number | null = null
  for (const { cost } of ends.values()) tokens = cost?.context_tokens ?? tokens
  return tokens
}

function add(spent: Spent, cost: Cost): Spent {
  const used = cost.input_tokens + cost.output_tokens > 0
  return {
    input: spent.input + cost.input_tokens,
    output: spent.output + cost.output_tokens,
    usd: spent.usd + (cost.cost_usd ?? 0),
    partly: spent.partly || (used && cost.cost_usd === null),
  }
}
