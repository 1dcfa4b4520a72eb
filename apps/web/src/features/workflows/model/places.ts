import { INPUT, type GraphBody } from '@countersign/workflow'
import { inOrder } from './changes.ts'
import { joinAddress, type Place } from './edit.ts'

/** The size of a node on the canvas. Given, not measured: 500 of them are drawn without asking the page for sizes. */
export const NODE_WIDTH = 208
export const HEAD_HEIGHT = 62
export const PORT_HEIGHT = 20

export function nodeHeight(inputs: number, outputs: number): number {
  return HEAD_HEIGHT + Math.max(inputs, outputs, 1) * PORT_HEIGHT + 6
}

/** Where a node is drawn that nobody has placed: by how many wires lead to it, one below the other. */
export function gridPlaces(body: GraphBody, address: string): ReadonlyMap<string, Place> {
  const rank = new Map<string, number>()
  const rows = new Map<number, number>()
  const places = new Map<string, Place>()
  for (const { id } of inOrder(body)) {
    const before = body.edges
      .filter(({ from, to }) => to[0] === id && from[0] !== INPUT)
      .map(({ from }) => (rank.get(from[0]) ?? -1) + 1)
    const column = Math.max(0, ...before)
    const row = rows.get(column) ?? 0
    rank.set(id, column)
    rows.set(column, row + 1)
    places.set(joinAddress(address, id), { x: column * (NODE_WIDTH + 80), y: row * 160 })
  }
  return places
}

/** What the layout is asked for, and what it answers: plain data, for a worker. */
export interface LayoutAsk {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

export type LayoutAnswer = readonly (readonly [id: string, place: Place])[]
