import { createContext, useContext, useEffect, useRef } from 'react'

/** What the agent may read about a pane. The server judges every source by the rules for reading before the model sees the text. */
export interface PaneSnapshot {
  /** One line: what is shown. */
  readonly summary: string
  readonly text?: string
  /** Files that the text comes from: paths from the root of the workspace. */
  readonly sources: readonly string[]
}

type Snapshot = () => PaneSnapshot

/** What open panes can say about themselves, by pane id. One for each window. */
export interface PaneSnapshots {
  offer(pane: string, snapshot: Snapshot): () => void
  has(pane: string): boolean
  read(pane: string): PaneSnapshot | undefined
}

/** `changed` is called when a pane starts or stops offering one. */
export function paneSnapshots(changed: () => void = () => {}): PaneSnapshots {
  const offered = new Map<string, Snapshot>()
  return {
    offer(pane, snapshot) {
      offered.set(pane, snapshot)
      changed()
      return () => {
        if (offered.get(pane) === snapshot) offered.delete(pane)
        changed()
      }
    },
    has: (pane) => offered.has(pane),
    read: (pane) => offered.get(pane)?.(),
  }
}

/** The pane that a component is drawn in; undefined: it is outside of the dock. */
export const PaneContext = createContext<
  { readonly pane: string; readonly snapshots: PaneSnapshots } | undefined
>(undefined)

/** Lets the agent ask what this pane shows, for as long as it is open. The snapshot is taken when it asks. */
export function usePaneContext(snapshot: Snapshot): void {
  const around = useContext(PaneContext)
  const latest = useRef(snapshot)
  useEffect(() => {
    latest.current = snapshot
  })
  useEffect(() => around?.snapshots.offer(around.pane, () => latest.current()), [around])
}
