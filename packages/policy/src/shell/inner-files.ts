import { fromNetwork, type CommandCall } from './context.ts'
import { isSharedInput } from './concurrent-io.ts'
import { isDownloaded } from './downloads.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { readThrough, sayOpaque } from './inner-script.ts'
import type { Carrier, ProgramFacts } from '../model/part.ts'
import { FILE_RUNNERS, SHELLS, carrierOf, nameOf } from './runner-names.ts'
import { isKnownName, lookup } from './state.ts'
import { fieldValue, knownText, onlyHole, textValue, type Value } from './value.ts'
import { isMade, writtenIn } from './written-files.ts'
import { wordSet } from '../word-set.ts'

/** `bash <(…)`, `bash /dev/stdin`, or a file that the text itself wrote: its content is the script. */
export function readFiles(facts: ProgramFacts, call: CommandCall): void {
  const name = nameOf(call)
  readWritten(name, call)
  if (!FILE_RUNNERS.has(name)) return
  for (const field of call.argv.slice(1)) {
    if (isSharedInput(field, call)) sayOpaque(call, call.frame.reading.fetched)
    const only = onlyHole(fieldValue(field))
    if (only?.content !== undefined && SHELLS.has(name))
      readThrough(only.content, field.range, carrierOf(call, 'inline'), call)
    else if (only?.source.startsWith('<(') === true) {
      for (const each of SHELLS.has(name) ? (only.contents ?? []) : [])
        readThrough(each, field.range, carrierOf(call, 'inline'), call)
      sayOpaque(call, only.download)
    }
  }
  if (facts.input === 'script' && fromNetwork(call)) sayOpaque(call, true)
}

/** `echo … > f; bash f`, `./f`. */
function readWritten(name: string, call: CommandCall): void {
  const { argv, state, frame } = call
  const { files, made, lost, downloads } = frame.reading
  if (files.size + made.size + lost.size + downloads.size === 0) return
  const at = argv.findIndex((field, index) => index > 0 && !knownPrefix(field).startsWith('-'))
  const operand = at === -1 ? undefined : argv[at]
  // `bash -n x` only checks the syntax and runs nothing.
  if (SHELLS.has(name) && argv.slice(1, at).some((word) => /^-[a-z]*n[a-z]*$/.test(literal(word) ?? '')))
    return
  // A name without a slash is searched for in `PATH`.
  const found = downloads.has(`bin/${name}`) || display(argv[0]).includes('/')
  const started = FILE_RUNNERS.has(name) ? operand : found ? argv[0] : undefined
  if (started !== undefined && isDownloaded(started, state.cwds, frame.reading)) sayOpaque(call, true)
  if (started !== undefined && isMade(started, state, frame.reading)) sayOpaque(call, false)
  if (SHELLS.has(name)) readFirst(call)
  const field = READS_SHELL.has(name) ? operand : argv[0]
  if (field === undefined || !isWorthReading(field, call)) return
  // With another search path, a name may be any file.
  const anywhere = !display(field).includes('/') && setsPath(call) && !READS_SHELL.has(name)
  const where = anywhere ? { cwds: [undefined] } : state
  for (const value of writtenIn(field, field.range.start, where, frame.reading)) {
    if (isShellScript(value)) readThrough(value, field.range, carrierOf(call, 'inline'), call)
  }
}

/** Programs that read shell text, and some whose language is similar. */
const READS_SHELL = wordSet('bash sh dash zsh ksh mksh ash source . fish csh tcsh elvish nu xonsh yash')

/** Limits a file that writes another one and runs it under the same name. */
const MOST_TIMES = 1

/** An uncertain word may be any file: but not a program without a path, and not again inside its own content. */
function isWorthReading(field: Field, { argv, frame }: CommandCall): boolean {
  if (literal(field) !== undefined) return true
  const shown = argv.map(display).join(' ')
  const times = frame.carriers.filter(
    (each) => each.kind === 'inline' && each.argv?.map(display).join(' ') === shown,
  ).length
  if (times > MOST_TIMES) return false
  return field !== argv[0] || field.pieces.some((piece) => piece.kind === 'text' && piece.text.includes('/'))
}

function setsPath({ environment, state }: CommandCall): boolean {
  return environment.has('PATH') || isKnownName(state, 'PATH')
}

/** `echo … > f; BASH_ENV=f bash x`: a file that a shell reads before anything else. */
function readFirst(call: CommandCall): void {
  const { environment, state, frame, range } = call
  for (const variable of ['BASH_ENV', 'ENV']) {
    const set =
      environment.get(variable)?.values ??
      (isKnownName(state, variable) ? lookup(state, variable).values : [])
    for (const value of set.map(knownText)) {
      const texts = value === undefined ? [] : writtenIn(value, range.start, state, frame.reading)
      for (const text of texts) readThrough(text, range, carrierOf(call, 'inline'), call)
    }
  }
}

/** It has no first line that names another interpreter. */
function isShellScript(value: Value): boolean {
  const [first] = value
  const line = first?.kind === 'text' ? (/^#!.*/.exec(first.text)?.[0] ?? '') : ''
  return line === '' || /\b(?:ba|da|z|k|a)?sh\b/.test(line)
}

/** The text of an alias replaces its name. It is judged where it is defined. */
export function readAliases(call: CommandCall): void {
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
