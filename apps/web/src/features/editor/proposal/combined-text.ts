import type { ChangePart } from '@countersign/protocol'

/** One part of a proposed change, with its position in the combined text. */
export interface ShownPart {
  readonly part: ChangePart
  /** Its first line in the combined text, counted from 1. */
  readonly line: number
}

/** A file before and after a change in one text: removed lines are above the lines that replace them. */
export interface CombinedText {
  readonly text: string
  readonly parts: readonly ShownPart[]
  /** For each line, from index 1 on: its number in the new text, or for a removed one, negative, in the old text. */
  readonly numbers: Int32Array
  /** Added lines. */
  readonly added: ReadonlySet<number>
}

/** Combines both texts. The parts come from the server: nothing is compared here, so a long file costs no more than reading it. */
export function combinedText(
  before: string | null,
  after: string,
  parts: readonly ChangePart[],
): CombinedText {
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)]
  const lines: string[] = []
  const numbers: number[] = [0]
  const shown: ShownPart[] = []
  const added = new Set<number>()
  let [oldAt, newAt] = [0, 0]
  const keep = (end: number) => {
    for (; oldAt < end; oldAt += 1) {
      lines.push(old[oldAt] ?? '')
      numbers.push((newAt += 1))
    }
  }
  for (const part of parts.length === 0 ? [asWhole(old, fresh)] : parts) {
    keep(part.line - 1)
    if ('id' in part) shown.push({ part, line: lines.length + 1 })
    for (let gone = 0; gone < part.removed; gone += 1) {
      lines.push(old[oldAt] ?? '')
      numbers.push(-(oldAt += 1))
    }
    for (let come = 0; come < part.added; come += 1) {
      lines.push(fresh[newAt] ?? '')
      added.add(lines.length)
      numbers.push((newAt += 1))
    }
  }
  keep(old.length)
  return { text: lines.join('\n'), parts: shown, numbers: Int32Array.from(numbers), added }
}

/** A change that is answered as a whole is drawn as one part: all lines from the first difference to the last. */
function asWhole(
  old: readonly string[],
  fresh: readonly string[],
): { readonly line: number; readonly removed: number; readonly added: number } {
  const shorter = Math.min(old.length, fresh.length)
  let same = 0
  while (same < shorter && old[same] === fresh[same]) same += 1
  let end = 0
  while (end < shorter - same && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return { line: same + 1, removed: old.length - same - end, added: fresh.length - same - end }
}

/** A text that ends with a line break has no empty line after it. */
function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
