import type { Place } from '../model/call.ts'
import { assertNever } from '../result.ts'
import { trimName } from '../text/characters.ts'
import { isWithin, placeForms, type PathForm } from './form.ts'
import { MANY } from '../text/name-glob.ts'
import type { PathPattern } from './pattern.ts'
import {
  DEEP,
  fitsExactly,
  literalSegment,
  runSegments,
  type NameSegment,
  type Segment,
} from '../text/segment.ts'

/**
 * Two readings that must never be mixed: `must` (allow) covers exactly the paths that the pattern matches; `may` (deny, ask) also covers
 * everything below, the directory itself for `x/**`, and names that a file system or a person might confuse with it.
 */
export type Reading =
  | { readonly kind: 'must' }
  /** `takesAlong`: the call also moves or removes everything below, so a rule for something below applies. */
  | { readonly kind: 'may'; readonly takesAlong?: boolean }

/** Does a pattern match a path? */
export function matchPath(pattern: PathPattern, form: PathForm, place: Place, reading: Reading): boolean {
  if (reading.kind === 'must') return matchExactly(pattern, form, place)
  return matchWidely(pattern, form, place) || (reading.takesAlong === true && isAbove(pattern, form, place))
}

/** A segment that matches any name: a `**` at the end needs at least one. */
const ANY_NAME: NameSegment = { kind: 'name', source: '*', tokens: [MANY] }

/** The segments of a pattern as the two readings use them; computed once per pattern. */
interface Prepared {
  /** With at least one name for a `**` at the end. */
  readonly exact: readonly Segment[]
  /** `x/**` also matches `x`; as written, and in NFC if that differs. */
  readonly wide: readonly (readonly Segment[])[]
}

const prepared = new WeakMap<PathPattern, Prepared>()

function prepare(pattern: PathPattern): Prepared {
  const known = prepared.get(pattern)
  if (known !== undefined) return known
  const start = pattern.anchor === 'any' ? [DEEP] : []
  const end = pattern.segments.at(-1)?.kind === 'deep' ? [ANY_NAME] : []
  const made = {
    exact: [...start, ...pattern.segments, ...end],
    wide: writings(pattern).map((segments) => [...start, ...withoutTail(segments)]),
  }
  prepared.set(pattern, made)
  return made
}

function matchExactly(pattern: PathPattern, form: PathForm, place: Place): boolean {
  const from = startOf(pattern, form, place, (base, name) => base === name)
  if (from === undefined || (pattern.anchor === 'any' && !isWithin(form, placeForms(place).workspace)))
    return false
  const reach = runSegments(prepare(pattern).exact, form.names, fitsExactly, from)
  return pattern.directory ? reach.leading : reach.whole
}

function matchWidely(pattern: PathPattern, form: PathForm, place: Place): boolean {
  const from = startOf(pattern, form, place, fitsBase)
  if (from === undefined) return false
  return prepare(pattern).wide.some((segments) => runSegments(segments, form.names, fitsWidely, from).leading)
}

/** Index of the first name that the pattern's own segments match; undefined: the path is not below the anchor. */
function startOf(
  pattern: PathPattern,
  form: PathForm,
  place: Place,
  fits: (base: string, name: string) => boolean,
): number | undefined {
  if (pattern.anchor === 'any') {
    // A bare name means files of the project: `deny project` must not close the folder that contains the project.
    const { workspace } = placeForms(place)
    return isWithin(form, workspace) ? workspace.names.length : 0
  }
  const base = baseNames(pattern, place)
  if (form.names.length < base.length) return undefined
  return base.every((name, index) => fits(name, form.names[index] ?? '')) ? base.length : undefined
}

function fitsBase(base: string, name: string): boolean {
  return base === name || fitsWidely(literalSegment(base), name)
}

/** The pattern as written, and in NFC if that differs. */
function writings(pattern: PathPattern): readonly (readonly Segment[])[] {
  return pattern.composed === undefined ? [pattern.segments] : [pattern.segments, pattern.composed]
}

function withoutTail(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex((segment) => segment.kind !== 'deep')
  return segments.slice(0, last + 1)
}

/** The names of the directory that an anchored pattern starts from. */
export function baseNames(pattern: PathPattern, place: Place): readonly string[] {
  switch (pattern.anchor) {
    case 'any':
    case 'root':
      return []
    case 'home':
      return placeForms(place).home.names
    case 'project':
      return placeForms(place).workspace.names
    case 'cwd':
      return placeForms(place).cwd.names
    default:
      return assertNever(pattern.anchor)
  }
}

/** Whether the path is the literal prefix of an anchored pattern, or a parent of it: then changing it affects what the rule names. */
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

/** A name as deny and ask compare it: as written, composed, without trailing dots and blanks; or the pattern's own letters. */
export function fitsWidely(segment: NameSegment, name: string): boolean {
  if (fitsOrEquals(segment, name)) return true
  if (isPlain(name)) return false
  const trimmed = trimName(name).normalize('NFC')
  const composed = name.normalize('NFC')
  return (
    (composed !== name && fitsOrEquals(segment, composed)) ||
    (trimmed !== composed && fitsOrEquals(segment, trimmed))
  )
}

/** It has only one spelling: the usual and the fast case. */
function isPlain(name: string): boolean {
  return /^[!-~ ]*[!--/-~]$/.test(name)
}

function fitsOrEquals(segment: NameSegment, name: string): boolean {
  return segment.source === name || fitsExactly(segment, name)
}
