import { INPUT, type Edge, type GraphNode } from './format.ts'

/** Sorts nodes topologically: by distance from the start, then by id, so that the order in the file does not matter. */
export function inOrder(
  nodes: readonly GraphNode[],
  edges: readonly Edge[],
): { readonly nodes: readonly GraphNode[] } | { readonly cycle: readonly string[] } {
  const waits = new Map(nodes.map(({ id }) => [id, 0]))
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) {
    if (from[0] === INPUT) continue
    const list = next.get(from[0])
    if (list === undefined) next.set(from[0], [to[0]])
    else list.push(to[0])
    waits.set(to[0], (waits.get(to[0]) ?? 0) + 1)
  }
  const level = new Map<string, number>()
  const open: string[] = []
  for (const [id, count] of waits) if (count === 0) open.push(id)
  for (const id of open) {
    const here = level.get(id) ?? 0
    level.set(id, here)
    for (const target of next.get(id) ?? []) {
      level.set(target, Math.max(level.get(target) ?? 0, here + 1))
      const left = (waits.get(target) ?? 0) - 1
      waits.set(target, left)
      if (left === 0) open.push(target)
    }
  }
  if (open.length < waits.size)
    return { cycle: [...waits].filter(([, count]) => count > 0).map(([id]) => id) }
  const levelOf = ({ id }: GraphNode) => level.get(id) ?? 0
  return { nodes: [...nodes].sort((a, b) => levelOf(a) - levelOf(b) || (a.id < b.id ? -1 : 1)) }
}
