import { breakerOfCommand } from '../breakers.ts'
import { builtinsOfTraits } from '../builtins.ts'
import { baseName, shellPatternOf, wordsOfCommand } from '../rules/rule-key.ts'
import type { PlacedRule } from '../rules/rule.ts'
import { firstWord, fitsWords, type ShellPattern } from '../rules/shell-pattern.ts'
import type { Fit, Note, Subject, SubjectKeys } from '../subject.ts'
import { partBase, type Around } from './around.ts'
import { assignmentField, coversCommand, writesAsSpelled } from './coverage.ts'
import { display, literal, textField, type Field } from './field.ts'
import type { CommandPart } from './part.ts'
import { sameWords } from './same-words.ts'

type Vector = readonly Field[]

/** One simple command, as it is decided. */
export function commandSubject(part: CommandPart, around: Around): Subject {
  const { argv, facts } = part
  const vectors = possibleVectors(part)
  const breaker = breakerOfCommand(part, around.place)
  const label = argv.map(display).join(' ')
  const free = readonlyProgram(part)
  return {
    ...partBase(part, around, label),
    keys: keysOf(part, vectors),
    ...(free === undefined
      ? {}
      : { readonly: { program: free, ...(facts.query === true ? { query: true } : {}) } }),
    ...(breaker === undefined ? {} : { breaker }),
    builtins: builtinsOfTraits(facts.traits, label),
    notes: commandNotes(part),
    may: (placed) => mayBe(placed, part, vectors),
    must: ({ rule }) => coversCommand(rule, part),
  }
}

/** Every argument vector that deny and ask rules are tried on: as written, by other spellings, and what starts it. */
function possibleVectors({ argv, facts, carriers }: CommandPart): readonly Vector[] {
  const started = carriers.flatMap((carrier) => (carrier.argv === undefined ? [] : [carrier.argv]))
  const written = [argv, ...facts.spellings]
  return [...written, ...written.flatMap(sameWords), ...started].flatMap(withBaseName)
}

function withBaseName(argv: Vector): readonly Vector[] {
  const [program, ...rest] = argv
  const name = program === undefined ? undefined : literal(program)
  if (program === undefined || name === undefined || !name.includes('/')) return [argv]
  return [argv, [textField(baseName(name), program.range), ...rest]]
}

/** First words by which rules are found; where a program is not known, any rule could be meant. */
function keysOf(part: CommandPart, vectors: readonly Vector[]): SubjectKeys {
  const found = [...vectors, ...assignedVectors(part)].map(wordsOfCommand)
  const known = found.flatMap((words) => words ?? [])
  const missing = found.includes(undefined) || part.assignments.length > MOST_ASSIGNMENTS
  const words = missing ? {} : { words: [...new Set(known)] }
  const isUnknown = vectors.some(([program]) => program !== undefined && literal(program) === undefined)
  if (isUnknown) return { ...words, beside: 'any-rule' }
  return isHidden(part) ? { ...words, beside: 'any-own-rule' } : words
}

/** Nobody writes more of them; a command with more is tried on every rule, and could be any that names a variable. */
const MOST_ASSIGNMENTS = 8

/** Every variable in front of the program or of another variable: rules may spell some of them. */
function assignedVectors({ assignments, argv }: CommandPart): readonly Vector[] {
  if (assignments.length > MOST_ASSIGNMENTS) return []
  const words = assignments.map(assignmentField)
  return words.flatMap((word) => [...words, ...argv.slice(0, 1)].map((next) => [word, next]))
}

/** What runs is not what is written, code that is not shown or an alias: it could be any command. */
function isHidden({ facts, shadowed }: CommandPart): boolean {
  return facts.opaque || shadowed
}

/** The *may* reading: could the command be what a deny or ask rule names? */
function mayBe({ rule }: PlacedRule, part: CommandPart, vectors: readonly Vector[]): Fit {
  const pattern = shellPatternOf(rule)
  if (pattern === undefined || pattern.any) return 'hit'
  if (!writesAsSpelled(pattern, part.writes)) return 'no'
  if (namesVariable(pattern) && part.assignments.length > MOST_ASSIGNMENTS) return 'possible'
  let best: Fit = 'no'
  for (const vector of namesVariable(pattern) ? [...vectors, ...withAssignments(part)] : vectors) {
    const fit = fitsWords(pattern, vector)
    if (fit === 'hit') return 'hit'
    if (fit === 'possible' || namesOtherPath(pattern, vector)) best = 'possible'
  }
  return best
}

/** `FOO=1 npm test`: a rule for a command with a variable set. */
function namesVariable({ words: [first] }: ShellPattern): boolean {
  return first !== undefined && /^[A-Za-z_]\w*\+?=/.test(first.text)
}

function withAssignments({ assignments, argv }: CommandPart): readonly Vector[] {
  const words = assignments.map(assignmentField)
  return words.flatMap((word, index) => [
    [...words.slice(index), ...argv],
    [word, ...argv],
  ])
}

/** The rule gives the program's path, the command its name or another path: it could be the same program. */
function namesOtherPath(pattern: ShellPattern, vector: Vector): boolean {
  const word = firstWord(pattern)
  const [program, ...rest] = vector
  if (word === undefined || program === undefined || !word.includes('/')) return false
  if (baseName(literal(program) ?? '') !== baseName(word)) return false
  return fitsWords(pattern, [textField(word, program.range), ...rest]) !== 'no'
}

/** Certainly without effect, everything on the way to it included. */
function readonlyProgram({ facts, shadowed, carriers, assignments, argv }: CommandPart): string | undefined {
  // A wrapper that rules look through is judged by what it starts, which is a part of its own.
  const looksThrough = facts.transparent && facts.inner.length > 0
  const free =
    (facts.notReadonly === undefined || looksThrough) &&
    facts.hazards.length === 0 &&
    !facts.opaque &&
    !facts.privilege &&
    !shadowed &&
    carriers.every((carrier) => carrier.transparent && carrier.privilege !== true) &&
    assignments.every((fact) => fact.harmless)
  const [program] = argv
  return free ? (facts.program ?? (program === undefined ? '' : display(program))) : undefined
}

/** What explains a command that asks, most telling first. */
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
    ...facts.touches
      .filter(({ act }) => act === 'write')
      .map(({ path }) => ({ because: 'writes', target: display(path) }) as const),
    ...(facts.notReadonly === undefined ? [] : [facts.notReadonly]),
  ]
}
