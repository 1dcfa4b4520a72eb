export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Side = 'right' | 'left' | 'below' | 'above'

export interface PlacedHint {
  readonly x: number
  readonly y: number
  readonly side: Side
}

/** The distance between the hint and its element, and to the edges of the screen. */
const GAP = 10
const EDGE = 8

/**
 * The position of a hint: next to its element, completely on the screen, and over nothing that must be read. Null: there is no such
 * position, and it is not shown.
 */
export function placeHint(where: {
  readonly anchor: Box
  readonly size: { readonly width: number; readonly height: number }
  readonly screen: { readonly width: number; readonly height: number }
  /** Sides of the element, best first. */
  readonly sides: readonly Side[]
  /** What may not be covered. */
  readonly keepFree: readonly Box[]
}): PlacedHint | null {
  const { anchor, size, screen, sides, keepFree } = where
  const middleX = clamp(anchor.x + anchor.width / 2 - size.width / 2, EDGE, screen.width - EDGE - size.width)
  const topY = clamp(anchor.y, EDGE, screen.height - EDGE - size.height)
  const spots: Readonly<Record<Side, { readonly x: number; readonly y: number }>> = {
    right: { x: anchor.x + anchor.width + GAP, y: topY },
    left: { x: anchor.x - GAP - size.width, y: topY },
    below: { x: middleX, y: anchor.y + anchor.height + GAP },
    above: { x: middleX, y: anchor.y - GAP - size.height },
  }
  return (
    sides
      .map((side) => ({ side, ...spots[side] }))
      .find(({ x, y }) => {
        const box = { x, y, width: size.width, height: size.height }
        return inside(box, screen) && ![...keepFree, anchor].some((other) => overlap(box, other))
      }) ?? null
  )
}

function inside(box: Box, screen: { readonly width: number; readonly height: number }): boolean {
  return (
    box.x >= EDGE &&
    box.y >= EDGE &&
    box.x + box.width <= screen.width - EDGE &&
    box.y + box.height <= screen.height - EDGE
  )
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)))
}
