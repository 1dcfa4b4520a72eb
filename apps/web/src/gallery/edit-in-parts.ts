import { changePart, hunksOf } from '@countersign/protocol'
import { aCall, decided } from './fixtures.ts'

const MONEY = `export function parseAmount(text: string): number {
  const cleaned = text.replace(/[^0-9.,-]/g, '')
  return Math.round(parseFloat(cleaned) * 100)
}

export function formatAmount(cents: number, currency = 'EUR') {
  return (cents / 100).toFixed(2) + currency
}
`
const MONEY_AFTER = `/**
 * Reads an amount as people write it: 12.50, 12,50.
 */
${MONEY.replace('return Math.round(parseFloat(cleaned) * 100)', "return centsOf(cleaned.replace(',', '.'))").replace('toFixed(2) +', "toFixed(2) + ' ' +")}`

/** An edit in three places; a yes may name some of them. */
export const editInParts = aCall(
  'money',
  { kind: 'write', path: 'src/money.ts', before: MONEY, after: MONEY_AFTER, outside_workspace: false },
  {
    tool: 'files.edit',
    title: 'Edit src/money.ts',
    specifier: 'src/money.ts',
    decision: decided('Mode Ask: writing asks.'),
    parts: hunksOf(MONEY, MONEY_AFTER).map(changePart),
  },
)
