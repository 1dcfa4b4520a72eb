/** The terminals that people opened by hand, by the process that leads each: what runs below one is theirs, not the agent's. */
export interface PersonPtys {
  /** Returns how to take it out again: a process that ended may give its number to another. */
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
