import { useEffect } from 'react'
import { windowPanes } from '../../../platform/window-panes.ts'
import { editorOf } from '../model/open-sessions.ts'

/** Says that this window shows a workflow: a turn that begins now is led from its editor, and the server can ask for its proposals. */
export function useLed(workflow: string): void {
  useEffect(
    () =>
      windowPanes.offerWorkflow(workflow, async () => {
        const session = editorOf(workflow)?.session
        // Proposals are drawn on what the person typed: the server has to have that first.
        await session?.flush()
        const now = session?.now()
        return {
          base: now?.workflow.draft_base ?? 0,
          revision: now?.revision ?? 0,
          proposals: [...(now?.ghosts ?? [])],
        }
      }),
    [workflow],
  )
}
