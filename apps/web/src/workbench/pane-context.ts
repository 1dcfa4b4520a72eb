import { createContext, useContext, useEffect, useRef } from 'react'

/** The facts about a pane that the agent may read. The server checks every source against the read rules before the model sees the text. */
export interface PaneSnapshot {
  /** One line about the content. */
  readonly summary: string
  readonly text?: string
  /** Files that the text comes from, as paths from the workspace root. */
  readonly sources: readonly string[]
}

type Snapshot = () => PaneSnapshot

/** The contexts that open panes offer, by pane id. One registry per window. */
export interface PaneSnapshots {
  offer(pane: string, snapshot: Snapshot): () => void
  has(pane: string): boolean
  read(pane: string): PaneSnapshot | undefined
}

/** `changed` is called when a pane starts or stops offering a context. */
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

/** The pane around a component; undefined outside the dock. */
export const PaneContext = createContext<
  { readonly pane: string; readonly snapshots: PaneSnapshots } | undefined
>(undefined)

/** Lets the agent ask what this pane shows while it is open. The snapshot is taken when the agent asks. */
export function usePaneContext(snapshot: Snapshot): void {
  const around = useContext(PaneContext)
  const latest = useRef(snapshot)
  useEffect(() => {
    latest.current = snapshot
  })
  useEffect(() => around?.snapshots.offer(around.pane, () => latest.current()), [around])
}
