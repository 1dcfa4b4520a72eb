import type { ThreadData } from '../data/view.ts'
import type { Row } from './rows.ts'

/** Indexes of the rows in which the words stand, top to bottom: over the whole thread, drawn or not. */
export function findRows(
  rows: readonly Row[],
  data: Pick<ThreadData, 'calls'>,
  text: string,
): readonly number[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return rows.flatMap((row, index) => (textOf(row, data).toLowerCase().includes(wanted) ? [index] : []))
}

function textOf(row: Row, { calls }: Pick<ThreadData, 'calls'>): string {
  switch (row.kind) {
    case 'person':
    case 'agent':
    case 'notice':
      return row.message.text
    case 'streaming':
      return row.text
    case 'track':
      return row.roots
        .map((id) => {
          const call = calls.get(id)
          return call === undefined
            ? ''
            : [call.tool, call.title, call.specifier, call.preview ?? ''].join('\n')
        })
        .join('\n')
    case 'thinking':
    case 'end':
      return ''
  }
}
