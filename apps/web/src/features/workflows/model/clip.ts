import { readGraph } from '@countersign/workflow'
import type { Clip } from './changes.ts'

/** Nodes from a text: what was copied here, or a whole graph. Undefined: it holds none. */
export function readClip(text: string): Clip | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const read = readGraph({ version: 1, name: 'clip', edges: [], ...value })
  return read.ok && read.value.nodes.length > 0
    ? { nodes: read.value.nodes, edges: read.value.edges.filter(({ from }) => from[0] !== '$input') }
    : undefined
}
