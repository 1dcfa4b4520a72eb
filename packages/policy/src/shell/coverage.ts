import { assertNever } from '../result.ts'
import { globMatches } from '../text/glob.ts'
import { shellPatternOf } from '../rules/rule-key.ts'
import type { Rule } from '../model/rule.ts'
import { beginsWith, coversWords, fieldText, isExact, type ShellPattern } from '../rules/shell-pattern.ts'
import { literal, type Field } from '../model/field.ts'
import type { AssignmentFact, Carrier, CommandPart, Hazard, Inner, WritePart } from '../model/part.ts'

/**
 * The *must* reading of a command: whether an allow rule certainly covers it. A `*` covers arguments, never another command, a written
 * file, a variable, raised privilege or a hazard, unless the rule spells it out.
 */
export function coversCommand(rule: Rule, part: CommandPart): boolean {
  const pattern = shellPatternOf(rule)
  if (pattern === undefined || pattern.any) return true
  if (part.shadowed || part.facts.opaque || !writesAsSpelled(pattern, part.writes)) return false
  if (!part.facts.hazards.every((hazard) => spellsHazard(pattern, hazard, part.argv))) return false
  for (const carrier of part.carriers) {
    if (coversThrough(pattern, carrier)) return part.assignments.every((fact) => fact.harmless)
    if (!carrier.transparent) return false
  }
  return coversStarted(pattern, part) && coversWithAssignments(pattern, part)
}

/** A rule covers a writing redirect if it spells out its target, and whether existing content stays, and covers its command. */
export function coversRedirect(rule: Rule, { target, append, command, carriers }: WritePart): boolean {
  const pattern = shellPatternOf(rule)
  const text = literal(target)
  if (pattern === undefined || text === undefined || command === undefined) return false
  if (carriers.some((carrier) => !carrier.transparent)) return false
  return (
    pattern.redirects.some((redirect) => redirect.append === append && globMatches(redirect.target, text)) &&
    coversWords(pattern, command)
  )
}

/** The rule contains the path literally. */
export function spellsPath(rule: Rule, path: Field): boolean {
  const pattern = shellPatternOf(rule)
  const text = literal(path)
  if (pattern === undefined || text === undefined) return false
  const inRedirect = pattern.redirects.some(
    ({ target }) => target.chunks.length === 1 && target.chunks[0] === text,
  )
  return inRedirect || pattern.words.some((word) => word.whole && word.text === text)
}

/** A bare tool name, or `*`: covers every command. */
export function isEvery(rule: Rule): boolean {
  const pattern = shellPatternOf(rule)
  return pattern === undefined || pattern.any
}

/** A rule that spells out redirects matches a command that has them all. */
export function writesAsSpelled({ redirects }: ShellPattern, writes: readonly Field[]): boolean {
  return redirects.every(({ target }) => writes.some((write) => globMatches(target, fieldText(write))))
}

/** An assignment as the word it is written as. */
export function assignmentField({ name, value, range }: AssignmentFact): Field {
  const [first, ...rest] = value?.pieces ?? []
  const start = `${name}=`
  const pieces: Field['pieces'] =
    first?.kind === 'text'
      ? [{ kind: 'text', text: start + first.text }, ...rest]
      : [{ kind: 'text', text: start }, ...(first === undefined ? [] : [first]), ...rest]
  return { pieces, quoted: false, many: false, range }
}

function coversWithAssignments(pattern: ShellPattern, { argv, assignments }: CommandPart): boolean {
  const harmful = assignments.filter((fact) => !fact.harmless)
  const prefixes = assignments.length === harmful.length ? [harmful] : [harmful, assignments]
  // With nothing before it, the vector itself: its text is then computed once for all rules.
  return prefixes.some((facts) =>
    coversWords(pattern, facts.length === 0 ? argv : [...facts.map(assignmentField), ...argv]),
  )
}

/** For a command that starts another through an opaque wrapper, the rule must spell out the started command. */
function coversStarted(pattern: ShellPattern, { argv, facts }: CommandPart): boolean {
  return facts.transparent || facts.inner.every((inner) => spellsInner(pattern, argv, inner))
}

function spellsInner(pattern: ShellPattern, argv: readonly Field[], inner: Inner): boolean {
  switch (inner.kind) {
    case 'argv':
      if (inner.remote === true) return true
      return inner.from === undefined ? isExact(pattern) : beginsWith(pattern, argv.slice(0, inner.from + 1))
    case 'script':
      return inner.remote === true || beginsWith(pattern, argv)
    case 'stdin-script':
    case 'beyond':
      return false
    default:
      return assertNever(inner)
  }
}

/** The rule is written for the wrapper of this command, and spells out what that starts. */
function coversThrough(pattern: ShellPattern, { argv, from, kind }: Carrier): boolean {
  if (argv === undefined || !coversWords(pattern, argv)) return false
  switch (kind) {
    case 'remote':
      return true
    case 'wrapper':
      return beginsWith(pattern, from === undefined ? argv : argv.slice(0, from + 1))
    case 'inline':
    case 'substitution':
    case 'function':
    case 'pipe':
      return beginsWith(pattern, argv)
    default:
      return assertNever(kind)
  }
}

/** The rule names the option that makes the program do more than its name says. */
function spellsHazard(pattern: ShellPattern, hazard: Hazard, argv: readonly Field[]): boolean {
  if (isExact(pattern)) return true
  const carrying = argv.find(
    ({ range }) => range.start <= hazard.range.start && hazard.range.end <= range.end,
  )
  const word = literal(carrying)
  return pattern.words.some(({ text, whole }) => {
    if (whole && text !== '' && text === word) return true
    return hazard.spellings.some((spelling) => text === spelling || (!whole && text === `${spelling}=`))
  })
}
