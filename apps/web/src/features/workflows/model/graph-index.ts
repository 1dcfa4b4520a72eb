import type { Edge, GraphBody, GraphNode } from '@countersign/workflow'

/** Nodes of a body by id, and its wires by both ends. */
export interface BodyIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly into: ReadonlyMap<string, readonly Edge[]>
  readonly outOf: ReadonlyMap<string, readonly Edge[]>
}

const known = new WeakMap<GraphBody, BodyIndex>()

/** Indexes a body. A body never changes, so each is indexed once; searching its lists for each of 1,000 nodes takes seconds. */
export function indexOf(body: GraphBody): BodyIndex {
  const before = known.get(body)
  if (before !== undefined) return before
  const index = {
    nodes: new Map(body.nodes.map((node) => [node.id, node])),
    into: Map.groupBy(body.edges, ({ to }) => to[0]),
    outOf: Map.groupBy(body.edges, ({ from }) => from[0]),
  }
  known.set(body, index)
  return index
}
