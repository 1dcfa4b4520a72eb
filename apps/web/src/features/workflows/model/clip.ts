import { readGraph } from '@countersign/workflow'
import type { Clip } from './changes.ts'

/** Parses nodes from a text: a copy from here, or a whole graph. Undefined if it contains none. */
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
