import type { ThreadId } from '@countersign/protocol'
import { createContext, useContext } from 'react'
import type { PaneParams } from '../platform/feature.ts'
import { paneSnapshots, type PaneSnapshots } from './pane-context.ts'

/** The services that the workbench offers to its panes. */
export interface Workbench {
  /** The thread whose folder the panes show; null: the server's own folder. */
  readonly thread: ThreadId | null
  /** Opens a pane by its type, or shows it. */
  readonly open: (type: string, params: PaneParams) => void
  /** Sets whether a pane has unsaved work; such a pane asks before it closes. */
  readonly setDirty: (pane: string, dirty: boolean) => void
  /** The contexts that the panes of this window offer to the agent. */
  readonly snapshots: PaneSnapshots
}

export const WorkbenchContext = createContext<Workbench>({
  thread: null,
  open: () => {},
  setDirty: () => {},
  snapshots: paneSnapshots(),
})

export function useWorkbench(): Workbench {
  return useContext(WorkbenchContext)
}
