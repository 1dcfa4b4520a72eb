import type { Place } from '../call.ts'
import { assertNever } from '../result.ts'
import { trimName } from './characters.ts'
import { formOf, isWithin, type PathForm } from './form.ts'
import { codePoints, matchTokens } from './glob.ts'
import type { PathPattern } from './pattern.ts'
import { DEEP, fitsExactly, literalSegment, runSegments, type NameSegment, type Segment } from './segment.ts'

/**
 * Two readings that must never be mixed: `must` (allow) covers exactly the paths that the pattern matches; `may` (deny,
 * ask) also what lies below, the directory itself for `x/**`, and names that a file system or an eye takes for the same.
 */
export type Reading =
  | { readonly kind: 'must' }
  /** `takesAlong`: the call moves or removes what is below too, so a rule for something below fires. */
  | { readonly kind: 'may'; readonly takesAlong?: boolean }

/** Does a pattern match a path? */
export function matchPath(pattern: PathPattern, form: PathForm, place: Place, reading: Reading): boolean {
  if (reading.kind === 'must') return matchExactly(pattern, form, place)
  return matchWidely(pattern, form, place) || (reading.takesAlong === true && isAbove(pattern, form, place))
}

/** The single name that any segment fits: what `**` needs at least one of at the end. */
const ANY_NAME: NameSegment = { kind: 'name', source: '*', tokens: [{ kind: 'many' }] }

function matchExactly(pattern: PathPattern, form: PathForm, place: Place): boolean {
  const root = formOf(place.workspace)
  if (pattern.anchor === 'any' && !isWithin(form, root)) return false
  const names = pattern.anchor === 'any' ? form.names.slice(root.names.length) : form.names
  const atLeastOne =
    pattern.segments.at(-1)?.kind === 'deep' ? [...pattern.segments, ANY_NAME] : pattern.segments
  const reach = runSegments(anchored(pattern, atLeastOne, place), names, fitsExactly)
  return pattern.directory ? reach.leading : reach.whole
}

function matchWidely(pattern: PathPattern, form: PathForm, place: Place): boolean {
  const root = formOf(place.workspace)
  // A bare name means files of the project: `deny project` must not close the folder that the project stands in.
  const below = pattern.anchor === 'any' && isWithin(form, root)
  const names = below ? form.names.slice(root.names.length) : form.names
  return writings(pattern).some(
    (segments) => runSegments(anchored(pattern, withoutTail(segments), place), names, fitsWidely).leading,
  )
}

/** The pattern as written, and in NFC where that differs. */
function writings(pattern: PathPattern): readonly (readonly Segment[])[] {
  return pattern.composed === undefined ? [pattern.segments] : [pattern.segments, pattern.composed]
}

/** `x/**` names `x` too. */
function withoutTail(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex((segment) => segment.kind !== 'deep')
  return segments.slice(0, last + 1)
}

/** Segments from the root of the file system (or, for `any`, from wherever looking starts). */
function anchored(pattern: PathPattern, segments: readonly Segment[], place: Place): readonly Segment[] {
  return pattern.anchor === 'any'
    ? [DEEP, ...segments]
    : [...baseNames(pattern, place).map(literalSegment), ...segments]
}

/** The names of the directory that an anchored pattern starts from. */
export function baseNames(pattern: PathPattern, place: Place): readonly string[] {
  switch (pattern.anchor) {
    case 'any':
    case 'root':
      return []
    case 'home':
      return formOf(place.home).names
    case 'project':
      return formOf(place.workspace).names
    case 'cwd':
      return formOf(place.cwd).names
    default:
      return assertNever(pattern.anchor)
  }
}

/** Is the path the literal leading part of an anchored pattern, or a parent of it? Then it takes along what the rule names. */
function isAbove(pattern: PathPattern, form: PathForm, place: Place): boolean {
  if (pattern.anchor === 'any') return false
  return writings(pattern).some((segments) => {
    const lead = [...baseNames(pattern, place).map(literalSegment), ...leadingNames(segments)]
    return form.names.length <= lead.length && form.names.every((name, index) => fitsLead(lead[index], name))
  })
}

function fitsLead(segment: NameSegment | undefined, name: string): boolean {
  return segment !== undefined && fitsWidely(segment, name)
}

function leadingNames(segments: readonly Segment[]): readonly NameSegment[] {
  const names: NameSegment[] = []
  for (const segment of segments) {
    if (segment.kind !== 'name' || segment.literal === undefined) break
    names.push(segment)
  }
  return names
}

/** A name as deny and ask look at it: as written, composed, without dots and blanks at its end; or the pattern's own letters. */
export function fitsWidely(segment: NameSegment, name: string): boolean {
  if (fitsOrEquals(segment, name)) return true
  const trimmed = trimName(name).normalize('NFC')
  const composed = name.normalize('NFC')
  return (
    (composed !== name && fitsOrEquals(segment, composed)) ||
    (trimmed !== composed && fitsOrEquals(segment, trimmed))
  )
}

function fitsOrEquals(segment: NameSegment, name: string): boolean {
  if (segment.source === name) return true
  return segment.literal === undefined
    ? matchTokens(segment.tokens, codePoints(name))
    : segment.literal === name
}
