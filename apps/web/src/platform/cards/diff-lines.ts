import type { DiffLine, DiffRow } from '@countersign/protocol/client'
import { codeLines, languageOfFile } from '../../ui/code-pieces.ts'
import type { CodePiece } from '../../ui/code-pieces.ts'

/** A line of a diff with its number in the old text, in the new text, or in both. */
export interface NumberedLine extends DiffLine {
  readonly old: number | null
  readonly fresh: number | null
}

export type NumberedRow = NumberedLine | Extract<DiffRow, { kind: 'folded' }>

/** The rows of a diff with line numbers that start at 1, or at the given number. */
export function numbered(rows: readonly DiffRow[], from = 1): readonly NumberedRow[] {
  let [old, fresh] = [from, from]
  return rows.map((row) => {
    const at = { old, fresh }
    if (row.kind === 'folded') {
      old += row.lines
      fresh += row.lines
      return row
    }
    if (row.kind !== 'added') old += 1
    if (row.kind !== 'removed') fresh += 1
    return {
      ...row,
      old: row.kind === 'added' ? null : at.old,
      fresh: row.kind === 'removed' ? null : at.fresh,
    }
  })
}

/** A row of two columns, old and new. An unchanged line is in both. */
export interface SplitPair {
  readonly kind: 'pair'
  readonly left: NumberedLine | null
  readonly right: NumberedLine | null
}

export type SplitRow = SplitPair | Extract<DiffRow, { kind: 'folded' }>

/** The same rows side by side: the n-th removed line is paired with the n-th added line. */
export function sideBySide(rows: readonly NumberedRow[]): readonly SplitRow[] {
  const result: SplitRow[] = []
  let index = 0
  while (index < rows.length) {
    const row = rows[index]
    if (row === undefined) break
    if (row.kind === 'folded') result.push(row)
    if (row.kind === 'same') result.push({ kind: 'pair', left: row, right: row })
    if (row.kind === 'folded' || row.kind === 'same') {
      index += 1
      continue
    }
    const gone = run(rows, index, 'removed')
    const come = run(rows, index + gone.length, 'added')
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1)
      result.push({ kind: 'pair', left: gone[at] ?? null, right: come[at] ?? null })
    index += gone.length + come.length
  }
  return result
}

function run(rows: readonly NumberedRow[], from: number, kind: 'added' | 'removed'): readonly NumberedLine[] {
  const lines: NumberedLine[] = []
  for (let row = rows[from]; row?.kind === kind; row = rows[from + lines.length]) lines.push(row)
  return lines
}

/** Syntax colours for both texts of a change, by line number. */
export interface DiffColours {
  readonly of: (line: NumberedLine) => readonly CodePiece[]
}

/** `above` is the number of common lines that were cut off before the shortened texts. */
export function diffColours(path: string, before: string | null, after: string, above: number): DiffColours {
  const language = languageOfFile(path)
  const [old, fresh] = [codeLines(before ?? '', language), codeLines(after, language)]
  return {
    of: (line) => {
      const number = line.fresh ?? line.old ?? 0
      const pieces = (line.fresh === null ? old : fresh)[number - 1 - above] ?? []
      // If the pieces do not match the line, for example where a text was cut, the line is shown without colours.
      return joined(pieces) === line.text ? pieces : [{ text: line.text, look: 'plain' }]
    },
  }
}

function joined(pieces: readonly CodePiece[]): string {
  return pieces.map(({ text }) => text).join('')
}

/** A piece of a line in one style, either inside or outside the changed words. */
export interface LineSpan extends CodePiece {
  readonly changed: boolean
}

/** Splits coloured pieces at the ends of the changed words. */
export function spansOf(line: DiffLine, pieces: readonly CodePiece[]): readonly LineSpan[] {
  const mark = line.marks[0] ?? { start: 0, end: 0 }
  const spans: LineSpan[] = []
  let at = 0
  for (const { text, look } of pieces) {
    const cuts = [0, mark.start - at, mark.end - at, text.length].filter(
      (cut) => cut >= 0 && cut <= text.length,
    )
    cuts.sort((a, b) => a - b)
    for (const [index, start] of cuts.entries()) {
      const end = cuts[index + 1] ?? start
      if (end > start)
        spans.push({
          text: text.slice(start, end),
          look,
          changed: at + start >= mark.start && at + end <= mark.end,
        })
    }
    at += text.length
  }
  return spans
}
