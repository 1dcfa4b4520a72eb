import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import type { Graph, GraphBody, GraphNode } from './format.ts'
import type { Registry } from './nodes/registry.ts'

/**
 * Hashes the behaviour of a graph: inputs, outputs, nodes, edges, bounds, and the definition of every node type. It ignores the order of nodes and
 * edges, `view`, `tests`, `name` and `description`, and nothing else.
 */
export function hashGraph(graph: Graph, registry: Pick<Registry, 'get'>): string {
  const types = new Set<string>()
  const body = bodyOf(graph, types)
  const definitions = [...types].sort().map((type) => [type, registry.get(type)?.definitionHash ?? null])
  return sha256(canonicalJson({ version: graph.version, body, definitions }))
}

function bodyOf({ inputs, outputs, nodes, edges }: GraphBody, types: Set<string>) {
  for (const { type } of nodes) types.add(type)
  return {
    inputs,
    outputs,
    nodes: nodes.map((node) => nodeText(node, types)).sort(),
    edges: edges.map((edge) => canonicalJson(edge)).sort(),
  }
}

function nodeText({ body, ...node }: GraphNode, types: Set<string>): string {
  return canonicalJson(body === undefined ? node : { ...node, body: bodyOf(body, types) })
}
