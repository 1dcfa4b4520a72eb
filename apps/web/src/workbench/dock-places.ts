import { RowNode, TabNode, TabSetNode } from 'flexlayout-react'
import type { Model, Node } from 'flexlayout-react'
import { setOf, tabIn } from './dock-nodes.ts'
import type { Side } from './pane-types.ts'

export type Direction = 'left' | 'right' | 'above' | 'below'

/** A rectangle in the dock, which spans from 0 to 1. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A place that a pane can move to. */
export interface DockPlace {
  /** Id of the tab set, or of the whole layout. */
  readonly place: string
  readonly side: Side
  readonly part: Part
  /** For example "right of Chat". */
  readonly words: string
}

const WORDS: Readonly<Record<Direction, { readonly of: string; readonly edge: string }>> = {
  left: { of: 'left of', edge: 'at the left edge' },
  right: { of: 'right of', edge: 'at the right edge' },
  above: { of: 'above', edge: 'at the top edge' },
  below: { of: 'below', edge: 'at the bottom edge' },
}

/** Where a pane can move in a direction, nearest first: next to its own tab set, then to each place on the way, and finally to the edge. */
export function placesToward(model: Model, pane: string, direction: Direction): readonly DockPlace[] {
  const tab = tabIn(model, pane)
  const own = tab && setOf(tab)
  const root = model.getRootRow()
  if (tab === undefined || own === undefined || root === undefined) return []
  const parts = partsOf(root)
  const ownPart = parts.get(own)
  if (ownPart === undefined) return []
  const { of, edge } = WORDS[direction]
  const beside = (set: TabSetNode, part: Part): DockPlace => ({
    place: set.getId(),
    side: direction,
    part: sideOf(part, direction),
    words: `${of} ${nameOf(set, tab)}`,
  })
  const onTheWay = [...parts]
    .filter(([set, part]) => set !== own && isToward(ownPart, part, direction))
    .toSorted(([, a], [, b]) => distance(ownPart, a, direction) - distance(ownPart, b, direction))
  return [
    ...(own.getChildren().length > 1 ? [beside(own, ownPart)] : []),
    ...onTheWay.flatMap(([set, part]): readonly DockPlace[] => [
      { place: set.getId(), side: 'with', part, words: `in one place with ${nameOf(set, tab)}` },
      beside(set, part),
    ]),
    ...(parts.size > 2
      ? [{ place: root.getId(), side: direction, part: sideOf(WHOLE, direction, 0.25), words: edge }]
      : []),
  ]
}

const WHOLE: Part = { x: 0, y: 0, width: 1, height: 1 }

/** The position of each tab set, computed from the weights of rows and columns. */
function partsOf(root: RowNode): ReadonlyMap<TabSetNode, Part> {
  const parts = new Map<TabSetNode, Part>()
  const walk = (node: Node, part: Part): void => {
    if (node instanceof TabSetNode) parts.set(node, part)
    if (!(node instanceof RowNode)) return
    const children = node.getChildren()
    const all = children.reduce((sum, child) => sum + weightOf(child), 0)
    const isRow = node.getOrientation().getName() === 'horz'
    let at = 0
    for (const child of children) {
      const share = weightOf(child) / all
      walk(
        child,
        isRow
          ? { ...part, x: part.x + at * part.width, width: share * part.width }
          : { ...part, y: part.y + at * part.height, height: share * part.height },
      )
      at += share
    }
  }
  walk(root, WHOLE)
  return parts
}

function weightOf(node: Node): number {
  return node instanceof RowNode || node instanceof TabSetNode ? node.getWeight() : 1
}

function nameOf(set: TabSetNode, without: TabNode): string {
  const shown = set.getSelectedNode()
  const first = set.getChildren().find((tab) => tab !== without)
  const named = shown instanceof TabNode && shown !== without ? shown : first
  return named instanceof TabNode ? named.getName() : 'the empty place'
}

/** Whether a rectangle is in that direction and overlaps on the other axis. */
function isToward(from: Part, to: Part, direction: Direction): boolean {
  const across =
    direction === 'left' || direction === 'right'
      ? to.y < from.y + from.height - SLIP && from.y < to.y + to.height - SLIP
      : to.x < from.x + from.width - SLIP && from.x < to.x + to.width - SLIP
  return across && distance(from, to, direction) > -SLIP
}

/** Tolerance for sums of fractional weights. */
const SLIP = 1e-6

function distance(from: Part, to: Part, direction: Direction): number {
  switch (direction) {
    case 'left':
      return from.x - (to.x + to.width)
    case 'right':
      return to.x - (from.x + from.width)
    case 'above':
      return from.y - (to.y + to.height)
    case 'below':
      return to.y - (from.y + from.height)
  }
}

function sideOf(part: Part, direction: Direction, share = 0.5): Part {
  const width = part.width * share
  const height = part.height * share
  switch (direction) {
    case 'left':
      return { ...part, width }
    case 'right':
      return { ...part, x: part.x + part.width - width, width }
    case 'above':
      return { ...part, height }
    case 'below':
      return { ...part, y: part.y + part.height - height, height }
  }
}
