import { useEffect } from 'react'
import { useTopic } from '../../../platform/use-topic.ts'
import type { DraftSession } from '../model/session.ts'
import { workflowSlice } from '../slice.ts'

/** Follows which version is the newest: the agent and other windows save versions too. */
export function useHead(workflow: string, session: DraftSession): void {
  const told = useTopic(workflowSlice, workflow)
  useEffect(() => {
    if (told !== null) session.headIs(told.head)
  }, [told, session])
}
