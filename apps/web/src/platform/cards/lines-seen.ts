/** How many lines a body has, and how far down they have been on screen. */
export interface LinesSeen {
  readonly seen: number
  readonly total: number
}

export const NO_LINES: LinesSeen = { seen: 0, total: 0 }

/**
 * Counts the lines that end above `edge`, a vertical position on screen. Bodies mark their lines: `data-lines` on a block holds its number
 * of lines, `data-text-line` marks each line. Blocks far from the viewport are not laid out, so only the block at the edge is measured line
 * by line.
 */
export function linesSeen(body: Element, edge: number): LinesSeen {
  let [seen, total] = [0, 0]
  for (const block of body.querySelectorAll<HTMLElement>('[data-lines]')) {
    const many = Number(block.dataset['lines'])
    const { top, bottom } = block.getBoundingClientRect()
    total += many
    if (bottom <= edge + ROUNDING) seen += many
    else if (top < edge) seen += linesIn(block, edge)
  }
  return { seen, total }
}

/** The vertical position below which nothing of the element is visible: its own bottom, or that of a scroll container around it. */
export function bottomInView(body: Element): number {
  let edge = window.innerHeight
  for (let box: Element | null = body; box !== null; box = box.parentElement) {
    const scrolls = box === body || /auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowY)
    if (scrolls) edge = Math.min(edge, box.getBoundingClientRect().bottom)
  }
  return edge
}

/** Layouts round, so a line that is cut by less than this is fully visible. */
const ROUNDING = 2

function linesIn(block: Element, edge: number): number {
  const lines = [...block.querySelectorAll('[data-text-line]')]
  return lines.filter((line) => line.getBoundingClientRect().bottom <= edge + ROUNDING).length
}
