import type { Graph } from '@countersign/workflow'
import { applyOps, joinAddress, nodeAt, type Op } from './edit.ts'

/** A change that the agent proposes. It is drawn and does nothing until a person accepts it. */
export interface Ghost {
  /** Counted from 1, as it is drawn. */
  readonly number: number
  readonly label: string
  readonly ops: readonly Op[]
}

/** What a graph would be with all proposals. */
export function withGhosts(graph: Graph, ghosts: readonly Ghost[]): Graph {
  return applyOps(
    graph,
    ghosts.flatMap(({ ops }) => ops),
  ).graph
}

/** A proposal with those that it needs: a wire needs the nodes at its ends. In their order. */
export function withNeeded(graph: Graph, ghosts: readonly Ghost[], number: number): readonly Ghost[] {
  const wanted = new Set<number>()
  const open = ghosts.filter((ghost) => ghost.number === number)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (wanted.has(next.number)) continue
    wanted.add(next.number)
    const missing = new Set(
      next.ops.flatMap(addressesOf).filter((address) => nodeAt(graph, address) === null),
    )
    for (const ghost of ghosts)
      if (!wanted.has(ghost.number) && ghost.ops.some((op) => adds(op, missing))) open.push(ghost)
  }
  return ghosts.filter((ghost) => wanted.has(ghost.number))
}

function adds(op: Op, missing: ReadonlySet<string>): boolean {
  return op.kind === 'put_node' && missing.has(joinAddress(op.body, op.node.id))
}

/** Nodes that an operation is about. */
function addressesOf(op: Op): readonly string[] {
  const inBody = (ids: readonly string[]): readonly string[] => [
    ...(op.kind === 'set_place' || op.kind === 'set_name' || op.body === '' ? [] : [op.body]),
    ...ids.filter((id) => !id.startsWith('$')).map((id) => joinAddress('body' in op ? op.body : '', id)),
  ]
  switch (op.kind) {
    case 'put_node':
      return inBody([op.node.id])
    case 'remove_node':
      return inBody([op.id])
    case 'put_edge':
    case 'remove_edge':
      return inBody([op.edge.from[0], op.edge.to[0]])
    case 'set_output':
      return inBody(op.from === null ? [] : [op.from[0]])
    case 'set_input':
      return inBody([])
    case 'set_place':
      return [op.address]
    case 'set_name':
      return []
  }
}

/** How a node is drawn while proposals are open. */
export interface GhostLook {
  readonly number: number
  readonly change: 'added' | 'removed' | 'changed'
}

/** The proposals by the node that they are about. */
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
