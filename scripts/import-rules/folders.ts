import type { ImportEdge } from './import-graph.ts'

/**
 * The product part that a file belongs to: the folder directly below `src`, or the single feature or platform part. Files directly in `src`
 * wire parts together and belong to none; neither do tests.
 */
function folderOf(path: string): string | undefined {
  if (/\.(test|spec)\.tsx?$|\/testing\/|\/gallery\//.test(path)) return undefined
  return /^(?:packages|apps)\/[^/]+\/src\/(?:(?:features|platform)\/[^/]+(?=\/)|[^/]+)(?=\/)/.exec(path)?.[0]
}

/** Imports between folders instead of files: one per pair. */
export function folderEdges(edges: readonly ImportEdge[]): readonly ImportEdge[] {
  const found = new Map<string, ImportEdge>()
  for (const edge of edges) {
    const from = folderOf(edge.from)
    const to = folderOf(edge.to)
    if (from === undefined || to === undefined || from === to) continue
    const key = `${from} ${to}`
    if (!found.has(key)) found.set(key, { ...edge, from, to })
  }
  return [...found.values()]
}
