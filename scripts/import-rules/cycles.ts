import type { ImportEdge } from './import-graph.ts'

/**
 * The import cycles of a graph, each as a closed path of files; one per strongly connected component. Type imports are included: two files
 * that need each other's types are one idea in two places.
 */
export function findCycles(edges: readonly ImportEdge[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const trail: string[] = []

  const visit = (file: string): void => {
    state.set(file, 'open')
    trail.push(file)
    for (const target of targets.get(file) ?? []) {
      if (state.get(target) === 'open') cycles.push([...trail.slice(trail.indexOf(target)), target])
      else if (!state.has(target)) visit(target)
    }
    trail.pop()
    state.set(file, 'done')
  }

  for (const file of targets.keys()) if (!state.has(file)) visit(file)
  return cycles
}
