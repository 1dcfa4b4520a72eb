import { useEffect } from 'react'
import { windowPanes } from '../../../platform/window-panes.ts'

/** Says that this window shows a workflow: a turn that begins now is led from its editor. */
export function useLed(workflow: string): void {
  useEffect(() => windowPanes.offerWorkflow(workflow), [workflow])
}
