/** The terminals that people opened by hand, by their leading process: everything below one belongs to the person, not the agent. */
export interface PersonPtys {
  /** Returns a function that removes it: the id of an ended process may be reused. */
  add(pid: number): () => void
  pids(): ReadonlySet<number>
}

export function personPtys(): PersonPtys {
  const pids = new Set<number>()
  return {
    add(pid) {
      pids.add(pid)
      return () => pids.delete(pid)
    },
    pids: () => pids,
  }
}
