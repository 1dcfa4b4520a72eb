import { assignmentFact } from './assignment-fact.ts'
import {
  assignedVariable,
  noteShell,
  singleValue,
  walkAssignmentWords,
  walkAssignments,
} from './assignments.ts'
import type { Assignment, ProcessSubstitution, SimpleNode } from './ast.ts'
import { expandBraces } from './braces.ts'
import { alternatives } from './choice.ts'
import {
  outcome,
  dataOf,
  refuse,
  say,
  step,
  textsIn,
  type CommandCall,
  type Frame,
  type Input,
  type Outcome,
} from './context.ts'
import { noteSharedIo } from './concurrent-io.ts'
import { downloadedSince } from './downloads.ts'
import type { Expansion } from './expansion.ts'
import { literal, type Field } from '../model/field.ts'
import { joinOutcomes } from './join-outcomes.ts'
import type { AssignmentFact, Carrier } from '../model/part.ts'
import { unknownWords } from './pipes.ts'
import { walkRedirects } from './redirects.ts'
import { runCommand } from './run-command.ts'
import { assign, fork, lookup, withLikelyBlanks, type State, type Variable } from './state.ts'
import { walkRedirectWords, walkWords, type Outputs } from './substitutions.ts'
import { hole, joinBits, knownText, textValue, toPieces, type Value } from './value.ts'
import { expandFields, expandValue, plainField } from './words.ts'
import { keepCopied, keepPrinted, keepWritten } from './written-text.ts'

/** Walks a simple command: the commands in its words, its redirects, and each argument vector that it may be. */
export function walkSimple(node: SimpleNode, state: State, frame: Frame): Outcome {
  const { reading } = frame
  if (!step(reading, node.range.start)) return outcome(state)
  const outputs: Outputs = new Map()
  const mark = reading.parts.length
  for (const word of node.words) {
    if (word.kind === 'word') walkWords([word], state, frame, outputs)
    else walkAssignmentWords(word, state, frame, outputs)
  }
  const alone = node.words.length === 0
  for (const assignment of node.assignments) {
    walkAssignmentWords(assignment, state, frame, outputs)
    // In sequence: the next assignment may see this one, and may set it again (`X= Y=${X:=/}`).
    if (alone) walkAssignments([assignment], state, frame, outputs)
  }
  walkRedirectWords(node.redirects, state, frame, outputs)
  const argvs = argvsOf(node, state, frame, outputs)
  const [first] = argvs
  const redirected = walkRedirects(node.redirects, {
    state,
    frame,
    outputs,
    ...(first === undefined || first.length === 0 ? {} : { command: first }),
  })
  const environment = environmentOf(alone ? [] : node.assignments, state, frame, outputs)
  const sinks = sinksOf(node)
  const outputUsed = frame.outputUsed || redirected.diverted || reading.fed || sinks.length > 0
  const printed: Value[] = []
  const outcomes = argvs.map((argv): Outcome => {
    const own = argvs.length > 1 ? fork(state) : state
    if (argv.length === 0) {
      if (!alone) walkAssignments(node.assignments, own, frame, outputs)
      return outcome(own, redirected.diverted ? undefined : readBy(node, redirected.stdin))
    }
    if (argv[0]?.many === true) assignMaybe(environment, own)
    const call: CommandCall = {
      argv,
      range: node.range,
      state: own,
      frame: outputUsed === frame.outputUsed ? frame : { ...frame, outputUsed },
      stdin: redirected.stdin,
      writes: redirected.writes,
      assignments: factsOf(environment, node.assignments, argv),
      environment,
      dropped: 0,
    }
    noteSharedIo(call, node.redirects.length > 0)
    const result = runCommand(call)
    assignArrays(node, own, frame, outputs)
    printed.push(...(result.output ?? []))
    keepPrinted(result.output, frame.reading)
    if (!redirected.diverted) return result
    const copied = keepCopied(redirected.sink, argv, own, frame)
    if (!copied || result.output !== undefined) keepWritten(redirected.sink, result.output, own, frame)
    return { ok: result.ok, fail: result.fail }
  })
  judgeSinks(mark, redirected.stdin, node, state, frame)
  if (sinks.length > 0) fillSinks(sinks, redirected.stdin, printed, { state, frame })
  return outcomes.reduce(joinOutcomes)
}

/** The `>(…)` in the words and the redirects of a command. */
function sinksOf({ words, redirects }: SimpleNode): readonly ProcessSubstitution[] {
  const targets = redirects.flatMap((redirect) => (redirect.kind === 'file' ? [redirect.target] : []))
  const named = words.flatMap((word) => (word.kind === 'word' ? [word] : []))
  return [...targets, ...named].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'process' && part.operator === '>' ? [part] : [])),
  )
}

/** `echo … > >(sh)`, `tee >(sh)`: walks the commands in `>(…)` again, with their input if it is known. */
function fillSinks(
  sinks: readonly ProcessSubstitution[],
  stdin: Input,
  printed: readonly Value[],
  { state, frame }: { readonly state: State; readonly frame: Frame },
): void {
  const given = [...textsIn(stdin), ...printed]
  if (given.every((value) => knownText(value) === '')) return
  for (const part of sinks) {
    const carrier: Carrier = { kind: 'substitution', name: '>(…)', transparent: true, range: part.range }
    const carriers = [...frame.carriers, carrier]
    const inner: Frame = {
      ...frame,
      carriers,
      spawned: frame.calls.length,
      stdin: { kind: 'text', values: given },
    }
    frame.reading.walkScript(part.script, fork(state), inner)
  }
}

/** `$(<file)` prints the content of the file. */
function readBy({ redirects }: SimpleNode, stdin: Input): readonly Value[] | undefined {
  if (!redirects.some(readsFile)) return [[]]
  const [only, more] = redirects
  const plain = only?.kind === 'file' && more === undefined
  return plain && stdin.kind === 'text' ? stdin.values : undefined
}

function readsFile(redirect: SimpleNode['redirects'][number]): boolean {
  return redirect.kind === 'here' || redirect.operator === '<'
}

/** `curl … > >(sh)`: the shell in `>(…)` reads the output of this command. */
function judgeSinks(mark: number, stdin: Input, { range }: SimpleNode, state: State, frame: Frame): void {
  const { parts } = frame.reading
  const sink = parts.some(
    ({ kind, carriers }, at) =>
      at >= mark && kind === 'opaque' && carriers[frame.carriers.length]?.name === '>(…)',
  )
  if (!sink) return
  const download = downloadedSince(frame.reading, mark) || dataOf(stdin).download === true
  if (download) say({ kind: 'opaque', source: 'download' }, { frame, state, range })
}

function argvsOf(
  node: SimpleNode,
  state: State,
  frame: Frame,
  outputs: Outputs,
): readonly (readonly Field[])[] {
  const plain = plainArgv(node)
  if (plain !== undefined) return [plain]
  const argvs = expandedArgvs(node, state, frame, outputs)
  if (argvs === undefined) {
    refuse(frame.reading, 'too many alternatives', node.range.start)
    return [[unknownWords('…', node.range)]]
  }
  // If the separator is unknown, blanks are the most likely one.
  const split = argvs.some(isLikely) ? withLikelyBlanks(state) : []
  const likely = split
    .flatMap((usual) => expandedArgvs(node, usual, frame, outputs) ?? [])
    .filter((argv) => literal(argv[0]) !== undefined && !argv.some(isUnsplit))
  return [...argvs, ...likely, ...computedName(node, argvs)]
}

/** `l='rm -rf /'; $l`: the words are known, except for where they end. */
function isLikely(argv: readonly Field[]): boolean {
  return argv.some(isUnsplit)
}

function isUnsplit({ many, pieces }: Field): boolean {
  return many && pieces.length > 0 && pieces.every(({ kind }) => kind === 'text')
}

function expandedArgvs(
  node: SimpleNode,
  state: State,
  frame: Frame,
  outputs: Outputs,
): readonly (readonly Field[])[] | undefined {
  const { home } = frame.reading.place
  const all = alternatives((choice) => {
    const fields: Field[] = []
    for (const word of node.words) {
      const expansion = { state, outputs, choice, home }
      const expanded =
        word.kind === 'word' ? expandFields(word, expansion) : assignmentFields(word, expansion)
      if (expanded === undefined) return undefined
      fields.push(...expanded)
    }
    return fields
  })
  const argvs = all?.flatMap((argv) => (argv === undefined ? [] : [argv]))
  return argvs?.length === all?.length ? argvs : undefined
}

/** The one vector of a command whose words are all plain text. */
function plainArgv({ words }: SimpleNode): readonly Field[] | undefined {
  const fields: Field[] = []
  for (const word of words) {
    const field = word.kind === 'word' ? plainField(word) : undefined
    if (field === undefined) return undefined
    fields.push(field)
  }
  return fields
}

/** A program whose name a substitution prints: it prints nothing if it fails, so the name is not certain. */
function computedName(node: SimpleNode, argvs: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  const [word] = node.words
  if (word?.kind !== 'word' || !word.parts.some((part) => part.kind === 'command')) return []
  const uncertain = argvs.some((argv) => argv[0]?.pieces.every((piece) => piece.kind === 'hole') === true)
  const [rest = []] = argvs
  return uncertain ? [] : [[unknownWords('$(…)', word.range), ...rest.slice(1)]]
}

/** `export A=b` is not split, but braces make several words of it. */
function assignmentFields(assignment: Assignment, expansion: Expansion): readonly Field[] | undefined {
  const { name, append, value, range, index } = assignment
  const subscript = index === undefined ? '' : `[${index.text}]`
  const start: Value = textValue(`${name}${subscript}${append ? '+' : ''}=`)
  const field = (rest: Value): Field => ({
    pieces: toPieces(joinBits([...start, ...rest])),
    quoted: false,
    many: false,
    range,
  })
  if (value.kind === 'array') return [field([hole('(…)', 'data')])]
  return expandBraces(value.parts)?.map((parts) =>
    field(expandValue({ ...value, parts }, expansion, 'assignment')),
  )
}

const NO_VARIABLES: ReadonlyMap<string, Variable> = new Map()

function environmentOf(
  assignments: readonly Assignment[],
  state: State,
  frame: Frame,
  outputs: Outputs,
): ReadonlyMap<string, Variable> {
  if (assignments.length === 0) return NO_VARIABLES
  const environment = new Map<string, Variable>()
  for (const assignment of assignments) {
    const variable = assignedVariable(assignment, state, frame, outputs)
    noteShell(assignment, variable, frame)
    environment.set(assignment.name, { ...variable, exported: true })
  }
  return environment
}

function factsOf(
  environment: ReadonlyMap<string, Variable>,
  assignments: readonly Assignment[],
  [program]: readonly Field[],
): readonly AssignmentFact[] {
  // `IFS=, read a b`: only the builtin sees it, and only splits its line by it.
  if (assignments.length === 0) return []
  const splits = literal(program) === 'read'
  return assignments.map(({ name, range }) => {
    const variable = environment.get(name)
    const value = variable === undefined ? undefined : singleValue(variable)
    const fact = assignmentFact(name, value, range, 'environment')
    return splits && name === 'IFS' ? { ...fact, harmless: true } : fact
  })
}

/** `A=b $X`: if `X` is empty, the assignment persists. */
function assignMaybe(environment: ReadonlyMap<string, Variable>, state: State): void {
  for (const [name, { values }] of environment) {
    assign(state, name, { values: [...lookup(state, name).values, ...values] })
  }
}

/** `declare x=(a b)`: the builtin only saw the name. */
function assignArrays(node: SimpleNode, state: State, frame: Frame, outputs: Outputs): void {
  for (const word of node.words) {
    if (word.kind === 'assignment' && word.value.kind === 'array') {
      assign(state, word.name, assignedVariable(word, state, frame, outputs))
    }
  }
}
