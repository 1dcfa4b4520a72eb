import type { CallId } from '@countersign/protocol'
import { useMemo } from 'react'
import type { OpenQuestion } from '../../data/selectors.ts'
import type { ThreadData } from '../../data/view.ts'
import { useWantedCall } from '../../platform/focus/use-wanted-call.ts'
import type { Row } from './rows.ts'

/** Rows that stay mounted when scrolled away: those with an open question or the requested call, and the edited message. */
export function useKeptRows(
  rows: readonly Row[],
  data: ThreadData,
  questions: readonly OpenQuestion[],
  editing: string | undefined,
): readonly number[] {
  const wanted = useWantedCall()
  const kept = useMemo(
    () =>
      rowsWith(rows, data, [
        ...questions.map((question) => question.call.id),
        ...(wanted === null ? [] : [wanted]),
      ]),
    [rows, data, questions, wanted],
  )
  const edited = rows.findIndex(({ key }) => key === editing)
  return edited < 0 ? kept : [...kept, edited]
}

/** Indexes of the rows of calls with a waiting call, at any depth. */
function rowsWith(rows: readonly Row[], data: ThreadData, calls: readonly CallId[]): readonly number[] {
  const roots = new Set(calls.map((call) => rootOf(data, call)))
  return rows.flatMap((row, index) =>
    row.kind === 'calls' && row.roots.some((root) => roots.has(root)) ? [index] : [],
  )
}

function rootOf(data: ThreadData, id: CallId): CallId {
  const seen = new Set<CallId>()
  let root = id
  for (;;) {
    const parent = data.calls.get(root)?.parent_id ?? null
    if (parent === null || seen.has(parent) || !data.calls.has(parent)) return root
    seen.add(parent)
    root = parent
  }
}
