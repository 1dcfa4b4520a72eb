import type { CallId, CallView } from '@countersign/protocol'
import type { ThreadData } from '../../data/view.ts'
import type { Row } from './rows.ts'

/** A match: a row, and the call in it if it is a row of calls. */
export interface Found {
  readonly row: number
  readonly call: CallId | null
  /** The words are in a call's result, which is visible only while the call is unfolded. */
  readonly inside: boolean
}

/** The matches, top to bottom: in the whole thread, drawn or not, folded or not. */
export function findRows(
  rows: readonly Row[],
  data: Pick<ThreadData, 'calls'>,
  text: string,
): readonly Found[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const has = (words: string): boolean => words.toLowerCase().includes(wanted)
  const children = Map.groupBy(data.calls.values(), ({ parent_id }) => parent_id)
  const inCall = (row: number, call: CallView): readonly Found[] => [
    ...(has(lineOf(call))
      ? [{ row, call: call.id, inside: false }]
      : has(call.preview ?? '')
        ? [{ row, call: call.id, inside: true }]
        : []),
    ...(children.get(call.id) ?? []).flatMap((child) => inCall(row, child)),
  ]
  return rows.flatMap((row, index): readonly Found[] => {
    switch (row.kind) {
      case 'person':
      case 'agent':
      case 'notice':
        return has(row.message.text) ? [{ row: index, call: null, inside: false }] : []
      case 'streaming':
        return has(row.text) ? [{ row: index, call: null, inside: false }] : []
      case 'calls':
        return row.roots.flatMap((id) => {
          const call = data.calls.get(id)
          return call === undefined ? [] : inCall(index, call)
        })
      case 'thinking':
      case 'end':
        return []
    }
  })
}

function lineOf(call: CallView): string {
  return [call.tool, call.title, call.specifier].join('\n')
}
