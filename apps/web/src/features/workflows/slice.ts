import type { WorkflowSummary } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** Counts the events of a topic: the page refetches when the number increases. */
const counting = (kind: string): Slice<number> => ({ kind, initial: 0, reduce: (count) => count + 1 })

export const runSlice = counting('run')
export const noticeSlice = counting('notices')

/** The latest workflow from the server; null if none has arrived since the page subscribed. */
export const workflowSlice: Slice<WorkflowSummary | null> = {
  kind: 'workflow',
  initial: null,
  // The topic also carries events of runs.
  reduce: (last, event) => (event as { readonly workflow?: WorkflowSummary }).workflow ?? last, // our own event
}
