/** A piece of text as a PDF page has it, in units of the page. */
export interface PageItem {
  readonly str: string
  /** Horizontal and vertical scale, and where the base line begins. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

/** A rectangle of a page, from its lower left corner. */
export interface Box {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** How far letters extend below and above their baseline, as fractions of their height. */
const BELOW = 0.25
const ABOVE = 1

/**
 * The position of a passage on a page. Blanks and soft hyphens differ between the extracted text and the items of the page, so only other
 * characters are compared.
 */
export function passageBoxes(items: readonly PageItem[], passage: string): readonly Box[] {
  const wanted = bare(passage)
  const page = items.map(({ str }) => bare(str)).join('')
  const start = wanted === '' ? -1 : page.indexOf(wanted)
  if (start < 0) return []
  const end = start + wanted.length
  const boxes: Box[] = []
  let at = 0
  for (const item of items) {
    const length = bare(item.str).length
    const from = Math.max(start, at)
    const to = Math.min(end, at + length)
    if (from < to) boxes.push(boxOf(item, { from: (from - at) / length, to: (to - at) / length }))
    at += length
  }
  return boxes
}

function boxOf(item: PageItem, share: { readonly from: number; readonly to: number }): Box {
  const [, , , , x = 0, y = 0] = item.transform
  const size = item.height
  return {
    left: x + item.width * share.from,
    bottom: y - size * BELOW,
    width: item.width * (share.to - share.from),
    height: size * (ABOVE + BELOW),
  }
}

function bare(text: string): string {
  return text.replaceAll(/[\s\u00AD]/g, '')
}
