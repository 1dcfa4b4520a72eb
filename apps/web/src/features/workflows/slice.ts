import type { WorkflowSummary } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** Counts the events of a topic: the page asks again when there is one more. */
const counting = (kind: string): Slice<number> => ({ kind, initial: 0, reduce: (count) => count + 1 })

export const runSlice = counting('run')
export const noticeSlice = counting('notices')

/** A workflow as the server told it last; null: it told nothing since the page follows it. */
export const workflowSlice: Slice<WorkflowSummary | null> = {
  kind: 'workflow',
  initial: null,
  // Its topic tells of runs too.
  reduce: (last, event) => (event as { readonly workflow?: WorkflowSummary }).workflow ?? last, // our own event
}
