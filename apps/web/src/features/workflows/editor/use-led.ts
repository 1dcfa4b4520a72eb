import { useEffect } from 'react'
import { windowPanes } from '../../../platform/window-panes.ts'
import { editorOf } from '../model/open-sessions.ts'

/** Declares that this window shows a workflow, so that a new turn gets the editor context, and the server can ask for its proposals. */
export function useLed(workflow: string): void {
  useEffect(
    () =>
      windowPanes.offerWorkflow(workflow, async () => {
        const session = editorOf(workflow)?.session
        // Proposals build on the person's own edits, so the server must have those first.
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
