import type { Assignment, SimpleNode } from './ast.ts'
import { assignmentFact, emitAssignment } from './assignment-fact.ts'
import {
  assignedVariable,
  noteShell,
  singleValue,
  walkAssignments,
  walkAssignmentWords,
} from './assignments.ts'
import { readAssignment } from './builtin-names.ts'
import { runBuiltin } from './builtins.ts'
import { expandBraces } from './braces.ts'
import { alternatives } from './choice.ts'
import type { Expansion } from './expansion.ts'
import {
  deeper,
  outcome,
  placed,
  refuse,
  step,
  type CommandCall,
  type Frame,
  type Input,
  type Outcome,
} from './context.ts'
import { resolvePath } from './directory.ts'
import { noteWays } from './crossed-ways.ts'
import { downloadedSince, isDownloaded } from './downloads.ts'
import { runsDownload } from './run-downloads.ts'
import { pushesElsewhere, sendsFiles } from './sent-files.ts'
import { showsVariables } from './shown-variables.ts'
import { display, knownPrefix, literal, textField, type Field } from './field.ts'
import { callFunction, isFunction } from './functions.ts'
import { runInner } from './inner.ts'
import type { AssignmentFact, ProgramFacts, Trait } from './part.ts'
import { noteCopy, noteNames, originals, throughLinks } from './linked-files.ts'
import { outputOf, unknownWords } from './pipes.ts'
import { withInputCode } from './input-code.ts'
import { classify } from './programs/classify.ts'
import { isGitCommand } from './programs/registry.ts'
import { fetches } from './programs/told-effects.ts'
import { walkRedirects, type Sink } from './redirects.ts'
import { assign, forgetAll, fork, join, lookup, type State, type Variable } from './state.ts'
import { type Outputs, walkRedirectWords, walkWords } from './substitutions.ts'
import {
  EMPTY,
  hole,
  isTooBig,
  joinBits,
  knownText,
  textValue,
  toPieces,
  unionValues,
  type Value,
} from './value.ts'
import { expandFields, expandValue, plainField } from './words.ts'

/** Walks a simple command: what its words run, its redirects, and each argument vector that it may be. */
export function walkSimple(node: SimpleNode, state: State, frame: Frame): Outcome {
  const { reading } = frame
  if (!step(reading, node.range.start)) return outcome(state)
  const outputs: Outputs = new Map()
  const mark = reading.parts.length
  for (const word of node.words) {
    if (word.kind === 'word') walkWords([word], state, frame, outputs)
    else walkAssignmentWords(word, state, frame, outputs)
  }
  for (const assignment of node.assignments) walkAssignmentWords(assignment, state, frame, outputs)
  walkRedirectWords(node.redirects, state, frame, outputs)
  const argvs = argvsOf(node, state, frame, outputs)
  const [first] = argvs
  const redirected = walkRedirects(node.redirects, {
    state,
    frame,
    outputs,
    ...(first === undefined || first.length === 0 ? {} : { command: first }),
  })
  const environment = environmentOf(node.assignments, state, frame, outputs)
  const outcomes = argvs.map((argv): Outcome => {
    const own = argvs.length > 1 ? fork(state) : state
    if (argv.length === 0) {
      walkAssignments(node.assignments, own, frame, outputs)
      return outcome(own, redirected.diverted || node.redirects.some(readsFile) ? undefined : [[]])
    }
    if (argv[0]?.many === true) assignPerhaps(environment, own)
    const call: CommandCall = {
      argv,
      range: node.range,
      state: own,
      frame,
      stdin: redirected.stdin,
      writes: redirected.writes,
      assignments: factsOf(environment, node.assignments, argv),
      environment,
      dropped: 0,
    }
    noteWays(call, node.redirects.length > 0)
    const result = runCommand(call)
    assignArrays(node, own, frame, outputs)
    if (!redirected.diverted) return result
    keepWritten(redirected.sink, result.output, own, frame)
    keepCopied(redirected.sink, argv, own, frame)
    return { ok: result.ok, fail: result.fail }
  })
  judgeSinks(mark, redirected.stdin, node, state, frame)
  return outcomes.reduce(joinOutcomes)
}

/** `$(<file)` prints what is in the file. */
function readsFile(redirect: SimpleNode['redirects'][number]): boolean {
  return redirect.kind === 'here' || redirect.operator === '<'
}

/** Remembers what a file gets whose content is there in the text: it may be run later on. */
function keepWritten(
  sink: Sink | undefined,
  output: Outcome['output'],
  { cwds }: State,
  { reading }: Frame,
): void {
  const path = sink === undefined ? undefined : literal(sink.target)
  if (sink === undefined || path === undefined || output === undefined) return
  for (const cwd of cwds) {
    const file = resolvePath(path, cwd)
    if (file === undefined) continue
    const before = reading.files.get(file) ?? [EMPTY]
    const appended = before.flatMap((start) => output.map((end) => joinBits([...start, ...end])))
    const next = [...before, ...output, ...(sink.append ? appended : [])].filter((value) => value.length > 0)
    if (next.length <= MAX_CONTENTS && !isTooBig(next)) reading.files.set(file, unionValues([], next))
  }
}

const MAX_CONTENTS = 16

/** `cat /usr/bin/git > g`: a copy by another way. */
function keepCopied(
  sink: Sink | undefined,
  argv: readonly Field[],
  { cwds }: State,
  { reading }: Frame,
): void {
  const [program, source, more] = argv
  const target = sink === undefined ? undefined : literal(sink.target)
  if (program === undefined || source === undefined || more !== undefined || literal(program) !== 'cat')
    return
  const from = literal(source)
  for (const cwd of cwds) {
    const path = resolvePath(target, cwd)
    if (path !== undefined && from !== undefined) noteCopy(path, [from], cwd, reading.names)
  }
}

/** `curl … > >(sh)`: what a shell in `>(…)` reads comes from this very command. */
function judgeSinks(mark: number, stdin: Input, { range }: SimpleNode, state: State, frame: Frame): void {
  const { parts } = frame.reading
  const sink = parts.some(
    ({ kind, carriers }, at) =>
      at >= mark && kind === 'opaque' && carriers[frame.carriers.length]?.name === '>(…)',
  )
  if (!sink) return
  const download = downloadedSince(frame.reading, mark) || (stdin.kind === 'data' && stdin.download)
  if (download) parts.push({ kind: 'opaque', source: 'download', ...placed(frame, state, range) })
}

function joinOutcomes(a: Outcome, b: Outcome): Outcome {
  const output = a.output === undefined || b.output === undefined ? undefined : [...a.output, ...b.output]
  return { ok: join(a.ok, b.ok), fail: join(a.fail, b.fail), ...(output === undefined ? {} : { output }) }
}

function argvsOf(
  node: SimpleNode,
  state: State,
  frame: Frame,
  outputs: Outputs,
): readonly (readonly Field[])[] {
  const plain = plainArgv(node)
  if (plain !== undefined) return [plain]
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
  if (argvs === undefined || argvs.length !== all?.length) {
    refuse(frame.reading, 'too many alternatives', node.range.start)
    return [[unknownWords('…', node.range)]]
  }
  return [...argvs, ...computedName(node, argvs)]
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

/** A program whose name a substitution prints: it prints nothing when it fails, so the name is not certain. */
function computedName(node: SimpleNode, argvs: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  const [word] = node.words
  if (word?.kind !== 'word' || !word.parts.some((part) => part.kind === 'command')) return []
  const uncertain = argvs.some((argv) => argv[0]?.pieces.every((piece) => piece.kind === 'hole') === true)
  const [rest = []] = argvs
  return uncertain ? [] : [[unknownWords('$(…)', word.range), ...rest.slice(1)]]
}

/** `export A=b`: not split, but braces make several words of it. */
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
  // `IFS=, read a b`: the builtin alone sees it, and only splits its line by it.
  if (assignments.length === 0) return []
  const splits = program !== undefined && literal(program) === 'read'
  return assignments.map(({ name, range }) => {
    const variable = environment.get(name)
    const value = variable === undefined ? undefined : singleValue(variable)
    const fact = assignmentFact(name, value, range, 'environment')
    return splits && name === 'IFS' ? { ...fact, harmless: true } : fact
  })
}

/** `A=b $X`: when `X` is empty, the assignment stays. */
function assignPerhaps(environment: ReadonlyMap<string, Variable>, state: State): void {
  for (const [name, { values }] of environment) {
    assign(state, name, { values: [...lookup(state, name).values, ...values] })
  }
}

/** `declare x=(a b)`: the builtin saw the name alone. */
function assignArrays(node: SimpleNode, state: State, frame: Frame, outputs: Outputs): void {
  for (const word of node.words) {
    if (word.kind === 'assignment' && word.value.kind === 'array') {
      assign(state, word.name, assignedVariable(word, state, frame, outputs))
    }
  }
}

const MAX_DROPPED = 3

/** Characters that look like a blank and part no words. */
const LOOKS_BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/

/** Runs one argument vector: says that it runs, what it changes here, and what it starts. */
function runCommand(call: CommandCall): Outcome {
  const { argv, state, frame, range } = call
  const { reading } = frame
  const [first, ...rest] = argv
  if (first === undefined || !step(reading, range.start, 1 + argv.length / 16)) return outcome(state)
  const name = literal(first)
  const bypass = frame.child || call.bypass === true
  const info = name === undefined || bypass ? undefined : reading.functions.get(name)
  if (name !== undefined && info !== undefined && isFunction(name, state)) {
    for (const fact of call.assignments) emitAssignment(fact, true, state, frame)
    return callFunction(info, rest, call)
  }
  const { place } = reading
  const said = classify(argv, { place, cwds: state.cwds })
  const shown = withInputCode(said, {
    argv,
    stdin: call.stdin,
    range,
    home: place.home,
    cwds: state.cwds,
    files: reading.files,
  })
  const { names } = reading
  const linked = names.links.size === 0 ? shown : throughLinks(shown, state.cwds, names)
  const configured = name?.endsWith('git') === true && isElsewhere(call, linked)
  const facts = withSent(withFetched(configured ? { ...linked, hidden: true } : linked, call), call)
  if (facts.traits.includes('download')) reading.fetched = true
  const mark = reading.parts.length
  const shadowed =
    !frame.child && name !== undefined && (reading.functions.has(name) || reading.aliases.has(name))
  reading.parts.push({
    kind: 'command',
    argv,
    facts,
    assignments: call.assignments,
    writes: call.writes,
    shadowed,
    ...placed(frame, state, range),
  })
  if (name === undefined) return sayFetched(runUnknown(call, facts), call, facts, mark)
  if (facts.program === undefined && LOOKS_BLANK.test(name))
    refuse(reading, 'a blank in a name that is none', first.range.start)
  if (names.copies.size > 0) runOriginals(name, call)
  if (name.endsWith('git')) runConfigured(call)
  noteNames(argv, facts, state.cwds, names)
  const output = shadowed
    ? undefined
    : outputOf(argv, call.stdin, { cwds: state.cwds, workspace: reading.place.workspace })
  if (name === 'tee') for (const target of rest) keepWritten({ target, append: false }, output, state, frame)
  const result = sayFetched(runHere(name, rest, call, facts), call, facts, mark)
  return output === undefined ? result : { ...result, output }
}

/** Git finds its settings, aliases among them, where these say; for a command that is none of its own that tells nothing. */
function isElsewhere({ argv, state, environment, frame }: CommandCall, { spellings }: ProgramFacts): boolean {
  const { home } = frame.reading.place
  const set = (name: string): readonly (string | undefined)[] =>
    (environment.get(name) ?? state.variables.get(name))?.values.map(knownText) ?? []
  if (set('HOME').some((value) => value !== home)) return true
  if (set('XDG_CONFIG_HOME').some((value) => value !== `${home}/.config`)) return true
  const [, verb] = spellings[0] ?? argv
  const own = verb === undefined || isGitCommand(literal(verb) ?? '')
  const options = argv.some((word) => /^(?:--git-dir|-C$|--exec-path)/.test(display(word)))
  return !own && (options || set('GIT_DIR').some((value) => value !== '.git'))
}

/** `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=push git x` is `git -c alias.x=push x`. */
function runConfigured(call: CommandCall): void {
  const { argv, state, environment, frame, range } = call
  const [git, ...rest] = argv
  const read = (name: string): string | undefined => {
    const [only, more] = (environment.get(name) ?? lookup(state, name)).values
    return only === undefined || more !== undefined ? undefined : knownText(only)
  }
  const has = (name: string): boolean => environment.has(name) || state.variables.has(name)
  if (git === undefined || !(has('GIT_CONFIG_COUNT') || has('GIT_CONFIG_PARAMETERS'))) return
  const given = read('GIT_CONFIG_PARAMETERS')?.matchAll(/'([^']*)'(?:=?'([^']*)')?/g) ?? []
  const listed = [...given].map(([, key = '', value]) => (value === undefined ? key : `${key}=${value}`))
  const count = Math.min(Number(read('GIT_CONFIG_COUNT') ?? 0) || 0, MAX_CONFIGURED)
  const counted = Array.from({ length: count }, (_, index) => {
    const [key, value] = [read(`GIT_CONFIG_KEY_${index}`), read(`GIT_CONFIG_VALUE_${index}`)]
    return key === undefined || value === undefined ? [] : [`${key}=${value}`]
  }).flat()
  const settings = [...listed, ...counted].flatMap((text) => [textField('-c', range), textField(text, range)])
  const carrier = { kind: 'wrapper', name: 'git', argv, transparent: true, range } as const
  const inner = settings.length === 0 ? undefined : deeper(frame, carrier, { child: true })
  if (inner !== undefined)
    runCommand({
      ...call,
      argv: [git, ...settings, ...rest],
      state: fork(state),
      frame: inner,
      environment: new Map(),
    })
}

const MAX_CONFIGURED = 8

/** A program that the text itself has copied, linked or moved is the one that it was. */
function runOriginals(name: string, call: CommandCall): void {
  const { argv, state, frame, range } = call
  const [first, ...rest] = argv
  const { reading } = frame
  if (first === undefined) return
  const programs = originals(name, first.range, state.cwds, reading.names).map((program) => [
    program,
    ...rest,
  ])
  for (const vector of [...programs, ...originalScripts(call)]) {
    const carrier = { kind: 'wrapper', name, argv, transparent: false, range } as const
    const inner = deeper(frame, carrier, { child: true })
    if (inner !== undefined) runCommand({ ...call, argv: vector, state: fork(state), frame: inner })
  }
}

/** `cp x.mjs y.mjs; node y.mjs`: the script is the one that it was. */
function originalScripts({ argv, state, frame }: CommandCall): readonly (readonly Field[])[] {
  const at = argv.findIndex((word, index) => index > 0 && !knownPrefix(word).startsWith('-'))
  const script = argv[at]
  const path = script === undefined ? undefined : literal(script)
  if (script === undefined || path === undefined || !/\.[cm]?[jt]s$/.test(path)) return []
  const full = path.includes('/') ? path : `./${path}`
  return originals(full, script.range, state.cwds, frame.reading.names).map((original) =>
    argv.with(at, original),
  )
}

/** Gets something from the network, or hands on a file that was fetched. */
function withFetched(facts: ProgramFacts, { argv, state, frame }: CommandCall): ProgramFacts {
  if (facts.traits.includes('download')) return facts
  const { reading } = frame
  const fetched =
    fetches(facts.program ?? (argv[0] === undefined ? '' : display(argv[0])), argv).length > 0 ||
    (reading.downloads.size > 0 &&
      facts.touches.some(({ act, path }) => act !== 'write' && isDownloaded(path, state.cwds, reading)))
  return fetched ? { ...facts, traits: [...facts.traits, 'download'] } : facts
}

/** Sends what stands in files, or pushes to an address that this very text has set. */
function withSent(facts: ProgramFacts, call: CommandCall): ProgramFacts {
  const [first] = call.argv
  const program = facts.program ?? (first === undefined ? '' : display(first))
  const more: Trait[] = []
  if (!facts.traits.includes('send-files') && sendsFiles(call, program)) more.push('send-files')
  if (!facts.traits.includes('publish') && pushesElsewhere(call, facts)) more.push('publish')
  if (!facts.traits.includes('shows-secrets') && showsVariables(call, program)) more.push('shows-secrets')
  return more.length === 0 ? facts : { ...facts, traits: [...facts.traits, ...more] }
}

/** Says that the command runs what was fetched, unless that was said. */
function sayFetched(result: Outcome, call: CommandCall, facts: ProgramFacts, mark: number): Outcome {
  const { frame, state, range, argv } = call
  const { reading } = frame
  if (!reading.fetched) return result
  const said = reading.parts.slice(mark).some((part) => part.kind === 'opaque' && part.source === 'download')
  const [first] = argv
  const program = facts.program ?? (first === undefined ? '' : display(first))
  if (!said && runsDownload(call, facts, program.slice(program.lastIndexOf('/') + 1)))
    reading.parts.push({ kind: 'opaque', source: 'download', ...placed(frame, state, range) })
  return result
}

/** The name is not known: it may be a builtin or a function, and a word that may be nothing leaves the next one. */
function runUnknown(call: CommandCall, facts: ProgramFacts): Outcome {
  const { argv, state, frame, dropped } = call
  const [first, ...rest] = argv
  const vanishes = first?.many === true && first.pieces.every((piece) => piece.kind === 'hole')
  runInner(facts, call, runCommand)
  if (vanishes && rest.length > 0 && dropped < MAX_DROPPED) {
    runCommand({ ...call, argv: rest, state: fork(state), dropped: dropped + 1 })
  }
  if (!frame.child) {
    frame.reading.unknownCalls = true
    forgetAll(state)
  }
  return outcome(state)
}

function runHere(name: string, args: readonly Field[], call: CommandCall, facts: ProgramFacts): Outcome {
  const { state, frame } = call
  if (frame.child) {
    runInner(facts, call, runCommand)
    return outcome(state)
  }
  emitDeclared(name, args, call)
  const info = call.bypass === true ? undefined : frame.reading.functions.get(name)
  if (info !== undefined) {
    const own = fork(state)
    const asProgram = runBuiltin({ ...call, name, args, state: own }) ?? outcome(own)
    runInner(facts, { ...call, state: own }, runCommand)
    return joinOutcomes(asProgram, callFunction(info, args, call))
  }
  const inner = runInner(facts, call, runCommand)
  return inner ?? runBuiltin({ ...call, name, args }) ?? outcome(state)
}

const DECLARERS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly'])

/** The assignments in the words of `export` and its kin are parts of their own. */
function emitDeclared(name: string, args: readonly Field[], { state, frame }: CommandCall): void {
  if (!DECLARERS.has(name)) return
  const exports = name === 'export' || args.some((arg) => /^-[a-zA-Z]*x/.test(literal(arg) ?? ''))
  for (const arg of args) {
    if (literal(arg)?.startsWith('-') === true || literal(arg)?.startsWith('+') === true) continue
    const named = readAssignment(arg)
    if (named === undefined) {
      if (literal(arg) === undefined) {
        const fact = { name: display(arg), harmless: false, range: arg.range }
        emitAssignment(fact, exports, state, frame)
      }
      continue
    }
    const exported = exports || lookup(state, named.name).exported === true || state.exportAll
    if (named.value === undefined && !exports) continue
    noteShell({ name: named.name, range: arg.range }, { values: [named.value ?? []] }, frame)
    emitAssignment(
      assignmentFact(named.name, named.value, arg.range, exported ? 'environment' : 'shell'),
      exported,
      state,
      frame,
    )
  }
}
