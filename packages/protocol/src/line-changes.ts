/** The lines from `start` to `end` (exclusive) became those from `newStart` to `newEnd` (exclusive). One of the two may be empty. */
export interface LineChange {
  readonly start: number
  readonly end: number
  readonly newStart: number
  readonly newEnd: number
}

/** Beyond this many edits a comparison is useless and takes seconds, so the whole middle is treated as replaced. */
const MAX_EDITS = 3000

/** The shortest list of edits from one list of lines to another, in order. */
export function lineChanges(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let end = before.length
  let newEnd = after.length
  while (end > head && newEnd > head && before[end - 1] === after[newEnd - 1]) {
    end -= 1
    newEnd -= 1
  }
  if (end === head && newEnd === head) return []
  const trace = fewestEdits(before.slice(head, end), after.slice(head, newEnd))
  if (trace === undefined) return [{ start: head, end, newStart: head, newEnd }]
  return walkBack(trace, end - head, newEnd - head).map((change) => ({
    start: change.start + head,
    end: change.end + head,
    newStart: change.newStart + head,
    newEnd: change.newEnd + head,
  }))
}

/**
 * Myers (1986): for each number of edits, how far they reach on each diagonal. The array of `n` edits holds the diagonals from `-n` to `n`.
 * Undefined: too many edits.
 */
function fewestEdits(before: readonly string[], after: readonly string[]): readonly Int32Array[] | undefined {
  const limit = Math.min(before.length + after.length, MAX_EDITS)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits += 1) {
    const reached = new Int32Array(2 * edits + 1)
    trace.push(reached)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : stepTo(trace, edits, diagonal).x
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      reached[diagonal + edits] = x
      if (x >= before.length && x - diagonal >= after.length) return trace
    }
  }
  return undefined
}

/** The last edit on the way to a diagonal, before the equal lines that follow it. */
function stepTo(
  trace: readonly Int32Array[],
  edits: number,
  diagonal: number,
): { readonly from: number; readonly x: number } {
  const left = reach(trace, edits - 1, diagonal - 1)
  const right = reach(trace, edits - 1, diagonal + 1)
  const adds = diagonal === -edits || (diagonal !== edits && left < right)
  return adds ? { from: diagonal + 1, x: right } : { from: diagonal - 1, x: left + 1 }
}

function reach(trace: readonly Int32Array[], edits: number, diagonal: number): number {
  return trace[edits]?.[diagonal + edits] ?? 0
}

/** Adjacent edits are one change. */
function walkBack(trace: readonly Int32Array[], length: number, newLength: number): readonly LineChange[] {
  const changes: LineChange[] = []
  let x = length
  let y = newLength
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const { from } = stepTo(trace, edits, x - y)
    const start = reach(trace, edits - 1, from)
    const newStart = start - from
    const adds = from > x - y
    const edit = { start, newStart, end: adds ? start : start + 1, newEnd: adds ? newStart + 1 : newStart }
    const next = changes.at(-1)
    if (next !== undefined && next.start === edit.end && next.newStart === edit.newEnd)
      changes[changes.length - 1] = { ...next, start, newStart }
    else changes.push(edit)
    x = start
    y = newStart
  }
  return changes.reverse()
}
