import type { Graph } from '../format.ts'
import { toolNode, type NodeType, type ToolNodeFacts } from './define-node.ts'
import { SHIPPED } from './shipped.ts'

/** All node types that a graph can use. */
export interface Registry {
  get(type: string): NodeType | undefined
  /** Lists the nodes of a group, or those that match a query, best first; without a filter, all nodes. */
  list(filter?: { readonly query?: string; readonly group?: string }): readonly NodeType[]
  /** A saved version by its hash, for `workflow` nodes. */
  workflow(hash: string): Graph | undefined
}

/** Combines the built-in nodes with the given tools. A tool cannot override a built-in node. */
export function createRegistry(
  tools: readonly ToolNodeFacts[] = [],
  workflow: (hash: string) => Graph | undefined = () => undefined,
): Registry {
  const types = new Map<string, NodeType>(tools.map((facts) => [facts.name, toolNode(facts)]))
  for (const node of SHIPPED) types.set(node.type, node)
  const all = [...types.values()].sort((a, b) => (a.type < b.type ? -1 : 1))
  return {
    get: (type) => types.get(type),
    workflow,
    list({ query = '', group } = {}) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean)
      return all
        .filter((node) => group === undefined || node.group === group)
        .map((node) => [scoreOf(node, words), node] as const)
        .filter(([score]) => words.length === 0 || score > 0)
        .sort(([a], [b]) => b - a)
        .map(([, node]) => node)
    },
  }
}

/** A match in the name scores highest, then one in the title, then one in the description. */
function scoreOf(node: NodeType, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    if (node.type.toLowerCase().includes(word)) score += 4
    if (node.title.toLowerCase().includes(word)) score += 2
    if (node.description.toLowerCase().includes(word)) score += 1
  }
  return score
}
