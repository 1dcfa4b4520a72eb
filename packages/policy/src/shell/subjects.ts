import { breakerOfCommand, deviceOf } from '../breakers.ts'
import { builtinsOfPath, builtinsOfTraits } from '../builtins.ts'
import type { PathSubject, Place, PolicyCall } from '../call.ts'
import { pathSubjects } from '../paths/subjects.ts'
import { assertNever } from '../result.ts'
import { globMatches } from '../rules/glob.ts'
import { baseName, shellPatternOf } from '../rules/rule-index.ts'
import type { PlacedRule, Rule } from '../rules/rule.ts'
import {
  beginsWith,
  coversWords,
  fieldText,
  firstWord,
  fitsWords,
  isExact,
  type ShellPattern,
} from '../rules/shell-pattern.ts'
import type { Fit, Note, Row, Subject } from '../subject.ts'
import { toolFacts } from '../tools.ts'
import { display, literal, textField, type Field, type Range } from './field.ts'
import type {
  AssignmentFact,
  AssignmentPart,
  BreakerPart,
  Carrier,
  CommandPart,
  Hazard,
  OpaquePart,
  ReadPart,
  ShellPart,
  ShellReading,
  Touch,
  WritePart,
} from './part.ts'

/** The things to decide of a shell command: a subject for each part, and one for each path that it names. Never empty. */
export function shellSubjects(call: PolicyCall, reading: ShellReading): readonly Subject[] {
  const around = surroundings(call)
  const parts = reading.parts.flatMap((part) => partSubjects(part, around))
  if (reading.unreadable !== undefined) return [unreadableSubject(reading, around), ...parts]
  return parts.length > 0 ? parts : [nothing(around)]
}

/** What all subjects of one call share. */
interface Around {
  readonly tool: string
  readonly row: Row
  readonly place: Place
}

function surroundings({ tool, place }: PolicyCall): Around {
  // A shell never only reads, whatever the tool says of itself: the tables decide that for each command.
  const row = tool.category === 'read' ? 'execute' : tool.category
  return { tool: tool.name, row, place }
}

function partSubjects(part: ShellPart, around: Around): readonly Subject[] {
  switch (part.kind) {
    case 'command':
      return [
        commandSubject(part, around),
        ...part.facts.touches.flatMap((touch) => touched(touch, part, around)),
      ]
    case 'write':
      return [writeSubject(part, around), ...targetSubjects(part, 'write', around)]
    case 'read':
      return targetSubjects(part, 'read', around)
    case 'assignment':
      return [assignmentSubject(part, around)]
    case 'opaque':
      return [opaqueSubject(part, around)]
    case 'breaker':
      return [breakerSubject(part, around)]
    default:
      return assertNever(part)
  }
}

function commandSubject(part: CommandPart, around: Around): Subject {
  const { argv, facts, carriers } = part
  const vectors = possibleVectors(part)
  const words = firstWords(vectors)
  const breaker = breakerOfCommand(part, around.place)
  const label = argv.map(display).join(' ')
  const free = readonlyProgram(part)
  return {
    ...base(part, around, label),
    carriers,
    // Code that is not shown could be any command: then no rule can be left out.
    ...(words === undefined || facts.opaque ? {} : { keys: { words } }),
    ...(free === undefined ? {} : { readonly: { program: free } }),
    ...(breaker === undefined ? {} : { breaker }),
    builtins: builtinsOfTraits(facts.traits, label),
    notes: commandNotes(part),
    may: (placed) => commandMay(placed, part, vectors),
    must: ({ rule }) => commandMust(rule, part),
  }
}

function base(
  part: ShellPart,
  { tool, row }: Around,
  label: string,
): Pick<Subject, 'label' | 'range' | 'tools' | 'row'> {
  return { label, range: part.range, tools: { may: [tool], must: [tool] }, row }
}

/** Every argument vector that deny and ask rules are tried on: as written, by other spellings, and what starts it. */
function possibleVectors({ argv, facts, carriers, assignments }: CommandPart): readonly (readonly Field[])[] {
  const all = [
    argv,
    ...facts.spellings,
    ...carriers.flatMap((carrier) => (carrier.argv === undefined ? [] : [carrier.argv])),
  ]
  const prefixed = assignments.length === 0 ? [] : [[...assignments.map(assignmentField), ...argv]]
  return [...all.flatMap(withBaseName), ...prefixed]
}

function withBaseName(argv: readonly Field[]): readonly (readonly Field[])[] {
  const [program, ...rest] = argv
  const name = program === undefined ? undefined : literal(program)
  if (program === undefined || name === undefined || !name.includes('/')) return [argv]
  return [argv, [textField(baseName(name), program.range), ...rest]]
}

/** Base names of the programs; undefined when one is not known: any rule could be meant. */
function firstWords(vectors: readonly (readonly Field[])[]): readonly string[] | undefined {
  const words = new Set<string>()
  for (const [program] of vectors) {
    const name = program === undefined ? undefined : literal(program)
    if (name === undefined) return undefined
    words.add(baseName(name))
  }
  return [...words]
}

function commandMay(placed: PlacedRule, part: CommandPart, vectors: readonly (readonly Field[])[]): Fit {
  const pattern = shellPatternOf(placed.rule)
  if (pattern === undefined || pattern.any) return 'hit'
  const hidden = part.facts.opaque && placed.layer !== 'shipped' ? 'possible' : 'no'
  if (!writesAsSpelled(pattern, part.writes)) return hidden
  let best: Fit = hidden
  for (const vector of vectors) {
    const fit = fitsWords(pattern, vector)
    if (fit === 'hit') return 'hit'
    if (fit === 'possible' || namesOtherPath(pattern, vector)) best = 'possible'
  }
  return best
}

/** The rule gives the program's path, the command its name or another path: it could be the same program. */
function namesOtherPath(pattern: ShellPattern, vector: readonly Field[]): boolean {
  const word = firstWord(pattern)
  const [program, ...rest] = vector
  if (word === undefined || program === undefined || !word.includes('/')) return false
  if (baseName(literal(program) ?? '') !== baseName(word)) return false
  return fitsWords(pattern, [textField(word, program.range), ...rest]) !== 'no'
}

/** A rule that spells redirects fits a command that has them all. */
function writesAsSpelled({ redirects }: ShellPattern, writes: readonly Field[]): boolean {
  return redirects.every(({ target }) => writes.some((write) => globMatches(target, fieldText(write))))
}

/** Certain coverage by an allow rule (corpus README, "Rules"). */
function commandMust(rule: Rule, part: CommandPart): boolean {
  const pattern = shellPatternOf(rule)
  if (pattern === undefined || pattern.any) return true
  if (part.shadowed || part.facts.opaque || !writesAsSpelled(pattern, part.writes)) return false
  if (!part.facts.hazards.every((hazard) => spells(pattern, hazard, part.argv))) return false
  const outer = part.carriers.find((carrier) => !carrier.transparent)
  if (outer === undefined)
    return coversStarted(pattern, part.argv, part) && coversWithAssignments(pattern, part)
  return coversThrough(pattern, outer) && part.assignments.every((fact) => fact.harmless)
}

function coversWithAssignments(pattern: ShellPattern, { argv, assignments }: CommandPart): boolean {
  const harmful = assignments.filter((fact) => !fact.harmless)
  const prefixes = assignments.length === harmful.length ? [harmful] : [harmful, assignments]
  return prefixes.some((facts) => coversWords(pattern, [...facts.map(assignmentField), ...argv]))
}

/** A command that starts another which rules may not look through: the rule must spell what is started. */
function coversStarted(pattern: ShellPattern, argv: readonly Field[], { facts }: CommandPart): boolean {
  if (facts.transparent) return true
  return facts.inner.every((inner) => {
    switch (inner.kind) {
      case 'argv':
        return inner.from === undefined
          ? isExact(pattern)
          : beginsWith(pattern, argv.slice(0, inner.from + 1))
      case 'script':
        return inner.remote === true || beginsWith(pattern, argv)
      case 'stdin-script':
        return false
      default:
        return assertNever(inner)
    }
  })
}

/** The rule is written for the command that starts this one, and spells what that starts. */
function coversThrough(pattern: ShellPattern, carrier: Carrier): boolean {
  const { argv, from, kind } = carrier
  if (argv === undefined || !coversWords(pattern, argv)) return false
  switch (kind) {
    case 'remote':
      return true
    case 'wrapper':
      return from === undefined ? beginsWith(pattern, argv) : beginsWith(pattern, argv.slice(0, from + 1))
    case 'inline':
    case 'substitution':
    case 'function':
    case 'pipe':
      return beginsWith(pattern, argv)
    default:
      return assertNever(kind)
  }
}

/** The rule names the option by which the program does more than its name says. */
function spells(pattern: ShellPattern, hazard: Hazard, argv: readonly Field[]): boolean {
  if (isExact(pattern)) return true
  const carried = argv.find(({ range }) => range.start <= hazard.range.start && hazard.range.end <= range.end)
  const word = carried === undefined ? undefined : literal(carried)
  return pattern.words.some(({ text, whole }) => {
    if (whole && word !== undefined && text === word && text !== '') return true
    return hazard.spellings.some((spelling) =>
      whole
        ? text === spelling
        : text === spelling || (text === `${spelling}=` && hazard.option.startsWith(text)),
    )
  })
}

/** Certainly without effect, everything on the way to it included. */
function readonlyProgram({ facts, shadowed, carriers, assignments, argv }: CommandPart): string | undefined {
  const free =
    facts.notReadonly === undefined &&
    facts.hazards.length === 0 &&
    !facts.opaque &&
    !facts.privilege &&
    !shadowed &&
    carriers.every((carrier) => carrier.transparent && carrier.privilege !== true) &&
    assignments.every((fact) => fact.harmless)
  const [program] = argv
  return free ? (facts.program ?? (program === undefined ? '' : display(program))) : undefined
}

function commandNotes({ facts, carriers, assignments }: CommandPart): readonly Note[] {
  const privileged = carriers.filter((carrier) => carrier.privilege === true)
  const program = facts.program ?? ''
  return [
    ...(facts.opaque ? [{ because: 'opaque-code', source: 'unknown' } as const] : []),
    ...privileged.map(({ name }) => ({ because: 'privilege', carrier: name }) as const),
    ...assignments
      .filter((fact) => !fact.harmless)
      .map(({ name }) => ({ because: 'assignment', name }) as const),
    ...facts.hazards.map(({ option }) => ({ because: 'hazard', program, option }) as const),
    ...(facts.notReadonly === undefined ? [] : [facts.notReadonly]),
  ]
}

/** A redirect that writes: covered by a rule that spells it, or by a `files.write` rule for its path. */
function writeSubject(part: WritePart, around: Around): Subject {
  const target = display(part.target)
  const breaker = deviceOf(part.target, part.cwds)
  const files = pathsOf(part.target, part.cwds).map((path) => formsOf('files.write', path, around.place))
  return {
    ...base(part, around, `writes ${target}`),
    carriers: part.carriers,
    tools: { may: [around.tool], must: [around.tool, 'files.write'] },
    ...(breaker === undefined ? {} : { breaker }),
    notes: [{ because: 'writes', target }],
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: (placed) => {
      if (placed.rule.tool === 'files.write') return isCovered(placed, files)
      return isEvery(placed.rule) || coversRedirect(placed.rule, part)
    },
  }
}

function isEvery(rule: Rule): boolean {
  const pattern = shellPatternOf(rule)
  return pattern === undefined || pattern.any
}

/** All forms of all paths that the target could be are covered by the one rule. */
function isCovered(placed: PlacedRule, files: readonly (readonly Subject[])[]): boolean {
  return (
    files.length > 0 &&
    files.every((forms) => forms.every((form) => form.unreadable === undefined && form.must(placed)))
  )
}

function coversRedirect(rule: Rule, { target, command, carriers }: WritePart): boolean {
  const pattern = shellPatternOf(rule)
  const text = literal(target)
  if (pattern === undefined || text === undefined || command === undefined) return false
  if (carriers.some((carrier) => !carrier.transparent)) return false
  return (
    pattern.redirects.some((redirect) => globMatches(redirect.target, text)) && coversWords(pattern, command)
  )
}

function assignmentSubject(part: AssignmentPart, around: Around): Subject {
  const { assignment, exported, carriers } = part
  const word = assignmentField(assignment)
  const vector = exported ? [textField('export', part.range), word] : [word]
  const free = assignment.harmless && carriers.every((carrier) => carrier.transparent)
  return {
    ...base(part, around, display(word)),
    carriers,
    ...(free
      ? { readonly: { program: 'assignment' } }
      : { notes: [{ because: 'assignment', name: assignment.name }] }),
    may: ({ rule }) => {
      const pattern = shellPatternOf(rule)
      return pattern === undefined ? 'hit' : fitsWords(pattern, vector)
    },
    must: ({ rule }) => {
      const pattern = shellPatternOf(rule)
      return (
        pattern === undefined ||
        pattern.any ||
        (carriers.every(({ transparent }) => transparent) && coversWords(pattern, vector))
      )
    },
  }
}

function assignmentField({ name, value, range }: AssignmentFact): Field {
  const start: Field['pieces'] = [{ kind: 'text', text: `${name}=` }]
  return { pieces: [...start, ...(value?.pieces ?? [])], quoted: false, many: false, range }
}

/** Code that nobody has seen could be anything that a deny or ask rule names; the shipped layer does not count. */
function opaqueSubject(part: OpaquePart, around: Around): Subject {
  const { source } = part
  const label = source === 'download' ? 'runs what it downloads' : 'runs code that is not shown'
  return {
    ...base(part, around, label),
    carriers: part.carriers,
    notes: [{ because: 'opaque-code', source }],
    builtins: source === 'download' ? [{ name: '@pipe-to-shell', target: label }] : [],
    may: ({ rule, layer }) => (isEvery(rule) ? 'hit' : layer === 'shipped' ? 'no' : 'possible'),
    must: ({ rule }) => isEvery(rule),
  }
}

function breakerSubject(part: BreakerPart, around: Around): Subject {
  return {
    ...base(part, around, part.breaker.target),
    carriers: part.carriers,
    breaker: part.breaker,
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: () => false,
  }
}

function unreadableSubject({ unreadable }: ShellReading, { tool, row }: Around): Subject {
  const position = unreadable?.position ?? 0
  const range: Range = { start: position, end: position }
  return {
    label: 'unreadable',
    range,
    tools: { may: [tool], must: [] },
    row,
    ...(unreadable === undefined ? {} : { unreadable }),
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: () => false,
  }
}

/** An empty text, a comment: nothing runs. */
function nothing({ tool, row }: Around): Subject {
  return {
    label: '',
    tools: { may: [tool], must: [tool] },
    row,
    readonly: { program: '' },
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: ({ rule }) => isEvery(rule),
  }
}

const TOOL_OF_ACT: Readonly<Record<Touch['act'], string>> = {
  read: 'files.read',
  write: 'files.write',
  remove: 'files.delete',
}

/** File rules bind what a command says it touches (SPEC P15): for deny and ask, and protected files ask. */
function touched(touch: Touch, part: CommandPart, around: Around): readonly Subject[] {
  return pathsOf(touch.path, part.cwds).flatMap((path) =>
    formsOf(TOOL_OF_ACT[touch.act], path, around.place).map((form) =>
      listener(form, {
        part,
        around,
        spelled: (rule) => commandMust(rule, part) && spellsPath(rule, touch.path),
      }),
    ),
  )
}

function targetSubjects(
  part: WritePart | ReadPart,
  act: 'read' | 'write',
  around: Around,
): readonly Subject[] {
  return pathsOf(part.target, part.cwds).flatMap((path) =>
    formsOf(TOOL_OF_ACT[act], path, around.place).map((form) =>
      listener(form, {
        part,
        around,
        spelled: (rule) =>
          part.kind === 'write' && coversRedirect(rule, part) && spellsPath(rule, part.target),
      }),
    ),
  )
}

/** The path stands in the rule letter for letter. */
function spellsPath(rule: Rule, path: Field): boolean {
  const pattern = shellPatternOf(rule)
  const text = literal(path)
  if (pattern === undefined || text === undefined) return false
  const inRedirect = pattern.redirects.some(
    ({ target }) => target.chunks.length === 1 && target.chunks[0] === text,
  )
  return inRedirect || pattern.words.some((word) => word.whole && word.text === text)
}

interface Listening {
  readonly part: ShellPart
  readonly around: Around
  /** A rule for the command covers it and spells the path. */
  readonly spelled: (rule: Rule) => boolean
}

function listener(form: Subject, { part, around, spelled }: Listening): Subject {
  const guard = form.guard?.because === 'outside' ? undefined : form.guard
  return {
    label: form.label,
    range: part.range,
    carriers: part.carriers,
    ...(form.path === undefined
      ? {}
      : { path: form.path, builtins: builtinsOfPath(form.path, around.place) }),
    tools: { may: form.tools.may, must: [...form.tools.must, 'files.write', around.tool] },
    row: 'none',
    ...(guard === undefined ? {} : { guard }),
    may: (placed) => form.may(placed),
    must: (placed) => {
      if (guard?.because === 'own-files') return false
      if (placed.rule.tool.startsWith('files.') || placed.rule.tool.startsWith('@')) return form.must(placed)
      return spelled(placed.rule)
    },
  }
}

function formsOf(
  tool: string,
  path: PathSubject & { readonly cwd: string },
  place: Place,
): readonly Subject[] {
  return pathSubjects({
    tool: toolFacts(tool),
    specifier: { kind: 'path', paths: [path] },
    place: { ...place, cwd: path.cwd },
  })
}

/** The paths that a word certainly names, from each working directory that is possible. */
function pathsOf(
  field: Field,
  cwds: readonly (string | undefined)[],
): readonly (PathSubject & { readonly cwd: string })[] {
  const text = literal(field)
  if (text === undefined || text === '' || text === '-') return []
  // `~` is expanded by the shell alone: what is left of it here is a name.
  const asked = text.startsWith('~') ? `./${text}` : text
  const known = cwds.flatMap((cwd) => (cwd === undefined ? [] : [cwd]))
  const starts = asked.startsWith('/') ? ['/'] : known
  return starts.map((cwd) => ({ asked, cwd }))
}
