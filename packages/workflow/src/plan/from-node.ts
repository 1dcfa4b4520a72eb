import type { Compiled } from '../compiled.ts'
import type { RunResult } from './plan.ts'

/** The parts of an earlier run that a run started from a node reuses. */
export interface Reused {
  /** Results of nodes that are neither that node nor below it. */
  readonly results: readonly RunResult[]
  /** Addresses of the top-level nodes that run again. */
  readonly anew: ReadonlySet<string>
}

/**
 * Reuses the results of an earlier run except those at or below a node, which run again. A node inside a body reruns its whole outermost node. A
 * person's answer is never reused, nor is anything below it.
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

/** Whether the node is, or contains, a question to a person. */
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
