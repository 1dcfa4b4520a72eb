import { joinAddress, nodeAt, withProposals, type Graph, type Proposal } from '@countersign/workflow'

export { withNeeded } from '@countersign/workflow'
/** The graph with all proposals applied. */
export const withGhosts = withProposals
export type Ghost = Proposal

/** How a node is drawn while proposals are open. */
export interface GhostLook {
  readonly number: number
  readonly change: 'added' | 'removed' | 'changed'
}

/** The proposals by the node that they concern. */
export function ghostLooks(graph: Graph, ghosts: readonly Ghost[]): ReadonlyMap<string, GhostLook> {
  const looks = new Map<string, GhostLook>()
  for (const { number, ops } of ghosts)
    for (const op of ops) {
      if (op.kind !== 'put_node' && op.kind !== 'remove_node') continue
      const address = joinAddress(op.body, op.kind === 'put_node' ? op.node.id : op.id)
      if (looks.has(address)) continue
      const there = nodeAt(graph, address) !== null
      looks.set(address, {
        number,
        change: op.kind === 'remove_node' ? 'removed' : there ? 'changed' : 'added',
      })
    }
  return looks
}

/** Counts additions, changes and removals among proposals. */
export interface GhostCounts {
  readonly nodes: number
  readonly wires: number
  readonly changes: number
  readonly removes: number
}

export function countsOf(graph: Graph, ghosts: readonly Ghost[]): GhostCounts {
  const counts = { nodes: 0, wires: 0, changes: 0, removes: 0 }
  for (const { ops } of ghosts) {
    const [op] = ops
    if (op?.kind === 'put_edge') counts.wires += 1
    else if (op?.kind === 'remove_node' || op?.kind === 'remove_edge') counts.removes += 1
    else if (op?.kind === 'put_node' && nodeAt(graph, joinAddress(op.body, op.node.id)) === null)
      counts.nodes += 1
    else counts.changes += 1
  }
  return counts
}
