import { breakerOfCommand } from '../breakers.ts'
import { builtinsOfTraits } from '../builtins.ts'
import type { Draft } from '../draft.ts'
import { irreversibleCommand } from '../irreversible/irreversible.ts'
import { baseName } from '../text/base-name.ts'
import { shellPatternOf, wordsOfCommand } from '../rules/rule-key.ts'
import type { PlacedRule } from '../model/rule.ts'
import { firstWord, fitsWords, type ShellPattern } from '../rules/shell-pattern.ts'
import type { Fit, Note, Subject, SubjectKeys } from '../model/subject.ts'
import type { Around } from './around.ts'
import { assignmentField, coversCommand, writesAsSpelled } from './coverage.ts'
import { display, literal, textField, type Field } from '../model/field.ts'
import type { CommandPart, Hazard } from '../model/part.ts'
import { sameWords } from './same-words.ts'
import { touchedPaths } from './touched-paths.ts'

type Vector = readonly Field[]

/** One simple command as a subject. */
export function commandSubject(part: CommandPart, around: Around): Subject {
  const { argv, facts, range, carriers } = part
  const { tool, row } = around
  const vectors = possibleVectors(part)
  const label = argv.map(display).join(' ')
  const written = facts.program === 'tee' ? onlyWritten(part, around) : []
  const [first] = written
  const free = readonlyProgram(part)
  return {
    label,
    range,
    carriers,
    tools: { may: [tool], must: [tool, ...(first?.tools.must ?? [])] },
    row,
    keys: { ...first?.keys, ...keysOf(part, vectors) },
    builtins: builtinsOfTraits(facts.traits, label),
    readonly:
      free === undefined ? undefined : { program: free, ...(facts.query === true ? { query: true } : {}) },
    breaker: breakerOfCommand(part, around.place),
    irreversible: free === undefined ? irreversibleCommand(part, around) : undefined,
    notes: commandNotes(part),
    may: (placed) => mayBe(placed, part, vectors),
    must: (placed) =>
      first !== undefined && placed.rule.tool.startsWith('files.')
        ? written.every((path) => path.must(placed))
        : coversCommand(placed.rule, part),
  }
}

/** The files that `tee` writes. File rules cover them like a redirect, if it certainly writes no others and does nothing else. */
function onlyWritten(part: CommandPart, around: Around): readonly Subject[] {
  const { argv, facts, shadowed, carriers, assignments } = part
  const [program] = argv
  if (program === undefined || literal(program) !== 'tee') return []
  const plain =
    facts.hazards.length === 0 &&
    facts.touches.every(({ act, path }) => act === 'write' && literal(path) !== undefined) &&
    argv.every((word) => literal(word) !== undefined)
  const free =
    !shadowed &&
    carriers.every(({ transparent }) => transparent) &&
    assignments.every(({ harmless }) => harmless)
  return plain && free ? touchedPaths(part, around) : []
}

/** Every argument vector that deny and ask rules are tried on: as written, in other spellings, and the commands that start it. */
function possibleVectors({ argv, facts, carriers }: CommandPart): readonly Vector[] {
  const vectors: Vector[] = []
  addVector(vectors, argv)
  for (const spelling of facts.spellings) addVector(vectors, spelling)
  for (const same of sameWords(argv)) addVector(vectors, same)
  for (const spelling of facts.spellings) for (const same of sameWords(spelling)) addVector(vectors, same)
  for (const carrier of carriers) if (carrier.argv !== undefined) addVector(vectors, carrier.argv)
  return vectors
}

/** The vector and, if the program is given by its path, the one with its name. */
function addVector(vectors: Vector[], argv: Vector): void {
  vectors.push(argv)
  const [program] = argv
  const name = literal(program)
  if (program === undefined || name === undefined || !name.includes('/')) return
  vectors.push([textField(baseName(name), program.range), ...argv.slice(1)])
}

/** First words by which rules are found; if a program is unknown, any rule could match. */
function keysOf(part: CommandPart, vectors: readonly Vector[]): SubjectKeys {
  const keys: Draft<SubjectKeys> = {}
  const words = keyWords(part, vectors)
  if (words !== undefined) keys.words = words
  const isUnknown = vectors.some(([program]) => program !== undefined && literal(program) === undefined)
  if (isUnknown) keys.beside = 'any-rule'
  else if (isHidden(part)) keys.beside = 'any-own-rule'
  return keys
}

function keyWords(part: CommandPart, vectors: readonly Vector[]): readonly string[] | undefined {
  if (part.assignments.length > MOST_ASSIGNMENTS) return undefined
  const known: string[] = []
  for (const list of [vectors, assignedVectors(part)]) {
    for (const vector of list) {
      const words = wordsOfCommand(vector)
      if (words === undefined) return undefined
      for (const word of words) if (!known.includes(word)) known.push(word)
    }
  }
  return known
}

/** Nobody writes more of them; a command with more is tried on every rule, and could match any that names a variable. */
const MOST_ASSIGNMENTS = 8

/** Every variable in front of the program or of another variable: rules may spell out some of them, and any word after them. */
function assignedVectors({ assignments, argv }: CommandPart): readonly Vector[] {
  if (assignments.length === 0 || assignments.length > MOST_ASSIGNMENTS) return []
  const words = assignments.map(assignmentField)
  return words.flatMap((word) => [...words, ...argv.slice(0, 1)].map((next) => [word, next, UNKNOWN]))
}

const UNKNOWN: Field = {
  pieces: [{ kind: 'hole', source: '…' }],
  quoted: false,
  many: true,
  range: { start: 0, end: 0 },
}

/** The actual command differs from the text (invisible code or an alias), so it could be anything. */
function isHidden({ facts, shadowed, assignments }: CommandPart): boolean {
  return facts.opaque || facts.hidden === true || shadowed || assignments.some((fact) => fact.loads === true)
}

/** The *may* reading: whether the command could be what a deny or ask rule names. */
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

/** Certainly without effect, including everything on the way to it. */
function readonlyProgram({ facts, shadowed, carriers, assignments, argv }: CommandPart): string | undefined {
  // A transparent wrapper is judged by the command that it starts, which is a separate part.
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
  return free ? (facts.program ?? display(program)) : undefined
}

/** The notes that explain why a command asks, most informative first. */
function commandNotes({ facts, carriers, assignments }: CommandPart): readonly Note[] {
  const notes: Note[] = []
  const { program = '', notReadonly } = facts
  if (facts.opaque) notes.push({ because: 'opaque-code', source: 'unknown' })
  for (const { name, privilege } of carriers) {
    if (privilege === true) notes.push({ because: 'privilege', carrier: name })
  }
  for (const { name, harmless } of assignments) {
    if (!harmless) notes.push({ because: 'assignment', name })
  }
  for (const hazard of facts.hazards) notes.push(hazardNote(program, hazard))
  for (const { act, path } of facts.touches) {
    if (act === 'write') notes.push({ because: 'writes', target: display(path) })
  }
  const explained = notes.some(({ because }) => because === 'unknown-word')
  if (notReadonly !== undefined && !(explained && notReadonly.because === 'unknown-word'))
    notes.push(notReadonly)
  return notes
}

/** An unknown word is not an option that a rule could spell out. */
function hazardNote(program: string, { option, spellings, range }: Hazard): Note {
  return spellings.length === 0
    ? { because: 'unknown-word', program, range }
    : { because: 'hazard', program, option }
}
