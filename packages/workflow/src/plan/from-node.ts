import type { Compiled } from '../compiled.ts'
import type { RunResult } from './plan.ts'

/** What an earlier run gives to one that goes on from a node. */
export interface Reused {
  /** Results of nodes that are not at or below it. */
  readonly results: readonly RunResult[]
  /** Addresses of the nodes of the graph itself that run anew. */
  readonly anew: ReadonlySet<string>
}

/**
 * Keeps the results of an earlier run but those at or below a node: these are new. A node inside a body starts its whole outermost node anew. What a person
 * answered is never used again, nor is anything below it.
 */
export function fromNode(compiled: Compiled, address: string, results: Iterable<RunResult>): Reused {
  const { nodes } = compiled.root
  const start = address.split('/')[0] ?? address
  const anew = new Set<string>()
  for (const node of nodes) {
    const below = [...node.wires, ...node.after].some(({ source }) => anew.has(nodes[source]?.id ?? ''))
    if (below || node.id === start || asksPerson(node.address, compiled)) anew.add(node.id)
  }
  const kept = [...results].filter(
    ({ node, outcome }) => !anew.has(node.split('/')[0] ?? node) && outcome.state !== 'running',
  )
  return { results: kept, anew }
}

/** It is, or it holds, a question to a person. */
function asksPerson(address: string, { byAddress }: Compiled): boolean {
  for (const [place, { type }] of byAddress)
    if (
      (place === address || place.startsWith(`${address}/`)) &&
      type.kind === 'structure' &&
      type.handedOut === 'human'
    )
      return true
  return false
}
