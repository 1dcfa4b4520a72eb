import { lineChanges } from '../../line-changes.ts'

/** A line of a unified diff. `marks` are the ranges of a changed line that differ from its counterpart. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  readonly marks: readonly Range[]
}

export interface Range {
  readonly start: number
  readonly end: number
}

/** A row of the diff: a line, or a fold with the number of unchanged lines that it hides. */
export type DiffRow = DiffLine | { readonly kind: 'folded'; readonly lines: number }

export interface Diff {
  readonly rows: readonly DiffRow[]
  readonly added: number
  readonly removed: number
}

/** Unchanged lines that are kept around a change. */
const CONTEXT = 3

/**
 * The change from one text to another, by lines. `before` is null for a file that does not exist yet; `above`: number of preceding lines
 * that both share.
 */
export function diffTexts(before: string | null, after: string, above = 0): Diff {
  const lines = markPairs(diffLines(before === null ? [] : split(before), split(after)))
  const rows = before === null ? lines : fold(lines)
  return {
    rows: above === 0 ? rows : [{ kind: 'folded', lines: above }, ...rows],
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  }
}

function split(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let at = 0
  for (const { start, end, newStart, newEnd } of lineChanges(before, after)) {
    lines.push(...before.slice(at, start).map(same))
    lines.push(...before.slice(start, end).map(removed), ...after.slice(newStart, newEnd).map(added))
    at = end
  }
  return [...lines, ...before.slice(at).map(same)]
}

/** Within a block of changed lines, the n-th removed line is compared with the n-th added one. */
function markPairs(lines: readonly DiffLine[]): readonly DiffLine[] {
  const result = [...lines]
  let start = 0
  while (start < result.length) {
    let middle = start
    while (result[middle]?.kind === 'removed') middle += 1
    let end = middle
    while (result[end]?.kind === 'added') end += 1
    const pairs = Math.min(middle - start, end - middle)
    for (let index = 0; index < pairs; index += 1) markPair(result, start + index, middle + index)
    start = Math.max(end, start + 1)
  }
  return result
}

function markPair(lines: DiffLine[], oldIndex: number, newIndex: number): void {
  const older = lines[oldIndex]
  const newer = lines[newIndex]
  if (older === undefined || newer === undefined) return
  const head = commonWords(older.text, newer.text)
  const tail = commonEnd(older.text.slice(head), newer.text.slice(head))
  // Lines with nothing in common are not versions of one line.
  if (older.text.slice(0, head).trim() === '' && tail === 0) return
  lines[oldIndex] = { ...older, marks: range(head, older.text.length - tail) }
  lines[newIndex] = { ...newer, marks: range(head, newer.text.length - tail) }
}

function range(start: number, end: number): readonly Range[] {
  return end > start ? [{ start, end }] : []
}

function commonWords(a: string, b: string): number {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1
  while (same > 0 && (inWord(a, same) || inWord(b, same))) same -= 1
  return same
}

function commonEnd(a: string, b: string): number {
  let same = 0
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1
  while (same > 0 && (inWord(a, a.length - same) || inWord(b, b.length - same))) same -= 1
  return same
}

/** Whether the index is between two characters of one word: marks never split a word. */
function inWord(text: string, index: number): boolean {
  return /\w/.test(text[index - 1] ?? '') && /\w/.test(text[index] ?? '')
}

function fold(lines: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let index = 0
  while (index < lines.length) {
    let end = index
    while (lines[end]?.kind === 'same') end += 1
    if (end === index) {
      rows.push(...lines.slice(index, index + 1))
      index += 1
      continue
    }
    const before = index === 0 ? 0 : CONTEXT
    const after = end === lines.length ? 0 : CONTEXT
    const hidden = end - index - before - after
    if (hidden > 1) {
      rows.push(
        ...lines.slice(index, index + before),
        { kind: 'folded', lines: hidden },
        ...lines.slice(end - after, end),
      )
    } else rows.push(...lines.slice(index, end))
    index = end
  }
  return rows
}

function same(text: string): DiffLine {
  return { kind: 'same', text, marks: [] }
}

function added(text: string): DiffLine {
  return { kind: 'added', text, marks: [] }
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text, marks: [] }
}
