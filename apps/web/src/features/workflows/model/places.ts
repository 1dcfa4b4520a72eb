import { INPUT, type GraphBody } from '@countersign/workflow'
import { inOrder } from './changes.ts'
import { joinAddress, type Place } from './edit.ts'

/** The size of a node on the canvas. It is fixed, so that 500 nodes are drawn without measuring the page. */
export const NODE_WIDTH = 208
export const HEAD_HEIGHT = 62
export const PORT_HEIGHT = 20

export function nodeHeight(inputs: number, outputs: number): number {
  return HEAD_HEIGHT + Math.max(inputs, outputs, 1) * PORT_HEIGHT + 6
}

/** Padding around the body of a node. */
export const BODY_PAD = 20

export interface Size {
  readonly width: number
  readonly height: number
}

const BETWEEN_COLUMNS = 80
const BETWEEN_ROWS = 40

/** Default positions for nodes without one: a column per distance from the start, one node below the other. */
export function gridPlaces(
  body: GraphBody,
  address: string,
  sizes: ReadonlyMap<string, Size> = new Map(),
): ReadonlyMap<string, Place> {
  const before = Map.groupBy(body.edges, ({ to }) => to[0])
  const columnOf = new Map<string, number>()
  const columns: string[][] = []
  for (const { id } of inOrder(body)) {
    const after = (before.get(id) ?? [])
      .filter(({ from }) => from[0] !== INPUT)
      .map(({ from }) => (columnOf.get(from[0]) ?? -1) + 1)
    const column = Math.max(0, ...after)
    columnOf.set(id, column)
    columns[column] = [...(columns[column] ?? []), id]
  }
  const places = new Map<string, Place>()
  let x = 0
  for (const ids of columns) {
    let y = 0
    for (const id of ids ?? []) {
      const own = joinAddress(address, id)
      places.set(own, { x, y })
      y += (sizes.get(own)?.height ?? nodeHeight(1, 1)) + BETWEEN_ROWS
    }
    const widths = (ids ?? []).map((id) => sizes.get(joinAddress(address, id))?.width ?? NODE_WIDTH)
    x += Math.max(NODE_WIDTH, ...widths) + BETWEEN_COLUMNS
  }
  return places
}

/** Request and response of the layout: plain data, for a worker. */
export interface LayoutAsk {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

export type LayoutAnswer = readonly (readonly [id: string, place: Place])[]

/** Addresses of all bodies of a graph, innermost first; the graph itself is last. */
export function bodiesOf(body: GraphBody, address = ''): readonly string[] {
  const inside = body.nodes.flatMap((node) =>
    node.body === undefined ? [] : bodiesOf(node.body, joinAddress(address, node.id)),
  )
  return [...inside, address]
}
