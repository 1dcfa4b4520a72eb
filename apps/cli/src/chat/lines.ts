import stringWidth from 'string-width'

/** The meaning of a piece of text; the screen may style it. */
export type Tone = 'plain' | 'dim' | 'strong' | 'em' | 'code' | 'link' | 'ask' | 'run' | 'stop'

export interface Span {
  readonly text: string
  readonly tone: Tone
  /** Printed before the text, such as a line number. When the line wraps, its later rows begin below the text. */
  readonly margin?: true
}

/** One line of the terminal, possibly not wrapped yet. It has no control characters. */
export type Line = readonly Span[]

export function line(text: string, tone: Tone = 'plain'): Line {
  return text === '' ? [] : [{ text, tone }]
}

export function plainText(spans: Line): string {
  return spans.map(({ text }) => text).join('')
}

/** Wraps a line so that it fits, at spaces if possible. Later rows begin with `indent` spaces, or below the text if there is a margin. */
export function wrap(spans: Line, width: number, least = 0): readonly Line[] {
  const indent = Math.max(least, widthOf(spans.filter(({ margin }) => margin)))
  const room = Math.max(width, indent + 10)
  if (fits(spans, room)) return [spans]
  const lines: Cell[][] = []
  let current: Cell[] = []
  let used = 0
  for (const cell of cellsOf(spans)) {
    if (used + cell.width > room) {
      const cut = current.findLastIndex(({ text }) => text === ' ') + 1
      // A word longer than half a line is cut at the line's end.
      const at = cut > indent && current.length - cut <= room / 2 ? cut : current.length
      lines.push(current.slice(0, at))
      current = [...blanks(indent), ...current.slice(at)]
      used = current.reduce((sum, { width: one }) => sum + one, 0)
    }
    current.push(cell)
    used += cell.width
  }
  lines.push(current)
  return lines.map(joinCells)
}

export function wrapAll(lines: readonly Line[], width: number, indent = 0): readonly Line[] {
  return lines.flatMap((one) => wrap(one, width, indent))
}

/** The width of a line in columns. */
export function widthOf(spans: Line): number {
  return stringWidth(plainText(spans))
}

/** The beginning of a line, with `…` where it was cut. */
export function cutTo(spans: Line, width: number): Line {
  const [first, ...rest] = wrap(spans, Math.max(width - 1, 1))
  return first === undefined || rest.length === 0 ? spans : [...first, { text: '…', tone: 'dim' }]
}

interface Cell extends Span {
  readonly width: number
}

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' })

function fits(spans: Line, width: number): boolean {
  return widthOf(spans) <= width
}

function cellsOf(spans: Line): readonly Cell[] {
  return spans.flatMap(({ text, tone }) =>
    Array.from(SEGMENTS.segment(text), ({ segment }) => ({
      text: segment,
      tone,
      width: stringWidth(segment),
    })),
  )
}

function blanks(count: number): readonly Cell[] {
  return Array.from({ length: count }, () => ({ text: ' ', tone: 'plain', width: 1 }))
}

function joinCells(cells: readonly Cell[]): Line {
  const spans: Span[] = []
  for (const { text, tone } of cells) {
    const last = spans.at(-1)
    if (last?.tone === tone) spans[spans.length - 1] = { text: last.text + text, tone }
    else spans.push({ text, tone })
  }
  return spans
}
