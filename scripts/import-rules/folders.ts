import type { ImportEdge } from './import-graph.ts'
import { SHELVES } from './rules.ts'

// Tests, their helpers and the gallery may import from everywhere.
const NO_PART = /\.(test|spec)\.tsx?$|\/testing\/|\/gallery\//
const SOURCE = /^(?:packages|apps)\/[^/]+\/src\//

/**
 * Imports between folders instead of files: one for each pair of sibling folders, at every depth. A file directly in the folder above wires
 * the siblings together and belongs to none of them.
 */
export function folderEdges(edges: readonly ImportEdge[]): readonly ImportEdge[] {
  const found = new Map<string, ImportEdge>()
  for (const edge of edges) {
    if ([edge.from, edge.to].some((path) => NO_PART.test(path) || !SOURCE.test(path))) continue
    const pair = siblings(partsOf(edge.from), partsOf(edge.to))
    if (pair === undefined) continue
    const [from, to] = pair
    const key = `${from} ${to}`
    if (!found.has(key)) found.set(key, { ...edge, from, to })
  }
  return [...found.values()]
}

/** The sibling folders that contain two files; undefined: one file is above the other, or in another package. */
function siblings(from: readonly string[], to: readonly string[]): readonly [string, string] | undefined {
  const depth = from.findIndex((part, index) => part !== to[index])
  // `apps`, the app and `src` come first; the last part is the file.
  if (depth < 3 || depth >= from.length - 1 || depth >= to.length - 1) return undefined
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')]
}

/** Splits a path into parts. A shelf and a folder on it make one part; so do the files directly on the shelf. */
function partsOf(path: string): readonly string[] {
  const shelf = SHELVES.find(({ folder }) => path.startsWith(`${folder}/`))
  if (shelf === undefined) return path.split('/')
  const above = shelf.folder.split('/')
  const name = above.pop() ?? ''
  const [first = '', ...rest] = path.slice(shelf.folder.length + 1).split('/')
  return rest.length === 0 ? [...above, name, first] : [...above, `${name}/${first}`, ...rest]
}
