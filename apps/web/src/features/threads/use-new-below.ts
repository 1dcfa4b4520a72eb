import { useState } from 'react'
import type { Row } from './rows.ts'

/** How many rows arrived since the end was last visible; 0 if only the last row grew, null if nothing is new. */
export function useNewBelow(rows: readonly Row[], pinned: boolean): number | null {
  const said = rows.filter(({ kind }) => kind !== 'thinking')
  const now = { rows: said.length, size: sizeOf(said.at(-1)) }
  const [seen, setSeen] = useState(now)
  const same = seen.rows === now.rows && seen.size === now.size
  if (pinned && !same) setSeen(now)
  return pinned || same ? null : Math.max(0, now.rows - seen.rows)
}

/** The part of a row that can grow while it stays the last. */
function sizeOf(row: Row | undefined): number {
  switch (row?.kind) {
    case 'streaming':
      return row.text.length + row.reasoning.length
    case 'calls':
      return row.roots.length
    default:
      return 0
  }
}
