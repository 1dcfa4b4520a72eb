import type { Script } from './ast.ts'
import { assignmentFact } from './assignment-fact.ts'
import { noteShell } from './assignments.ts'
import { resolvePath } from './directory.ts'
import { isLostValue, isWay } from './crossed-ways.ts'
import { downloadedSince, isDownloaded } from './downloads.ts'
import {
  deeper,
  fromNetwork,
  outcome,
  placed,
  refuse,
  step,
  type CommandCall,
  type Frame,
  type Outcome,
} from './context.ts'
import { display, knownPrefix, literal, textField, TORN, type Field, type Range } from './field.ts'
import type { Carrier, Inner, InnerAssignment, ProgramFacts } from './part.ts'
import { allListed, inputLines, inputWords, unknownWords } from './pipes.ts'
import { isSecret } from '../secrets.ts'
import { readScript } from './reader.ts'
import {
  assign,
  childState,
  forgetAll,
  fork,
  lookup,
  remoteState,
  restore,
  setFlags,
  unknownState,
  type State,
  type Variable,
} from './state.ts'
import {
  fieldValue,
  hole,
  isDownload,
  joinBits,
  knownText,
  textValue,
  toPieces,
  type Listing,
  type Value,
} from './value.ts'

type Run = (call: CommandCall) => Outcome

/**
 * Follows a command into the commands that it starts. The outcome is defined when they run in this very shell
 * (`command`, `builtin`, `eval`).
 */
export function runInner(facts: ProgramFacts, call: CommandCall, run: Run): Outcome | undefined {
  const mark = call.frame.reading.parts.length
  let result: Outcome | undefined
  for (const inner of facts.inner) result = runOne(inner, facts, call, run) ?? result
  readFiles(facts, call)
  readAliases(call)
  const said = call.frame.reading.parts.slice(mark).some((part) => part.kind === 'opaque')
  if (facts.opaque && !said)
    sayOpaque(
      call,
      call.argv.some((field) => isDownload(fieldValue(field))) ||
        fromNetwork(call) ||
        downloadedSince(call.frame.reading, mark),
    )
  if (facts.opaque && isEval(call)) loseState(call)
  return result
}

function runOne(inner: Inner, facts: ProgramFacts, call: CommandCall, run: Run): Outcome | undefined {
  switch (inner.kind) {
    case 'argv':
      return runVector(inner, facts, call, run)
    case 'script':
      return runText(inner, facts, call)
    case 'stdin-script':
      return runInput(facts, call, inner)
    default:
      return inner satisfies never
  }
}

function nameOf({ argv }: CommandCall): string {
  const [first] = argv
  const text = first === undefined ? '' : display(first)
  return text.slice(text.lastIndexOf('/') + 1)
}

/** Wrappers that start the command in this very shell, and pass over functions. */
const IN_SHELL: ReadonlySet<string> = new Set(['command', 'builtin'])

function runVector(
  inner: Extract<Inner, { kind: 'argv' }>,
  facts: ProgramFacts,
  call: CommandCall,
  run: Run,
): Outcome | undefined {
  const name = nameOf(call)
  const inShell = IN_SHELL.has(name) && !call.frame.child
  const carrier: Carrier = {
    kind: inner.remote === true ? 'remote' : 'wrapper',
    name,
    argv: call.argv,
    ...(inner.from === undefined ? {} : { from: inner.from }),
    transparent: facts.transparent,
    ...(facts.privilege ? { privilege: true } : {}),
    range: call.range,
  }
  const frame = deeper(call.frame, carrier, { child: !inShell })
  if (frame === undefined) return undefined
  const set = setBy(inner, call)
  let result: Outcome | undefined
  for (const argv of vectorsOf(inner, call)) {
    result = run({
      ...call,
      ...set,
      bypass: inShell,
      argv,
      frame,
      state: inShell ? call.state : fork(call.state),
      dropped: 0,
    })
  }
  return inShell ? result : undefined
}

/** What a command sees of the variables that its wrapper sets (`env A=b cmd`), besides those in front of that. */
function setBy(
  { assignments = [] }: { readonly assignments?: readonly InnerAssignment[] },
  call: CommandCall,
): Pick<CommandCall, 'assignments' | 'environment'> {
  if (assignments.length === 0) return call
  const environment = new Map(call.environment)
  const facts = assignments.map(({ name, value, range }) => {
    const set = fieldValue(value)
    noteShell({ name, range }, { values: [set] }, call.frame)
    environment.set(name, { values: [set], exported: true })
    return assignmentFact(name, set, range, 'environment')
  })
  return { assignments: [...call.assignments, ...facts], environment }
}

/** Programs whose words are lost when they are applied to all that another command lists. */
const DESTROYERS: ReadonlySet<string> = new Set(
  'rm unlink shred rmdir chmod chown chgrp mv truncate'.split(' '),
)

/** `xargs -a FILE`: the words come from there. */
function listInput(call: CommandCall): CommandCall {
  const { argv } = call
  const at = argv.findIndex((word) => /^(?:-a|--arg-file)(?:=|$)/.test(knownPrefix(word)))
  const file = argv[at] === undefined || nameOf(call) !== 'xargs' ? undefined : fieldOf(argv, at)
  const path = file === undefined ? undefined : literal(file)?.replace(/^--arg-file=/, '')
  if (file === undefined || path === '-' || STDIN.test(path ?? '')) return call
  const { files } = call.frame.reading
  const values = call.state.cwds.flatMap((cwd) => files.get(resolvePath(path ?? '', cwd) ?? '') ?? [])
  const [only] = fieldValue(file)
  const content = only?.kind === 'hole' && only.content !== undefined ? [only.content] : []
  // There may be more in a file than the text has written.
  const known = values.length > 0 ? [[hole(path ?? '', 'data', { many: true })], ...values] : content
  if (known.length > 0) return { ...call, stdin: { kind: 'text', values: known } }
  return { ...call, stdin: { kind: 'data', download: isDownload(fieldValue(file)), local: true } }
}

/** The word behind an option, or what is joined to it. */
function fieldOf(argv: readonly Field[], at: number): Field | undefined {
  const option = argv[at]
  return option !== undefined && display(option).includes('=') ? option : argv[at + 1]
}

function vectorsOf(
  inner: Extract<Inner, { kind: 'argv' }>,
  started: CommandCall,
): readonly (readonly Field[])[] {
  const call = inner.more === true || inner.mark !== undefined ? listInput(started) : started
  if (inner.mark !== undefined) return filledVectors(inner.argv, inner.mark, call)
  if (inner.more !== true) return [inner.argv]
  const words = inputWords(call.stdin, call.range).map((each) => [...inner.argv, ...each])
  const vectors = [...words, ...lineVectors(inner.argv, call)]
  const listing = call.stdin.kind === 'data' ? call.stdin.listing : undefined
  const destroys = inner.argv.some((field) => DESTROYERS.has(baseName(field)))
  if (listing?.named === true) return namedVectors(inner.argv, listing, call)
  if (listing === undefined) return vectors
  if (!destroys) {
    const whole = [...inner.argv, ...allListed(listing)]
    const worth = listing.recursive || listing.picked === true || keepsSecrets(listing, call)
    return worth ? [...vectors, whole] : vectors
  }
  // What lists a folder with all below it removes it with all below it.
  const deep = listing.recursive ? [textField('-R', call.range)] : []
  return [...vectors, [...inner.argv, ...deep, ...listing.paths]]
}

/** `find ~/.aws -type f | xargs cat`: what is listed are secrets. */
function keepsSecrets({ paths }: Listing, { state, frame }: CommandCall): boolean {
  return paths.some((path) => {
    const text = literal(path)
    return (
      text !== undefined &&
      state.cwds.some((cwd) => isSecret(resolvePath(text, cwd) ?? text, frame.reading.place))
    )
  })
}

/** Words of `xargs` by which a name is one word, whatever is in it. */
const WHOLE_NAMES = /^(?:-[A-Za-z]*0|--null|-d.*|--delimiter.*)$/

/** A line that is one word, blanks and all: `parallel bash -c`, `xargs -0 sh -c`. */
function lineVectors(argv: readonly Field[], call: CommandCall): readonly (readonly Field[])[] {
  const whole =
    /^(?:parallel|sem)$/.test(nameOf(call)) || call.argv.some((word) => WHOLE_NAMES.test(display(word)))
  if (!whole) return []
  const lines = inputLines(call.stdin, call.range).filter((line) => /\s/.test(display(line)))
  return lines.slice(0, MOST_FILLED).map((line) => [...argv, line])
}

/** What is listed by name; a name with a blank in it may be torn into any words. */
function namedVectors(
  argv: readonly Field[],
  { paths }: Listing,
  { argv: outer, range }: CommandCall,
): readonly (readonly Field[])[] {
  const whole = [...argv, ...paths]
  const exact = outer.some((word) => WHOLE_NAMES.test(display(word)))
  return exact ? [whole] : [whole, [...argv, unknownWords(TORN, range)]]
}

/** Values that are put in place of a mark, beside the vector in which the mark is not known. */
const MOST_FILLED = 16

/** `xargs -I{} rm {}`: what the input says, where the text settles it, or where the command before it lists. */
function filledVectors(
  argv: readonly Field[],
  mark: string,
  call: CommandCall,
): readonly (readonly Field[])[] {
  const { stdin } = call
  const values =
    stdin.kind === 'text'
      ? [...inputLines(stdin, call.range), ...inputWords(stdin, call.range).flat()]
      : stdin.kind === 'data'
        ? stdin.listing === undefined
          ? []
          : allListed(stdin.listing)
        : []
  const told = stdin.kind === 'data' ? { download: stdin.download, local: stdin.local === true } : {}
  const open =
    told.download === true || told.local === true
      ? argv.map((field) => fillMark(field, mark, unknownWords(mark, call.range, told)))
      : argv
  const single = values
    .slice(0, MOST_FILLED)
    .map((value) => argv.map((field) => fillMark(field, mark, value)))
  if (stdin.kind === 'data' && stdin.listing?.named === true) return single
  const rest = values.slice(MOST_FILLED)
  // The many that are left are put in together, where the mark is a word of its own.
  const together = argv.flatMap((field) => (display(field) === mark ? rest : [field]))
  return rest.length === 0 ? [open, ...single] : [open, ...single, together]
}

function fillMark(field: Field, mark: string, value: Field): Field {
  if (!field.pieces.some((piece) => piece.kind === 'hole' && piece.source === mark)) return field
  const bits = field.pieces.flatMap((piece) =>
    piece.kind === 'hole' && piece.source === mark
      ? fieldValue(value)
      : fieldValue({ ...field, pieces: [piece] }),
  )
  return { ...field, pieces: toPieces(joinBits(bits)) }
}

function baseName(field: Field): string {
  const text = literal(field) ?? ''
  return text.slice(text.lastIndexOf('/') + 1)
}

function isEval({ argv }: CommandCall): boolean {
  return argv[0] !== undefined && literal(argv[0]) === 'eval'
}

function runText(
  inner: Extract<Inner, { kind: 'script' }>,
  facts: ProgramFacts,
  call: CommandCall,
): Outcome | undefined {
  const value = fieldValue(inner.text)
  const remote = inner.remote === true
  const carrier: Carrier = {
    kind: remote ? 'remote' : 'inline',
    name: nameOf(call),
    argv: call.argv,
    transparent: facts.transparent,
    ...(facts.privilege ? { privilege: true } : {}),
    range: call.range,
  }
  if (inner.dialect === 'powershell') {
    sayOpaque(call, isDownload(value))
    return undefined
  }
  const given = inner.args === undefined ? {} : { given: inner.args }
  return readThrough(value, inner.text.range, carrier, { ...call, ...setBy(inner, call), ...given })
}

function runInput(
  facts: ProgramFacts,
  call: CommandCall,
  { table }: { readonly table?: true } = {},
): undefined {
  const { stdin } = call
  if (stdin.kind !== 'text') {
    sayOpaque(call, fromNetwork(call) || (stdin.kind === 'data' && stdin.served === true))
    return undefined
  }
  const carrier: Carrier = {
    kind: 'pipe',
    name: nameOf(call),
    argv: call.argv,
    transparent: false,
    ...(facts.privilege ? { privilege: true } : {}),
    range: call.range,
  }
  const given = table === true ? undefined : givenBy(call)
  const started = given === undefined ? call : { ...call, given }
  for (const value of stdin.values)
    readThrough(table === true ? withoutTimes(value) : value, call.range, carrier, started)
  return undefined
}

/** `bash -s a b <<< TEXT`: `$1` and `$2`. */
function givenBy(call: CommandCall): readonly Field[] | undefined {
  const [shell, ...words] = call.argv
  const at = words.findIndex((word) => /^-\w*s$/.test(literal(word) ?? ''))
  if (shell === undefined || at === -1 || !SHELLS.has(nameOf(call))) return undefined
  const rest = words.slice(at + 1)
  return [shell, ...(rest[0] !== undefined && literal(rest[0]) === '--' ? rest.slice(1) : rest)]
}

/** The commands of a table for cron. */
function withoutTimes(value: Value): Value {
  const times = /^[ \t]*(?:@\w+|(?:[^\s#]+[ \t]+){5})[ \t]*/gm
  return value.map((bit) => (bit.kind === 'text' ? { ...bit, text: bit.text.replaceAll(times, '') } : bit))
}

/** Shells and interpreters that run the file they are given. */
const FILE_RUNNERS: ReadonlySet<string> = new Set(
  'bash sh dash zsh ksh mksh ash fish source . python python3 node perl ruby php lua tsx bun pwsh'.split(' '),
)
const SHELLS: ReadonlySet<string> = new Set('bash sh dash zsh ksh mksh ash source .'.split(' '))

const STDIN = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/

/** `bash <(…)`, `bash /dev/stdin`, a file that the text has written itself: what is in it is the script. */
function readFiles(facts: ProgramFacts, call: CommandCall): void {
  const name = nameOf(call)
  readWritten(name, call)
  if (!FILE_RUNNERS.has(name)) return
  for (const field of call.argv.slice(1)) {
    const stdin = SHELLS.has(name) && STDIN.test(literal(field) ?? '')
    if (stdin && !facts.inner.some(({ kind }) => kind === 'stdin-script')) runInput(facts, call)
    if (isWay(field, call)) sayOpaque(call, call.frame.reading.fetched)
    const value = fieldValue(field)
    const [only] = value
    if (value.length !== 1 || only?.kind !== 'hole') continue
    if (only.content !== undefined && SHELLS.has(name)) {
      const carrier: Carrier = {
        kind: 'inline',
        name,
        argv: call.argv,
        transparent: false,
        range: call.range,
      }
      readThrough(only.content, field.range, carrier, call)
    } else if (only.source.startsWith('<(')) sayOpaque(call, only.download)
  }
  if (facts.input === 'script' && fromNetwork(call)) sayOpaque(call, true)
}

/** `echo … > f; bash f`, `./f`. */
function readWritten(name: string, call: CommandCall): void {
  const { argv, state, frame } = call
  const { files, downloads } = frame.reading
  if (files.size + downloads.size === 0) return
  const operand = argv.slice(1).find((field) => !knownPrefix(field).startsWith('-'))
  // A name without a slash is looked for elsewhere.
  const found = downloads.has(`bin/${name}`) || (argv[0] !== undefined && display(argv[0]).includes('/'))
  const started = FILE_RUNNERS.has(name) ? operand : found ? argv[0] : undefined
  if (started !== undefined && isDownloaded(started, state.cwds, frame.reading)) sayOpaque(call, true)
  const [field] = SHELLS.has(name) ? [operand] : argv
  const path = field === undefined ? undefined : literal(field)
  if (field === undefined || path === undefined) return
  const carrier: Carrier = { kind: 'inline', name, argv, transparent: false, range: call.range }
  for (const cwd of state.cwds) {
    for (const value of files.get(resolvePath(path, cwd) ?? '') ?? []) {
      if (isShellScript(value)) readThrough(value, field.range, carrier, call)
    }
  }
}

/** No first line that names another interpreter. */
function isShellScript(value: Value): boolean {
  const [first] = value
  const line = first?.kind === 'text' ? (/^#!.*/.exec(first.text)?.[0] ?? '') : ''
  return line === '' || /\b(?:ba|da|z|k|a)?sh\b/.test(line)
}

/** The text of an alias takes the place of its name. Where it is defined is where it is judged. */
function readAliases(call: CommandCall): void {
  if (nameOf(call) !== 'alias') return
  for (const field of call.argv.slice(1)) {
    const [first, ...rest] = fieldValue(field)
    const equals = first?.kind === 'text' ? first.text.indexOf('=') : -1
    if (first?.kind !== 'text' || equals < 1) continue
    const name = first.text.slice(0, equals)
    const carrier: Carrier = { kind: 'function', name, transparent: true, range: field.range }
    readThrough([...textValue(first.text.slice(equals + 1)), ...rest], field.range, carrier, call)
  }
}

/** Reads shell text that is there; what is not there is said to be opaque, with what can be made out of the rest. */
function readThrough(value: Value, range: Range, carrier: Carrier, call: CommandCall): Outcome | undefined {
  const { frame } = call
  const { reading } = frame
  const known = knownText(value)
  if (known === undefined) sayOpaque(call, isDownload(value) || (reading.fetched && isLostValue(value)))
  // Nothing of it is there.
  if (known === undefined && value.every((bit) => bit.kind === 'hole')) return losing(call)
  const { text, holes } = known === undefined ? spellHoles(value) : { text: known, holes: [] }
  const inner = deeper(frame, carrier, { child: false, stdin: call.stdin })
  if (inner === undefined || !step(reading, range.start, 1 + text.length / 50)) return undefined
  const parsed = readScript(text, positions(text, range, reading.text))
  // With a hole in it the text is not the one that will run: only what is plainly there counts.
  if (known !== undefined && parsed.problem !== undefined)
    refuse(reading, parsed.problem.reason, parsed.problem.position)
  if (isEval(call) && !frame.child) {
    for (const [name, variable] of holes) assign(call.state, name, variable)
    return evalHere(parsed.script, known !== undefined, call, inner)
  }
  if (nameOf(call) === 'trap') walkTrap(parsed.script, call, inner)
  else {
    const environment = new Map([...call.environment, ...holes])
    reading.walkScript(parsed.script, stateOf(carrier, { ...call, environment }), inner)
  }
  return undefined
}

/** `eval` of something that nobody sees leaves nothing known; in another process it does not matter here. */
function losing(call: CommandCall): Outcome | undefined {
  if (!isEval(call) || call.frame.child) return undefined
  loseState(call)
  return outcome(call.state)
}

/** Shell text with variables in the place of what is not known, so that the rest can be read. */
function spellHoles(value: Value): {
  readonly text: string
  readonly holes: readonly (readonly [string, Variable])[]
} {
  const holes: (readonly [string, Variable])[] = []
  let text = ''
  for (const bit of value) {
    if (bit.kind !== 'hole') {
      text += bit.text
      continue
    }
    const name = `_${holes.length}`
    holes.push([name, { values: [[bit]] }])
    text += `\${${name}}`
  }
  return { text, holes }
}

/** `eval` runs in this very shell, with the variables in front of it set while it runs. */
function evalHere(script: Script, whole: boolean, call: CommandCall, frame: Frame): Outcome {
  const { state } = call
  const hidden = new Map([...call.environment.keys()].map((name) => [name, lookup(state, name)]))
  for (const [name, variable] of call.environment) assign(state, name, variable)
  const result = frame.reading.walkScript(script, state, frame)
  restore(result.ok, hidden)
  if (result.fail !== result.ok) restore(result.fail, hidden)
  if (whole) return result
  loseState(call)
  return outcome(state)
}

function loseState({ state, frame }: CommandCall): void {
  frame.reading.unknownCalls = true
  forgetAll(state)
}

function stateOf(carrier: Carrier, call: CommandCall): State {
  const { state: outer, frame } = call
  const remote = carrier.kind === 'remote'
  const state = remote
    ? remoteState(outer, frame.reading.place.home)
    : childState(outer, { wrapped: frame.child })
  for (const [name, variable] of call.environment) assign(state, name, variable)
  giveArguments(state, call.given)
  return state
}

/** `bash -c TEXT name a b`: `$0`, `$1` and `$2`. */
function giveArguments(state: State, given: readonly Field[] | undefined): void {
  if (given === undefined || given.some((field) => field.many)) return
  const [name, ...args] = given
  if (name !== undefined) assign(state, '0', { values: [fieldValue(name)] })
  state.positional = args.map(fieldValue)
}

/** A trap runs between any two commands: what it sets is never known again, and what it sees is anything. */
function walkTrap(script: Script, call: CommandCall, frame: Frame): void {
  const { reading } = frame
  const mark = reading.parts.length
  const before = unknownState(call.state)
  const { ok } = reading.walkScript(script, fork(before), { ...frame, prewalk: true })
  reading.parts.length = mark
  for (const [name, variable] of ok.variables) {
    if (before.variables.get(name) !== variable) setFlags(call.state, name, { volatile: true })
  }
  if (!frame.prewalk) reading.deferred.push({ script, frame })
}

function sayOpaque(call: CommandCall, download: boolean): void {
  const { frame, state, range } = call
  const { parts } = frame.reading
  const source = download ? 'download' : 'unknown'
  const last = parts.at(-1)
  if (last?.kind === 'opaque' && last.source === source && last.range === range) return
  parts.push({ kind: 'opaque', source, ...placed(frame, state, range) })
}

/** Maps positions of an inner text to the outer one: exactly where it stands there as it is, else as near as can be. */
function positions(text: string, range: Range, outer: string): (position: number) => number {
  const offset = outer.slice(range.start, range.end).indexOf(text)
  if (offset >= 0) return (position) => range.start + offset + position
  return (position) => Math.min(range.start + position, Math.max(range.start, range.end - 1))
}
