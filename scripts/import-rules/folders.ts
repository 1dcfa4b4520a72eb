import type { ImportEdge } from './import-graph.ts'

/**
 * The folder that a file belongs to, as a part of the product: what lies directly below `src`, and each feature and part of the platform by itself. Files that
 * lie in `src` itself put parts together and belong to none; neither do tests.
 */
function folderOf(path: string): string | undefined {
  if (/\.(test|spec)\.tsx?$|\/testing\/|\/gallery\//.test(path)) return undefined
  return /^(?:packages|apps)\/[^/]+\/src\/(?:(?:features|platform)\/[^/]+(?=\/)|[^/]+)(?=\/)/.exec(path)?.[0]
}

/** Imports between folders instead of files: one for each pair. */
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
