/** Lines of a body: how many there are, and how far down they were on screen. */
export interface LinesSeen {
  readonly seen: number
  readonly total: number
}

export const NO_LINES: LinesSeen = { seen: 0, total: 0 }

/**
 * Lines that end above `edge`, a height on the screen. Bodies say where their lines are: `data-lines` on a block with how many it has,
 * `data-text-line` on each of them. Blocks far away are not laid out, so only the one at the edge is asked line by line.
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

/** The height on the screen below which nothing of it is in view: its own end, or that of something around it that scrolls. */
export function bottomInView(body: Element): number {
  let edge = window.innerHeight
  for (let box: Element | null = body; box !== null; box = box.parentElement) {
    const scrolls = box === body || /auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowY)
    if (scrolls) edge = Math.min(edge, box.getBoundingClientRect().bottom)
  }
  return edge
}

/** Layouts round: a line that is cut by less than this is there. */
const ROUNDING = 2

function linesIn(block: Element, edge: number): number {
  const lines = [...block.querySelectorAll('[data-text-line]')]
  return lines.filter((line) => line.getBoundingClientRect().bottom <= edge + ROUNDING).length
}
