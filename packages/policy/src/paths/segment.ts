import { codePoints, matchTokens, type Token } from './glob.ts'

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

/** Does a name fit the segment exactly? */
export function fitsExactly(segment: NameSegment, name: string): boolean {
  return segment.literal === undefined
    ? matchTokens(segment.tokens, codePoints(name))
    : segment.literal === name
}

/** How far a pattern got on a list of names. */
export interface Reach {
  /** It matches the whole list. */
  readonly whole: boolean
  /** It matches the list or a leading part of it. */
  readonly leading: boolean
}

/**
 * Runs a pattern over names, all possible positions at once, so its time is at most pattern × names. `fits` decides one
 * name, so that the readings (exact, widened) share this walk.
 */
export function runSegments(
  pattern: readonly Segment[],
  names: readonly string[],
  fits: (segment: NameSegment, name: string) => boolean,
): Reach {
  let at = closure(pattern, new Set([0]))
  let leading = at.has(pattern.length)
  for (const name of names) {
    if (at.size === 0) break
    at = closure(pattern, step(pattern, at, name, fits))
    leading ||= at.has(pattern.length)
  }
  return { whole: at.has(pattern.length), leading }
}

function step(
  pattern: readonly Segment[],
  from: ReadonlySet<number>,
  name: string,
  fits: (segment: NameSegment, name: string) => boolean,
): Set<number> {
  const next = new Set<number>()
  for (const index of from) {
    const segment = pattern[index]
    if (segment === undefined) continue
    if (segment.kind === 'deep') next.add(index)
    else if (fits(segment, name)) next.add(index + 1)
  }
  return next
}

/** `**` may stand for no name at all. */
function closure(pattern: readonly Segment[], at: Set<number>): Set<number> {
  for (const index of at) if (pattern[index]?.kind === 'deep') at.add(index + 1)
  return at
}
