import type { Place } from '../model/call.ts'
import { formOf, isWithin, placeForms, type PathForm } from './form.ts'
import { intersects, literalTokens } from '../text/name-glob.ts'
import { baseNames, fitsWidely } from './match.ts'
import type { PathPattern } from './pattern.ts'
import { DEEP, literalSegment, type NameSegment, type Segment } from '../text/segment.ts'
import type { ShapeName, ShapeSegment } from './shape.ts'

/** The names of an uncertain path from the root, or from an unknown directory. */
export interface Route {
  readonly known: boolean
  readonly names: readonly ShapeName[]
  /** Set if the unknown directory is known to be below this one. */
  readonly under?: readonly ShapeName[]
}

/** Whether one of the possible paths of a route could be what a deny or ask pattern means. */
export function couldMeet(
  pattern: PathPattern,
  route: Route,
  place: Place,
  options: { readonly takesAlong: boolean },
): boolean {
  const tree = pattern.directory || pattern.segments.at(-1)?.kind === 'deep'
  return [pattern.segments, ...(pattern.composed === undefined ? [] : [pattern.composed])].some(
    (segments) => {
      if (pattern.anchor === 'any')
        return meets([DEEP, ...withoutTail(segments)], belowRoot(route, place), tree)
      const names: readonly ShapeSegment[] = route.known
        ? route.names
        : [...(route.under ?? []), { kind: 'deep' }, ...route.names]
      const whole = [...baseNames(pattern, place).map(literalSegment), ...segments]
      return meets(withoutTail(whole), names, tree) || (options.takesAlong && isAbove(whole, route))
    },
  )
}

function withoutTail(segments: readonly Segment[]): readonly Segment[] {
  return segments.slice(0, segments.findLastIndex((segment) => segment.kind !== 'deep') + 1)
}

/** The path that these names lead to. */
export function formOfNames(names: readonly ShapeName[]): PathForm {
  return formOf(`/${names.map((name) => name.literal ?? '').join('/')}`)
}

/** Names that a bare pattern is matched with: inside the workspace only those below its root. */
function belowRoot({ known, names }: Route, place: Place): readonly ShapeName[] {
  const root = placeForms(place).workspace
  const lead = names.slice(0, root.names.length)
  const inside = known && isWithin(formOfNames(lead), root) && lead.every(isSure)
  return inside ? names.slice(root.names.length) : names
}

function isSure(name: ShapeName): boolean {
  return name.literal !== undefined
}

/**
 * Visits pairs of positions, each once: is there a path whose prefix the pattern matches? An unknown prefix matters only for a folder
 * pattern: nobody means a folder called `.env`.
 */
function meets(pattern: readonly Segment[], names: readonly ShapeSegment[], tree: boolean): boolean {
  const width = names.length + 1
  const seen = new Set<number>([0])
  for (const pair of seen) {
    const row = Math.floor(pair / width)
    const column = pair % width
    if (row === pattern.length) {
      if (tree || column === names.length || isFolder(names[column - 1], pattern[row - 1])) return true
    }
    const left = pattern[row]
    const right = names[column]
    if (left?.kind === 'deep') seen.add(pair + width)
    if (right?.kind === 'deep') seen.add(pair + 1)
    if (left === undefined || right === undefined) continue
    if (left.kind === 'deep') seen.add(pair + 1)
    else if (right.kind === 'deep') seen.add(pair + width)
    else if (namesMeet(left, right)) seen.add(pair + width + 1)
  }
  return false
}

/** Whether the pattern means a name on the way as a folder: it exists, a glob aims at it, or the pattern does not look like a file. */
function isFolder(name: ShapeSegment | undefined, segment: Segment | undefined): boolean {
  if (name?.kind !== 'name' || name.hole) return false
  const aims = name.literal !== undefined || name.tokens.some((token) => token.kind === 'char')
  return aims || (segment?.kind === 'name' && segment.literal !== undefined && !segment.literal.includes('.'))
}

/** Whether the path is a parent of what an anchored pattern spells out. After an unknown directory: anywhere on the way. */
function isAbove(pattern: readonly Segment[], { known, names }: Route): boolean {
  const end = pattern.findIndex((segment) => segment.kind === 'deep' || segment.literal === undefined)
  const lead = end === -1 ? pattern : pattern.slice(0, end)
  const last = lead.length - names.length
  const starts = known ? [0] : Array.from({ length: last + 1 < 0 ? 0 : last + 1 }, (_, start) => start)
  return starts.some((start) =>
    names.every((name, index) => {
      const segment = lead[start + index]
      return segment?.kind === 'name' && namesMeet(segment, name)
    }),
  )
}

function namesMeet(segment: NameSegment, name: ShapeName): boolean {
  if (name.literal !== undefined) return fitsWidely(segment, name.literal)
  const tokens = segment.literal === undefined ? segment.tokens : literalTokens(segment.literal)
  return intersects(name.tokens, tokens, { hiddenNeedsDot: !name.hole })
}
