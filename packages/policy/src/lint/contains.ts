import { trimName } from '../text/characters.ts'
import { MANY, codePoints, type Token } from '../text/name-glob.ts'
import type { PathPattern } from '../paths/pattern.ts'
import { patternOf } from '../paths/rule-pattern.ts'
import { DEEP, runSegments, type NameSegment, type Segment } from '../text/segment.ts'
import { assertNever } from '../result.ts'
import { globMatches, parseGlob } from '../text/glob.ts'
import { shellPatternOf } from '../rules/rule-key.ts'
import type { Rule } from '../model/rule.ts'
import { coversWords, fitsWords, type ShellPattern } from '../rules/shell-pattern.ts'
import { textField, type Field } from '../model/field.ts'
import { kindOfTool } from '../tools.ts'
import type { HostPattern, UrlPattern } from '../urls/pattern.ts'
import { defaultPort } from '../urls/reading.ts'
import { urlPatternOf } from '../urls/rule-pattern.ts'

/** How the outer rule is interpreted: broadly for deny and ask, exactly for allow. */
export type Reading = 'may' | 'must'

/**
 * Whether `outer` matches everything that `inner` matches. True is certain; false may mean "unsure". It is used to report that a rule is
 * never reached, so it must not be wrong.
 */
export function containsRule(outer: Rule, inner: Rule, reading: Reading): boolean {
  if (outer.tool !== inner.tool && !containsTool(outer.tool, inner.tool)) return false
  if (outer.pattern === undefined) return reading === 'may' || !opensMore(inner)
  if (inner.pattern === undefined) return false
  const kind = kindOfTool(inner.tool)
  if (kind !== kindOfTool(outer.tool)) return false
  switch (kind) {
    case 'shell':
      if (reading === 'must' && opensMore(inner)) return false
      return containsCommand(shellPatternOf(outer), shellPatternOf(inner), reading)
    case 'path':
      return containsPath(outer, inner, reading)
    case 'url':
      return containsUrl(outer, inner, reading)
    case 'text':
    case undefined:
      return outer.pattern === inner.pattern || globMatches(parseGlob(outer.pattern), wildText(inner.pattern))
    default:
      return assertNever(kind)
  }
}

function containsTool(outer: string, inner: string): boolean {
  return outer.includes('*') && globMatches(parseGlob(outer), inner.replaceAll('*', UNKNOWN_TOOL))
}

/** No tool name contains this character: only a `*` matches it. */
const UNKNOWN_TOOL = '\u{1}'

/** A rule that spells out a file or a host may open something protected or private; other rules never do. */
function opensMore(rule: Rule): boolean {
  if (rule.pattern === undefined) return false
  const kind = kindOfTool(rule.tool)
  if (kind === 'shell') return rule.pattern.split(/[\s/]+/).some(isProtectedName)
  if (kind === 'url') return spellsHost(urlPatternOf(rule) ?? { kind: 'every' })
  const pattern = kind === 'path' ? patternOf(rule) : undefined
  return pattern !== undefined && pattern !== 'every' && pattern.spelled && mayBeProtected(pattern)
}

function wildText(pattern: string): string {
  return parseGlob(pattern).chunks.join(UNKNOWN_TOOL)
}

function containsCommand(
  outer: ShellPattern | undefined,
  inner: ShellPattern | undefined,
  reading: Reading,
): boolean {
  if (outer === undefined || outer.any) return true
  if (inner === undefined || inner.any) return false
  const fields = fieldsOf(inner)
  if (reading === 'may') return outer.redirects.length === 0 && fitsWords(outer, fields) === 'hit'
  // A rule that spells out an option may cover a hazard, which a `*` does not; one that spells out a redirect covers a write.
  const spelled = new Set(outer.words.map(({ text }) => text))
  const spellsMore = inner.words.some(({ text }) => text.startsWith('-') && !spelled.has(text))
  return (
    inner.redirects.length === 0 && outer.redirects.length === 0 && !spellsMore && coversWords(outer, fields)
  )
}

/** The words of a rule as the words of a command: a wildcard becomes unknown text. */
export function fieldsOf(pattern: ShellPattern): readonly Field[] {
  const range = { start: 0, end: 0 }
  return pattern.words.map(({ text, whole }): Field => {
    if (whole) return textField(text, range)
    const lead: Field['pieces'] = text === '' ? [] : [{ kind: 'text', text }]
    return { pieces: [...lead, { kind: 'hole', source: '*' }], quoted: false, many: text === '', range }
  })
}

function containsPath(outerRule: Rule, innerRule: Rule, reading: Reading): boolean {
  const outer = patternOf(outerRule)
  const inner = patternOf(innerRule)
  if (outer === undefined || inner === undefined || outer === 'every' || inner === 'every') return false
  const segments = alignAnchors(outer, inner, reading)
  if (segments === undefined) return false
  if (reading === 'must' && inner.spelled && !outer.spelled && mayBeProtected(inner)) return false
  return containsSegments(
    { segments: segments.outer, directory: outer.directory },
    { segments: segments.inner, directory: inner.directory },
    reading,
  )
}

/** The segments of both from the same start, or undefined if the starts cannot be compared. */
function alignAnchors(
  outer: PathPattern,
  inner: PathPattern,
  reading: Reading,
): { readonly outer: readonly Segment[]; readonly inner: readonly Segment[] } | undefined {
  if (outer.anchor === inner.anchor) {
    const start = outer.anchor === 'any' ? [DEEP] : []
    return { outer: [...start, ...outer.segments], inner: [...start, ...inner.segments] }
  }
  if (outer.anchor === 'any' && (inner.anchor === 'project' || (reading === 'may' && isOneName(outer)))) {
    return { outer: [DEEP, ...outer.segments], inner: inner.segments }
  }
  if (outer.anchor === 'project' && inner.anchor === 'any' && reading === 'must') {
    return { outer: outer.segments, inner: [DEEP, ...inner.segments] }
  }
  return undefined
}

/**
 * A path below the home may be in the workspace, where a pattern without anchor only matches segments below its root: then `~/x/a` is just
 * `a`, and only a pattern of one name is certain to match it.
 */
function isOneName({ segments }: PathPattern): boolean {
  return segments.filter(({ kind }) => kind === 'name').length === 1
}

/** A pattern without its anchor, for comparison. */
interface Shape {
  readonly segments: readonly Segment[]
  /** Includes everything below. */
  readonly directory: boolean
}

/** The inner pattern's segments act as names; a `**` in it is a name that only a `**` matches. */
function containsSegments(outer: Shape, inner: Shape, reading: Reading): boolean {
  const given = [...atLeastOne(inner.segments), ...(inner.directory ? [DEEP] : [])]
  const names = given.map((segment, index) => (segment.kind === 'deep' ? ANY : String(index)))
  const fits = (segment: NameSegment, name: string): boolean => {
    const other = name === ANY ? undefined : given[Number(name)]
    return other?.kind === 'name' && containsName(segment, other)
  }
  const last = outer.segments.findLastIndex((segment) => segment.kind !== 'deep')
  if (reading === 'may') return runSegments(outer.segments.slice(0, last + 1), names, fits).leading
  const reach = runSegments(atLeastOne(outer.segments), names, fits)
  return outer.directory ? reach.leading : reach.whole
}

const ANY = '**'
const ANY_NAME: NameSegment = { kind: 'name', source: '*', tokens: [MANY] }

/** `a/**` matches something below `a`, never `a` itself. */
function atLeastOne(segments: readonly Segment[]): readonly Segment[] {
  return segments.at(-1)?.kind === 'deep' ? [...segments, ANY_NAME] : segments
}

function containsName(outer: NameSegment, inner: NameSegment): boolean {
  if (outer.literal !== undefined || inner.literal !== undefined) {
    if (inner.literal === undefined) return false
    return outer.literal === undefined
      ? takesAll(outer.tokens, literals(inner.literal))
      : outer.literal === inner.literal
  }
  return takesAll(outer.tokens, inner.tokens)
}

function literals(text: string): readonly Token[] {
  return codePoints(text).map((code) => ({ kind: 'char', code }))
}

/** `outer` consumes each token of `inner` like a character; only a `*` consumes a `*`. */
function takesAll(outer: readonly Token[], inner: readonly Token[]): boolean {
  let reach = closure(outer, new Set([0]))
  for (const token of inner) {
    const next = new Set<number>()
    for (const at of reach) {
      const step = outer[at]
      if (step === undefined) continue
      if (step.kind === 'many') next.add(at)
      else if (takesToken(step, token)) next.add(at + 1)
    }
    reach = closure(outer, next)
  }
  return reach.has(outer.length)
}

function closure(tokens: readonly Token[], at: Set<number>): Set<number> {
  for (const index of at) if (tokens[index]?.kind === 'many') at.add(index + 1)
  return at
}

function takesToken(outer: Token, inner: Token): boolean {
  if (inner.kind === 'many') return false
  if (outer.kind === 'one') return true
  if (inner.kind === 'char') {
    if (outer.kind === 'char') return outer.code === inner.code
    return (
      outer.kind === 'class' &&
      outer.ranges.some(([from, to]) => inner.code >= from && inner.code <= to) !== outer.negated
    )
  }
  return outer.kind === 'class' && JSON.stringify(outer) === JSON.stringify(inner)
}

/** Whether a literal pattern could name something protected: nothing else opens that, so the rule is not redundant. */
function mayBeProtected({ segments }: PathPattern): boolean {
  return segments.some((segment) => segment.kind === 'name' && isProtectedName(segment.literal ?? ''))
}

/** An approximation: names that begin with a dot, and the two protected ones that do not. */
function isProtectedName(word: string): boolean {
  const name = trimName(word)
  return /^\.[^.]/.test(name) || name === 'pip.conf' || name === 'config.fish'
}

function containsUrl(outerRule: Rule, innerRule: Rule, reading: Reading): boolean {
  const outer = urlPatternOf(outerRule)
  const inner = urlPatternOf(innerRule)
  if (outer === undefined || inner === undefined) return false
  if (outer.kind === 'every') return reading === 'may' || !spellsHost(inner)
  if (inner.kind === 'every') return false
  if (reading === 'must' && spellsHost(inner) && !sameHost(outer.host, inner.host)) return false
  return containsHost(outer.host, inner.host) && containsPlace(outer, inner, reading)
}

type Placed = Exclude<UrlPattern, { kind: 'every' }>

function containsPlace(outer: Placed, inner: Placed, reading: Reading): boolean {
  if (outer.kind === 'domain') return containsPort(outer.port, inner, reading)
  if (inner.kind === 'domain') return false
  if (outer.scheme !== inner.scheme || outer.port !== inner.port) return false
  if (outer.query !== undefined && outer.query !== inner.query) return false
  return containsSegments(
    { segments: outer.path, directory: false },
    { segments: inner.path, directory: false },
    reading,
  )
}

/** A domain without a port means every port for deny and ask, but the scheme's default for allow. */
function containsPort(port: number | undefined, inner: Placed, reading: Reading): boolean {
  if (port !== undefined) return inner.port === port
  if (reading === 'may') return true
  return inner.kind === 'domain' ? inner.port === undefined : inner.port === defaultPort(inner.scheme)
}

function containsHost(outer: HostPattern, inner: HostPattern): boolean {
  if (outer.kind === 'any') return true
  if (inner.kind === 'any') return false
  const below = inner.host.endsWith(`.${outer.host}`)
  if (outer.kind === 'below') return below || (inner.kind === 'below' && inner.host === outer.host)
  if (outer.below) return below || inner.host === outer.host
  return inner.kind === 'host' && !inner.below && inner.host === outer.host
}

function sameHost(a: HostPattern, b: HostPattern): boolean {
  return a.kind === 'host' && b.kind === 'host' && a.host === b.host
}

/** Any name may resolve to a private address: then only a rule that spells it out opens it. */
function spellsHost(pattern: UrlPattern): boolean {
  return pattern.kind !== 'every' && pattern.host.kind === 'host'
}
