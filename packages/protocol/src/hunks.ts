import { sha256 } from './canonical.ts'
import { lineChanges } from './line-changes.ts'

/** One part of a change of a text: removed lines, and the lines that replace them. Lines include their line ends. */
export interface Hunk {
  /** Depends only on the lines, not on their position; equal parts of one change get different ids. */
  readonly id: string
  /** The line of the old text at which it begins, counted from 0. */
  readonly line: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Splits a change into its parts, from top to bottom. `before` is null for a file that does not exist yet. */
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

/** Applies parts of a text's own change. All of them give the new text, none the old text. */
export function withHunks(before: string | null, hunks: readonly Hunk[]): string {
  return put(linesOf(before ?? ''), hunks)
}

/**
 * Applies hunks of a change of `before` to the current text. Undefined: lines that a hunk replaces or adjoins are gone or no longer
 * together, so it would change other lines than those shown.
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
  // Two hunks that were apart may overlap now.
  const apart = carried.every(
    ({ line }, index) => line >= (index === 0 ? 0 : endOf(carried[index - 1] ?? NOTHING)),
  )
  return apart ? put(lines, carried) : undefined
}

/** The positions of hunks of `before` in another text, in lines counted from 0. Undefined: there is none, as for `carryHunks`. */
export function hunkPlaces(before: string | null, now: string): (hunk: Hunk) => number | undefined {
  const lines = linesOf(now)
  const places = placesOf(linesOf(before ?? ''), lines)
  return (hunk) => placeOf(hunk, places, lines.length)
}

/** The reverse hunks, from the new text to the old one. Each has the id of the hunk that it reverts. */
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

/** The position of each line of a text in another; -1: not found. */
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

/** Purely added lines follow the line that they followed before; if only their successor is left, they precede it. */
function placeBeside(line: number, places: readonly number[], length: number): number | undefined {
  if (places.length === 0) return length === 0 ? 0 : undefined
  const above = places[line - 1] ?? -1
  if (above >= 0) return above + 1
  const below = places[line] ?? -1
  return below >= 0 ? below : undefined
}

/** Lines with their ends, so that joining them gives the text. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** The id of a part that is not a range of lines, from its label and its position. */
export function partId(label: string, place: number): string {
  return idOf(label, place)
}

function idOf(lines: string, occurrence: number): string {
  return sha256(`${occurrence} ${lines}`).slice(0, 32)
}
