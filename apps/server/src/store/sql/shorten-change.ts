import { lineChanges } from '@countersign/protocol'
import { textHead } from './text-head.ts'

/** A part of a file before and after a change. */
interface Sides {
  readonly before: string
  readonly after: string
}

export interface ShortChange extends Sides {
  /** Unchanged lines above both. */
  readonly linesAbove: number
}

/** Unchanged lines that are kept around a change, as cards show them. */
const CONTEXT = 3
/** Unchanged characters that are kept before a change within a long line. */
const CONTEXT_CHARACTERS = 200
/** Maximum number of compared lines: a limit in bytes alone would admit too many short ones. */
const LINES = 300
/** Maximum number of removed lines shown for an endless change, so that the added ones are visible too. */
const REMOVED = 15
/** Shorter lines, such as a bracket or a blank, occur in every file. */
const TELLING = 4

/**
 * The part of a change to show first, each side at most `bytes` long: from its first changed line to its last one, or as far as that is
 * certain. No line is shown as added or removed that the whole change leaves unchanged.
 */
export function shortenChange(sides: Sides, bytes: number): ShortChange {
  const old = linesOf(sides.before)
  const fresh = linesOf(sides.after)
  const shorter = Math.min(old.length, fresh.length)
  let same = 0
  while (same < shorter && old[same] === fresh[same]) same += 1
  let tail = 0
  while (tail < shorter - same && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const linesAbove = Math.max(0, same - CONTEXT)
  const below = Math.max(0, tail - CONTEXT)
  const changed = {
    before: old.slice(linesAbove, old.length - below),
    after: fresh.slice(linesAbove, fresh.length - below),
  }
  const whole = { before: changed.before.join(''), after: changed.after.join('') }
  if (Buffer.byteLength(whole.before) <= bytes && Buffer.byteLength(whole.after) <= bytes)
    return { ...whole, linesAbove }
  return { ...certain(whole, { old: new Set(old), fresh: new Set(fresh) }, bytes), linesAbove }
}

/** The beginnings of both sides, up to the last line that certainly belongs to the same change. */
function certain(
  sides: Sides,
  all: { readonly old: ReadonlySet<string>; readonly fresh: ReadonlySet<string> },
  bytes: number,
): Sides {
  const old = linesOf(textHead(sides.before, bytes)).slice(0, LINES)
  const fresh = linesOf(textHead(sides.after, bytes)).slice(0, LINES)
  const last = lineChanges(old, fresh).at(-1)
  if (last === undefined) return withinLine(sides, bytes)
  if (last.end < old.length) return { before: old.join(''), after: fresh.join('') }
  // The last change continues beyond the compared part: one of its lines may occur later on the other side and stay.
  const removed = upToShared(old.slice(last.start, last.start + REMOVED), all.fresh)
  const added = upToShared(fresh.slice(last.newStart), all.old)
  return {
    before: [...old.slice(0, last.start), ...removed].join(''),
    after: [...fresh.slice(0, last.newStart), ...added].join(''),
  }
}

function upToShared(lines: readonly string[], others: ReadonlySet<string>): readonly string[] {
  const shared = lines.findIndex((line) => line.trim().length >= TELLING && others.has(line))
  return shared === -1 ? lines : lines.slice(0, shared)
}

/** A change within a line that is too long to show: starts shortly before its first changed character. */
function withinLine({ before, after }: Sides, bytes: number): Sides {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  let from = Math.max(0, same - CONTEXT_CHARACTERS)
  if (/[\uDC00-\uDFFF]/.test(before.charAt(from))) from -= 1
  return { before: textHead(before.slice(from), bytes), after: textHead(after.slice(from), bytes) }
}

/** Lines with their ends, so that joining them gives the text. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}
