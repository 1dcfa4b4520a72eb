import type { BudgetName, BudgetView } from '@countersign/protocol'
import type { Limits } from './limits.ts'

export type Exceeded = Readonly<BudgetView>

/** Usage of a turn over all its levels. Counted from the journal, so it survives crashes. */
export interface Spent {
  readonly subtasks: number
  readonly modelCalls: number
  readonly toolCalls: number
  readonly writes: number
}

/** One budget for the whole tree of a turn. `spend` adds first and then checks the limit. */
export class Budget {
  readonly #limits: Record<BudgetName, number>
  readonly #spent: Record<BudgetName, number>

  constructor(limits: Limits, spent: Spent) {
    this.#limits = {
      subtasks: limits.subtasks,
      llm_calls: limits.modelCalls,
      tool_calls: limits.toolCalls,
      wall_clock: limits.wallClock,
      writes: limits.writes ?? Number.POSITIVE_INFINITY,
      cost: limits.cost ?? Number.POSITIVE_INFINITY,
      tokens: limits.historyTokens,
      bytes: limits.answerBytes,
      iterations: limits.iterations,
    }
    this.#spent = {
      subtasks: spent.subtasks,
      llm_calls: spent.modelCalls,
      tool_calls: spent.toolCalls,
      wall_clock: 0,
      writes: spent.writes,
      cost: 0,
      tokens: 0,
      bytes: 0,
      iterations: 0,
    }
  }

  /** Spends one unit. Undefined: within the limit. */
  spend(name: BudgetName): Exceeded | undefined {
    this.#spent[name] += 1
    return this.check(name)
  }

  /** Sets a measured value: the clock, the cost, the history, an answer, the steps of the root. */
  measure(name: BudgetName, observed: number): Exceeded | undefined {
    this.#spent[name] = observed
    return this.check(name)
  }

  check(name: BudgetName): Exceeded | undefined {
    const limit = this.#limits[name]
    const observed = this.#spent[name]
    return observed > limit ? { reason: name, limit, observed } : undefined
  }

  left(name: BudgetName): number {
    return this.#limits[name] - this.#spent[name]
  }

  limit(name: BudgetName): number {
    return this.#limits[name]
  }

  /** A person let the turn continue: adds `by` to the limit. */
  extend(name: BudgetName, by: number): void {
    this.#limits[name] += by
  }
}
