import { expect, test } from 'vitest'
import { budgetWords, type BudgetName } from './budgets.ts'

test.each<readonly [BudgetName, number, string]>([
  ['iterations', 20, '20 steps'],
  ['iterations', 1, '1 step'],
  ['wall_clock', 180_000, '3 minutes of work'],
  ['wall_clock', 60_000, '1 minute of work'],
  ['wall_clock', 90_000, '90 seconds of work'],
  ['wall_clock', 1_234, '1.2 seconds of work'],
  ['tokens', 128_000, '128,000 tokens of history'],
  ['bytes', 1_000_000, '1,000,000 bytes in one answer'],
  ['cost', 0.5, '$0.5'],
  ['cost', 0.1 + 0.2, '$0.3'],
  ['writes', 2, '2 changes'],
])('%s %d is said as %s', (reason, amount, words) => {
  expect(budgetWords(reason, amount)).toBe(words)
})
