import { sha256 } from './canonical.ts'
import { lineChanges } from './line-changes.ts'

/** One part of a change of a text: lines that go, and lines that come in their place. Lines have their ends. */
export interface Hunk {
  /** The same for the same lines, wherever they stand; of equal parts of one change it says which of them this is. */
  readonly id: string
  /** The line of the text before at which it begins, counted from 0. */
  readonly line: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Cuts a change into its parts, from top to bottom. `before` is null for a file that does not exist yet. */
export function hunksOf(before: string | null, after: string): readonly Hunk[] {
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)]
  const seen = new Map<string, number>()
  return lineChanges(old, fresh).map(({ start, end, newStart, newEnd }) => {
    const removed = old.slice(start, end)
    const added = fresh.slice(newStart, newEnd)
    const lines = JSON.stringify([removed, added])
    const occurrence = (seen.get(lines) ?? 0) + 1
    seen.set(lines, occurrence)
    return { id: idOf(lines, occurrence), line: start, removed, added }
  })
}

/** A text with parts of its own change in place. With all of them it is the text after, with none the text before. */
export function withHunks(before: string | null, hunks: readonly Hunk[]): string {
  return put(linesOf(before ?? ''), hunks)
}

/**
 * Applies hunks of a change of `before` to the current text. Undefined: lines that a hunk replaces or adjoins are gone or no longer together,
 * so that it would change other lines than those shown.
 */
export function carryHunks(before: string | null, hunks: readonly Hunk[], now: string): string | undefined {
  const lines = linesOf(now)
  const place = hunkPlaces(before, now)
  const carried: Hunk[] = []
  for (const hunk of hunks) {
    const line = place(hunk)
    if (line === undefined) return undefined
    carried.push({ ...hunk, line })
  }
  // Two that stood apart may stand in each other's way now.
  const apart = carried.every(
    ({ line }, index) => line >= (index === 0 ? 0 : endOf(carried[index - 1] ?? NOTHING)),
  )
  return apart ? put(lines, carried) : undefined
}

/** Where hunks of a change of `before` belong in another text, by its lines counted from 0. Undefined: nowhere, as for `carryHunks`. */
export function hunkPlaces(before: string | null, now: string): (hunk: Hunk) => number | undefined {
  const lines = linesOf(now)
  const places = placesOf(linesOf(before ?? ''), lines)
  return (hunk) => placeOf(hunk, places, lines.length)
}

/** The hunks of the way back: from the text after to the text before. They have the ids of those that they take back. */
export function backwards(hunks: readonly Hunk[]): readonly Hunk[] {
  let shift = 0
  return hunks.map(({ id, line, removed, added }) => {
    const back = { id, line: line + shift, removed: added, added: removed }
    shift += added.length - removed.length
    return back
  })
}

const NOTHING: Hunk = { id: '', line: 0, removed: [], added: [] }

function endOf({ line, removed }: Hunk): number {
  return line + removed.length
}

function put(lines: readonly string[], hunks: readonly Hunk[]): string {
  let text = ''
  let at = 0
  for (const hunk of hunks) {
    text += lines.slice(at, hunk.line).join('') + hunk.added.join('')
    at = endOf(hunk)
  }
  return text + lines.slice(at).join('')
}

/** Where each line of a text is in another; -1: not there. */
function placesOf(old: readonly string[], lines: readonly string[]): readonly number[] {
  const places = old.map((_line, index) => index)
  let at = 0
  let shift = 0
  for (const { start, end, newStart, newEnd } of lineChanges(old, lines)) {
    for (; at < start; at += 1) places[at] = at + shift
    for (; at < end; at += 1) places[at] = -1
    shift = newEnd - newStart - (end - start) + shift
  }
  for (; at < old.length; at += 1) places[at] = at + shift
  return places
}

function placeOf({ line, removed }: Hunk, places: readonly number[], length: number): number | undefined {
  if (removed.length === 0) return placeBeside(line, places, length)
  const first = places[line] ?? -1
  const together = removed.every((_text, index) => places[line + index] === first + index)
  return first >= 0 && together ? first : undefined
}

/** Lines that only come stand behind the line they stood behind; before the one they stood before, if that alone is there. */
function placeBeside(line: number, places: readonly number[], length: number): number | undefined {
  if (places.length === 0) return length === 0 ? 0 : undefined
  const above = places[line - 1] ?? -1
  if (above >= 0) return above + 1
  const below = places[line] ?? -1
  return below >= 0 ? below : undefined
}

/** With their ends: a text is its lines, one after the other. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** The id of a part that is no lines of a text, by its label and its place. */
export function partId(label: string, place: number): string {
  return idOf(label, place)
}

function idOf(lines: string, occurrence: number): string {
  return sha256(`${occurrence} ${lines}`).slice(0, 32)
}
