import type { PaneParams } from '../platform/feature.ts'

type Open = (type: string, params: PaneParams) => void

let current: Open | undefined

/** The workbench that is on screen takes what commands open; returns how to leave. */
export function takeOpens(open: Open): () => void {
  current = open
  return () => {
    if (current === open) current = undefined
  }
}

/** Opens a pane in the workbench that is on screen; false: there is none. For commands, which stand outside of it. */
export function openPane(type: string, params: PaneParams): boolean {
  current?.(type, params)
  return current !== undefined
}
