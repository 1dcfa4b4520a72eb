import { codePoints, matchTokens, type Token } from './name-glob.ts'

/** One piece of a pattern between slashes: any number of names (`**`), or a pattern for one name. */
export type Segment = { readonly kind: 'deep' } | NameSegment

export interface NameSegment {
  readonly kind: 'name'
  /** As written, escapes and all. */
  readonly source: string
  readonly tokens: readonly Token[]
  /** The name, when the pattern has no wildcard. */
  readonly literal?: string
}

export const DEEP: Segment = { kind: 'deep' }

/** A segment that matches exactly this name. */
export function literalSegment(name: string): NameSegment {
  return { kind: 'name', source: name, tokens: [], literal: name }
}

/** Whether a name matches the segment exactly. */
export function fitsExactly(segment: NameSegment, name: string): boolean {
  return segment.literal === undefined
    ? matchTokens(segment.tokens, codePoints(name))
    : segment.literal === name
}

/** How far a pattern matched a list of names. */
export interface Reach {
  /** It matches the whole list. */
  readonly whole: boolean
  /** It matches the list or a prefix of it. */
  readonly leading: boolean
}

/**
 * Runs a pattern over names (from an index on), all possible positions at once, so its time is at most pattern × names. `fits` decides one
 * name, so that the readings (exact, widened) share this walk.
 */
export function runSegments(
  pattern: readonly Segment[],
  names: readonly string[],
  fits: (segment: NameSegment, name: string) => boolean,
  from = 0,
): Reach {
  // Up to the first `**` there is only one path: most patterns end here, without a table.
  let at = 0
  for (; at < pattern.length; at++) {
    const segment = pattern[at]
    if (segment === undefined || segment.kind === 'deep') break
    const name = names[from + at]
    if (name === undefined || !fits(segment, name)) return NOWHERE
  }
  if (at === pattern.length) return { whole: from + at === names.length, leading: true }
  return at === pattern.length - 1 ? EVERYWHERE : runTable(pattern.slice(at), names.slice(from + at), fits)
}

const NOWHERE: Reach = { whole: false, leading: false }
const EVERYWHERE: Reach = { whole: true, leading: true }

function runTable(
  pattern: readonly Segment[],
  names: readonly string[],
  fits: (segment: NameSegment, name: string) => boolean,
): Reach {
  const end = pattern.length
  let here = new Uint8Array(end + 1)
  let next = new Uint8Array(end + 1)
  enter(pattern, here, 0)
  let leading = here[end] === 1
  // A pattern that begins with `**` never ends before the names do.
  for (const name of names) {
    next.fill(0)
    for (let at = 0; at < end; at++) {
      const segment = here[at] === 1 ? pattern[at] : undefined
      if (segment === undefined) continue
      if (segment.kind === 'deep') enter(pattern, next, at)
      else if (fits(segment, name)) enter(pattern, next, at + 1)
    }
    ;[here, next] = [next, here]
    leading ||= here[end] === 1
  }
  return { whole: here[end] === 1, leading }
}

/** Marks a position, and the following ones that need no name: `**` may match none at all. */
function enter(pattern: readonly Segment[], marks: Uint8Array, from: number): void {
  for (let at = from; marks[at] === 0; at++) {
    marks[at] = 1
    if (pattern[at]?.kind !== 'deep') break
  }
}
