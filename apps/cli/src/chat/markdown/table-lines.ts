import type { Tokens } from 'marked'
import { line, widthOf, wrap, type Line, type Span } from '../lines.ts'
import { inlineLines } from './inline-lines.ts'

/** Blanks before a table and between its columns. */
const MARGIN = 2
const GAP = 3

/** A table in columns; if they do not fit, row by row, with a line for each cell. */
export function tableLines({ header, rows, align }: Tokens.Table, width: number): readonly Line[] {
  const heads = header.map((cell) =>
    cellLine(cell).map((span) => (span.tone === 'plain' ? { ...span, tone: 'strong' as const } : span)),
  )
  const cells = rows.map((row) => row.map(cellLine))
  const widths = heads.map((head, at) =>
    Math.max(widthOf(head), ...cells.map((row) => widthOf(row[at] ?? []))),
  )
  const whole = widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1)
  if (whole + MARGIN > width) return listed(heads, cells, width)
  const drawn = (row: readonly Line[]): Line => [
    ...blanks(MARGIN),
    ...widths.flatMap((wide, at) => [
      ...blanks(at === 0 ? 0 : GAP),
      ...aligned(row[at] ?? [], wide, align[at] ?? 'left'),
    ]),
  ]
  return [drawn(heads), [...blanks(MARGIN), ...line('─'.repeat(whole), 'dim')], ...cells.map(drawn)]
}

function listed(heads: readonly Line[], rows: readonly (readonly Line[])[], width: number): readonly Line[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [[]]),
    ...row.flatMap((cell, at) =>
      wrap([...blanks(MARGIN), ...(heads[at] ?? []), ...line(': ', 'dim'), ...cell], width, MARGIN + 2),
    ),
  ])
}

function cellLine({ tokens }: Tokens.TableCell): Line {
  return inlineLines(tokens).flatMap((one, index) => (index === 0 ? one : [...blanks(1), ...one]))
}

function aligned(cell: Line, width: number, to: 'left' | 'right' | 'center'): Line {
  const room = width - widthOf(cell)
  const before = to === 'right' ? room : to === 'center' ? Math.floor(room / 2) : 0
  return [...blanks(before), ...cell, ...blanks(room - before)]
}

function blanks(count: number): readonly Span[] {
  return line(' '.repeat(count))
}
