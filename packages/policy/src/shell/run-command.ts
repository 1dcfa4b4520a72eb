import { lossByWords } from '../irreversible/by-words.ts'
import { baseName } from '../text/base-name.ts'
import { assignmentFact, emitAssignment } from './assignment-fact.ts'
import { noteShell } from './assignments.ts'
import { readAssignment } from './builtin-names.ts'
import { runBuiltin } from './builtins.ts'
import {
  outcome,
  refuse,
  say,
  step,
  textsIn,
  type CommandCall,
  type Outcome,
  type Reading,
} from './context.ts'
import { isDownloaded } from './downloads.ts'
import { dressedName, dressedWord, type DressedWord } from './dressed-words.ts'
import { display, literal, type Field } from '../model/field.ts'
import { callFunction, isFunction } from './functions.ts'
import { withGivenCode } from './given-code.ts'
import { runInner } from './inner.ts'
import { withInputCode } from './input-code.ts'
import { joinOutcomes } from './join-outcomes.ts'
import { isLostCopy, isTangled, noteNames, throughLinks } from './linked-files.ts'
import type { ProgramFacts, Trait } from '../model/part.ts'
import { outputOf } from './outputs.ts'
import { classify } from './programs/classify.ts'
import { findProgram } from './programs/registry.ts'
import { MOST_NAMED } from './programs/unknown-program.ts'
import { fetches } from './programs/effects-by-words.ts'
import { runsDownload } from './run-downloads.ts'
import { isElsewhere, runConfigured } from './run-git.ts'
import { runOriginals, runPiped } from './run-originals.ts'
import { programOf } from './runner-names.ts'
import { pushesElsewhere, sendsFiles } from './sent-files.ts'
import { showsVariables } from './shown-variables.ts'
import { forgetAll, fork, lookup } from './state.ts'
import { notePrintedRoots } from './printed-roots.ts'
import { knownText } from './value.ts'
import { keepFilled } from './written-text.ts'
import { outputOfWritten } from './written-output.ts'
import { noteChanged, writtenIn } from './written-files.ts'
import { wordSet } from '../word-set.ts'

/** Runs one argument vector: reports that it runs, what it changes here, and what it starts. */
export function runCommand(call: CommandCall): Outcome {
  const { argv, state, frame, range } = call
  const { reading } = frame
  const [first, ...rest] = argv
  if (first === undefined || !step(reading, range.start, 1 + argv.length / 16)) return outcome(state)
  const name = literal(first)
  const bypass = frame.child || call.bypass === true
  const info = name === undefined || bypass ? undefined : reading.functions.get(name)
  if (name !== undefined && info !== undefined && isFunction(name, state)) {
    for (const fact of call.assignments) emitAssignment(fact, true, state, frame)
    refuseDressed(dressedName(first), reading)
    return callFunction(info, rest, call)
  }
  const { place } = reading
  const classified = classify(argv, { place, cwds: state.cwds })
  const shown = withInputCode(classified, {
    argv,
    stdin: call.stdin,
    range,
    home: place.home,
    fills: reading.files.size > 0,
    written: (path) =>
      path instanceof RegExp && isWithinItself(call) ? [] : writtenIn(path, range.start, state, reading),
  })
  const { names } = reading
  const given = withGivenCode(shown, call)
  const linked = names.links.size === 0 ? given : throughLinks(given, state.cwds, names)
  const configured = name?.endsWith('git') === true && isElsewhere(call, linked)
  const facts = withLoss(
    withSent(withFetched(configured ? { ...linked, hidden: true } : linked, call), call),
    call,
  )
  if (facts.traits.includes('download')) reading.fetched = true
  refuseDressed(dressedWord(argv, { reads: facts.notReadonly === undefined }), reading)
  const mark = reading.parts.length
  const shadowed =
    !frame.child && name !== undefined && (reading.functions.has(name) || reading.aliases.has(name))
  const { assignments, writes } = call
  say({ kind: 'command', argv, facts, assignments, writes, shadowed }, call)
  if (name === undefined) return sayFetched(runUnknown(call, facts), call, facts, mark)
  if (facts.program === undefined && LOOKS_BLANK.test(name))
    refuse(reading, 'a blank in a name that is none', first.range.start)
  if (facts.program === undefined && rest.length > MOST_NAMED)
    refuse(reading, `more than ${MOST_NAMED} words for a program that is not known`, range.start)
  if (isLostCopy(name, state.cwds, names))
    refuse(reading, 'a copy of one of more programs than are followed', first.range.start)
  if (reading.unreadable === undefined && isTangled(facts, state.cwds, names))
    refuse(reading, 'a link to more places than are followed', first.range.start)
  if (names.copies.size > 0) runOriginals(name, call, runCommand)
  if (facts.input === 'script') runPiped(call, facts, runCommand)
  if (name.endsWith('git')) runConfigured(call, runCommand)
  noteNames(argv, facts, state.cwds, names)
  const output = printedBy(call, shadowed)
  keepFilled(argv, call.stdin, state, frame)
  noteChanged(facts, state, reading)
  const result = sayFetched(runHere(name, rest, call, facts), call, facts, mark)
  return output === undefined ? result : { ...result, output }
}

function refuseDressed(dressed: DressedWord | undefined, reading: Reading): void {
  if (dressed !== undefined) refuse(reading, dressed.reason, dressed.position)
}

/** `make` in a recipe, `npm run` in a script: its files were read for the first one, and again if that wrote them. */
function isWithinItself({ argv, frame }: CommandCall): boolean {
  const name = display(argv[0])
  return frame.carriers.filter((each) => display(each.argv?.[0]) === name).length > 1
}

/** Its output, if anything uses it. */
function printedBy({ argv, stdin, state, frame }: CommandCall, shadowed: boolean): Outcome['output'] {
  if (!frame.outputUsed) return undefined
  const { reading } = frame
  const where = { ...reading.place, cwds: state.cwds }
  const output = shadowed
    ? undefined
    : (outputOfWritten(argv, state, reading) ?? outputOf(argv, stdin, where))
  return notePrintedRoots(argv, output, stdin, reading)
}

/** Characters that look like a blank but do not separate words. */
const LOOKS_BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/

const MAX_DROPPED = 3

/** Downloads something, or passes on a downloaded file. */
function withFetched(facts: ProgramFacts, { argv, state, frame }: CommandCall): ProgramFacts {
  if (facts.traits.includes('download')) return facts
  const { reading } = frame
  const fetched =
    fetches(programOf(facts, argv), argv).length > 0 ||
    (reading.downloads.size > 0 &&
      facts.touches.some(({ act, path }) => act !== 'write' && isDownloaded(path, state.cwds, reading)))
  return fetched ? { ...facts, traits: [...facts.traits, 'download'] } : facts
}

/** Sends the content of files, or pushes to an address that this same text set. */
function withSent(facts: ProgramFacts, call: CommandCall): ProgramFacts {
  const program = programOf(facts, call.argv)
  const more: Trait[] = []
  if (!facts.traits.includes('send-files') && sendsFiles(call, program)) more.push('send-files')
  if (!facts.traits.includes('publish') && pushesElsewhere(call, facts)) more.push('publish')
  if (!facts.traits.includes('shows-secrets') && showsVariables(call, program)) more.push('shows-secrets')
  return more.length === 0 ? facts : { ...facts, traits: [...facts.traits, ...more] }
}

/** The irreversible loss that its words, or the text on its standard input, show. */
function withLoss(facts: ProgramFacts, { argv, stdin }: CommandCall): ProgramFacts {
  const texts = (): readonly string[] => textsIn(stdin).flatMap((value) => knownText(value) ?? [])
  const loss = lossByWords(argv, facts, { findProgram, texts })
  return loss === undefined ? facts : { ...facts, loss }
}

/** Reports once that the command runs something downloaded. */
function sayFetched(result: Outcome, call: CommandCall, facts: ProgramFacts, mark: number): Outcome {
  const { reading } = call.frame
  if (!reading.fetched) return result
  const isReported = reading.parts
    .slice(mark)
    .some((part) => part.kind === 'opaque' && part.source === 'download')
  if (!isReported && runsDownload(call, facts, baseName(programOf(facts, call.argv))))
    say({ kind: 'opaque', source: 'download' }, call)
  return result
}

/** The name is unknown: it may be a builtin or a function, and if a word expands to nothing the next one is the name. */
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

const DECLARERS = wordSet('export declare typeset local readonly')

/** The assignments in the words of `export` and similar builtins are separate parts. */
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
