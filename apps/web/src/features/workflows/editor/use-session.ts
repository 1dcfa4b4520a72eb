import type { WorkflowView } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { saveDraft, useNodeTypes } from '../api.ts'
import { offerEditor } from '../model/open-sessions.ts'
import type { NodeTypes } from '../model/ports.ts'
import { DraftSession, type SessionState } from '../model/session.ts'

export interface Open {
  readonly session: DraftSession
  readonly state: SessionState
  readonly types: NodeTypes
}

/** The draft of a workflow that is open in this window. It is saved automatically and offered to the agent. */
export function useSession(workflow: WorkflowView, graph: Graph): Open {
  const [session] = useState(
    () =>
      new DraftSession(workflow, graph, {
        save: (changed, base) => saveDraft(workflow.id, changed, base),
        later: (ms, run) => {
          const timer = window.setTimeout(run, ms)
          return () => window.clearTimeout(timer)
        },
      }),
  )
  const state = useSyncExternalStore(session.listen, session.now)
  const types = useNodeTypes()
  useEffect(() => offerEditor(workflow.id, { session, types: () => types }), [session, types, workflow.id])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (session.now().saving !== 'saved') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void session.flush()
    }
  }, [session])
  return { session, state, types }
}
