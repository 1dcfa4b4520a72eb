import type { Place } from '../model/call.ts'
import { namesOfPath } from './names.ts'
import type { PlacedRule } from '../model/rule.ts'
import type { Field, Range } from '../model/field.ts'
import type { Carrier, Touch } from '../model/part.ts'
import type { BuiltinTag, Fit, Guard, Subject } from '../model/subject.ts'
import { formOf, type PathForm } from './form.ts'
import { literalTokens } from '../text/name-glob.ts'
import { matchPath } from './match.ts'
import { couldMeet, formOfNames, type Route } from './meet.ts'
import type { PathPattern } from './pattern.ts'
import { guardOfChange, guardOfNames, guardOfRead, guardOfReadNames, type Change } from './protected.ts'
import { patternOf } from './rule-pattern.ts'
import { readWord, type Shape, type ShapeName, type Word } from './shape.ts'

/** The action on a path that a command's words show. */
export type Act = Touch['act']

export interface TouchOptions {
  /** Includes everything below (`rm -r`, `mv`, `cp -r`). */
  readonly recursive?: boolean
  /** Read, and possibly written. */
  readonly perhaps?: boolean
  /** Files with unknown names are created below it. */
  readonly spread?: boolean
  readonly range?: Range
  readonly carriers?: readonly Carrier[]
  readonly builtins?: readonly BuiltinTag[]
  /** Include the names by which rules are found. */
  readonly keyed?: true
  /** Whether an allow rule for the command itself spells out this word. Such a rule opens a protected file too. */
  readonly spelledBy?: (rule: PlacedRule) => boolean
}

/** The file tool that a touch is treated as: its deny and ask rules apply, and its allow rules cover (SPEC P15). */
const TOOLS: Readonly<Record<Act, string>> = {
  read: 'files.read',
  write: 'files.write',
  remove: 'files.delete',
}
const VERBS: Readonly<Record<Act, string>> = { read: 'reads', write: 'writes', remove: 'removes' }

/**
 * A path in the words of a shell command, for the rules about files (SPEC P15, P16). It has no row: the command that it belongs to is
 * decided separately. `word` is text after expansion: a `~` in it was quoted. `cwds`: the possible working directories of the command; an
 * undefined entry: unknown.
 */
export function touchSubject(
  act: Act,
  word: string | Field,
  cwds: string | readonly (string | undefined)[],
  place: Place,
  options: TouchOptions = {},
): Subject {
  const read = readWord(word)
  const routes = routesOf(read, typeof cwds === 'string' ? [cwds] : cwds, place)
  const guard =
    act === 'read' && options.perhaps !== true
      ? guardOfReading(routes, place)
      : guardOf(routes, place, { takesAlong: options.recursive === true, spread: options.spread === true })
  const [only, more] = routes
  const path = only?.kind === 'form' && more === undefined ? only.form.path : undefined
  const takesAlong = options.recursive === true
  const keyed = options.keyed === true && path !== undefined
  const names = keyed ? namesOfPath(path, { takesAlong, place }) : undefined
  return {
    label: `${VERBS[act]} ${read.text}`,
    tools: {
      may: [TOOLS[act]],
      must: options.spelledBy === undefined ? [TOOLS[act]] : [TOOLS[act], 'terminal.exec'],
    },
    row: 'none',
    path,
    range: options.range,
    carriers: options.carriers,
    builtins: options.builtins,
    guard,
    keys: names === undefined ? undefined : { names },
    may: (rule) => mayMatch(rule, routes, place, takesAlong),
    must: (rule) => mustMatch(rule, routes, place, { guard, spelledBy: options.spelledBy }),
  }
}

/** A possible path of a word: certain, or with some uncertain names. */
type Way = { readonly kind: 'form'; readonly form: PathForm } | ({ readonly kind: 'route' } & Route)

function routesOf(word: Word, cwds: readonly (string | undefined)[], place: Place): readonly Way[] {
  if (word.kind === 'literal') return literalWays(word.text, cwds, place)
  return word.shapes.flatMap((shape) => shapeWays(shape, cwds))
}

function literalWays(text: string, cwds: readonly (string | undefined)[], place: Place): readonly Way[] {
  if (text.startsWith('/')) return [{ kind: 'form', form: formOf(text) }]
  const here = cwds.map((cwd): Way => {
    if (cwd !== undefined) return { kind: 'form', form: formOf(`${cwd}/${text}`) }
    return { kind: 'route', known: false, names: formOf(text).names.map(sureName) }
  })
  // Some programs expand a tilde that the shell did not.
  const home: readonly Way[] =
    text === '~' || text.startsWith('~/') ? [{ kind: 'form', form: formOf(place.home + text.slice(1)) }] : []
  return [...here, ...home]
}

function shapeWays({ from, segments, under }: Shape, cwds: readonly (string | undefined)[]): readonly Way[] {
  if (from === 'root') return [{ kind: 'route', known: true, names: climb([], segments) }]
  if (from === 'unknown') {
    const names = climb([], segments)
    const folders = under === undefined ? [] : shapeWays(under, cwds)
    if (folders.length === 0) return [{ kind: 'route', known: false, names }]
    return folders.map((folder) =>
      folder.kind === 'route' && folder.known
        ? { kind: 'route', known: false, names, under: folder.names }
        : { kind: 'route', known: false, names },
    )
  }
  return cwds.map((cwd) =>
    cwd === undefined
      ? { kind: 'route', known: false, names: climb([], segments) }
      : { kind: 'route', known: true, names: climb(formOf(cwd).names.map(sureName), segments) },
  )
}

function sureName(name: string): ShapeName {
  return { kind: 'name', tokens: literalTokens(name), literal: name, hole: false }
}

function climb(base: readonly ShapeName[], segments: readonly ShapeName[]): readonly ShapeName[] {
  const names = [...base]
  for (const segment of segments) {
    if (segment.literal === '..') names.pop()
    else names.push(segment)
  }
  return names
}

/** Written or removed: protects files that run automatically later, and the gate's own files. Elsewhere a shell may write freely. */
function guardOf(ways: readonly Way[], place: Place, change: Change): Guard | undefined {
  const guards = ways.flatMap((way): readonly Guard[] => {
    const guard =
      way.kind === 'form' ? guardOfChange(way.form, place, change) : guardOfNames(way.names, place, way.known)
    return guard === undefined || guard.because === 'outside' ? [] : [guard]
  })
  return guards.find((guard) => guard.because === 'own-files') ?? guards[0]
}

/** Read: protects only the gate's own folders. Elsewhere a shell may read anything that no rule mentions. */
function guardOfReading(ways: readonly Way[], place: Place): Guard | undefined {
  if (place.own === undefined) return undefined
  for (const way of ways) {
    const guard = way.kind === 'form' ? guardOfRead(way.form, place) : readNamesGuard(way, place)
    if (guard?.because === 'own-files') return guard
  }
  return undefined
}

function readNamesGuard({ known, names }: Route, place: Place): Guard | undefined {
  return known ? guardOfReadNames(names, place) : undefined
}

function mayMatch(rule: PlacedRule, ways: readonly Way[], place: Place, takesAlong: boolean): Fit {
  const pattern = patternOf(rule.rule)
  if (pattern === 'every') return 'hit'
  if (pattern === undefined) return 'possible'
  const fits = new Set(ways.map((way) => fitOf(pattern, way, place, takesAlong)))
  if (fits.has('hit')) return 'hit'
  // Shipped rules match only words that are certain; a person's rules also match possible ones.
  return rule.layer !== 'shipped' && fits.has('possible') ? 'possible' : 'no'
}

function fitOf(pattern: PathPattern, way: Way, place: Place, takesAlong: boolean): Fit {
  if (way.kind === 'form') {
    return matchPath(pattern, way.form, place, { kind: 'may', takesAlong }) ? 'hit' : 'no'
  }
  const lead = leadingForm(way)
  if (lead !== undefined && matchPath(pattern, lead, place, { kind: 'may' })) return 'hit'
  return couldMeet(pattern, way, place, { takesAlong }) ? 'possible' : 'no'
}

/** The directory that a glob stays in: a denial there applies to everything that the glob finds. */
function leadingForm({ known, names }: Route): PathForm | undefined {
  if (!known || names.some((name) => name.hole)) return undefined
  const end = names.findIndex((name) => name.literal === undefined)
  const lead = end === -1 ? names : names.slice(0, end)
  return formOfNames(lead)
}

function mustMatch(
  rule: PlacedRule,
  ways: readonly Way[],
  place: Place,
  { guard, spelledBy }: { readonly guard: Guard | undefined; readonly spelledBy: TouchOptions['spelledBy'] },
): boolean {
  if (guard?.because === 'own-files') return false
  if (rule.rule.tool === 'terminal.exec') return spelledBy?.(rule) === true
  const pattern = patternOf(rule.rule)
  if (pattern === undefined) return false
  if (guard !== undefined && (pattern === 'every' || !pattern.spelled)) return false
  if (pattern === 'every') return true
  return ways.every((way) => way.kind === 'form' && matchPath(pattern, way.form, place, { kind: 'must' }))
}
