import { z } from 'zod'

/** The budgets of a turn, a closed list. Exceeding one asks a person whether to continue, or ends the turn. */
export const BudgetName = z.enum([
  'subtasks',
  'llm_calls',
  'tool_calls',
  'wall_clock',
  'tokens',
  'bytes',
  'writes',
  'cost',
  'iterations',
])
export type BudgetName = z.infer<typeof BudgetName>

/** A budget that was exceeded. Times are in milliseconds, costs in US dollars. */
export const BudgetView = z.object({ reason: BudgetName, limit: z.number(), observed: z.number() })
export type BudgetView = z.infer<typeof BudgetView>

/** How much of a budget, in words: `20 steps`, `3 minutes of work`, `$0.50`. */
export function budgetWords(reason: BudgetName, amount: number): string {
  switch (reason) {
    case 'subtasks':
      return counted(amount, 'sub-agent')
    case 'llm_calls':
      return counted(amount, 'model call')
    case 'tool_calls':
      return counted(amount, 'tool call')
    case 'wall_clock':
      return `${duration(amount)} of work`
    case 'tokens':
      return `${counted(amount, 'token')} of history`
    case 'bytes':
      return `${counted(amount, 'byte')} in one answer`
    case 'writes':
      return counted(amount, 'change')
    case 'cost':
      return `$${Number(amount.toPrecision(4))}`
    case 'iterations':
      return counted(amount, 'step')
  }
}

function counted(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return seconds >= 60 && seconds % 60 === 0
    ? counted(seconds / 60, 'minute')
    : counted(milliseconds < 10_000 ? Math.round(milliseconds / 100) / 10 : seconds, 'second')
}
