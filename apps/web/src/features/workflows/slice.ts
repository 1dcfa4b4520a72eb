import type { WorkflowSummary } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** How often a run changed: it is asked for again when it does. */
export const runSlice: Slice<number> = { kind: 'run', initial: 0, reduce: (changes) => changes + 1 }

/** A workflow as it was told last; null: nothing was told since it was opened. */
export const workflowSlice: Slice<WorkflowSummary | null> = {
  kind: 'workflow',
  initial: null,
  reduce: (_last, event) => (event as { readonly workflow: WorkflowSummary }).workflow, // our own event, `workflow_updated`
}

/** How many notices came since the page opened. */
export const noticeSlice: Slice<number> = { kind: 'notices', initial: 0, reduce: (came) => came + 1 }
