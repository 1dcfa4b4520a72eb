import { display, literal, type Field } from '../../model/field.ts'
import type { ProgramFacts, Trait } from '../../model/part.ts'
import { descend, type Level } from './levels.ts'
import { findProgram, isPrecise } from './registry.ts'
import { hasAny, settle } from './settled-facts.ts'
import type { ClassifyContext, ParsedArgs, ProgramSpec } from './spec.ts'
import { namedFiles, NOTHING } from './unknown-program.ts'

/** Applies the table of a program to its words. */
export function readProgram(spec: ProgramSpec, start: Start): ProgramFacts {
  const { argv, base } = start
  const query = argv.length === 2 ? literal(argv[1]) : undefined
  if (query !== undefined && isQuestion(query, spec)) {
    return { ...NOTHING, program: base }
  }
  const level = descend(spec, argv.slice(1))
  const facts = settle(level, start)
  const read = readWith(level, start, facts)
  const made = namesFiles(spec, level, read) ? withNamedFiles(read, argv) : read
  return argv.some((field) => literal(field) === '--help')
    ? { ...made, traits: made.traits.filter(isFetch) }
    : made
}

interface Start {
  readonly argv: readonly Field[]
  readonly base: string
  readonly context: ClassifyContext
}

/** The facts after the readers of the command and of those above it, innermost first. */
function readWith(level: Level, start: Start, facts: ProgramFacts): ProgramFacts {
  let args: ParsedArgs | undefined
  let so = facts
  for (let at = -1; at < level.chain.length; at += 1) {
    const reader = at === -1 ? level.command.read : level.chain[at]?.around
    if (reader === undefined) continue
    args ??= parsedArgs(level, start)
    so = { ...so, ...reader(args, so) }
  }
  return so
}

/** A command that only explains itself publishes and installs nothing. */
function isFetch(trait: Trait): boolean {
  return trait === 'download' || trait === 'send-files' || trait === 'shows-secrets'
}

/** A word with which the program only answers about itself. */
function isQuestion(word: string, { queries }: ProgramSpec): boolean {
  if (queries === undefined) return word === '--version' || word === '--help'
  return word !== '' && queries.split(' ').includes(word)
}

/** The table does not say what the words are, and the program itself uses them. */
function namesFiles(spec: ProgramSpec, { command }: Level, facts: ProgramFacts): boolean {
  if (command.operands !== undefined || facts.notReadonly === undefined || facts.transparent) return false
  if (facts.inner.some((inner) => inner.kind === 'argv' && inner.remote !== true)) return false
  // Words for git name recorded content.
  if (spec.names.includes('git')) return false
  return !(isPrecise(spec) && (command.read !== undefined || command.subcommands !== undefined))
}

function withNamedFiles(facts: ProgramFacts, argv: readonly Field[]): ProgramFacts {
  const known = new Set(facts.touches.map(({ path }) => display(path)))
  const more = namedFiles(argv, true).filter(({ path }) => !known.has(display(path)))
  return more.length === 0 ? facts : { ...facts, touches: [...facts.touches, ...more] }
}

function parsedArgs(at: Level, { argv, base, context }: Start): ParsedArgs {
  const { options } = at.sorted
  return {
    argv,
    program: base,
    path: at.path.map((field) => literal(field) ?? ''),
    rest: at.rest,
    options,
    before: at.before.flatMap(({ sorted }) => sorted.options),
    operands: at.sorted.operands,
    doubts: [...at.before.flatMap(({ sorted }) => sorted.doubts), ...at.sorted.doubts],
    dashes: at.sorted.dashes,
    context,
    isCarrier: (name) => findProgram(name)?.carrier === true,
    has: (...names) => hasAny(options, names),
    value: (...names) =>
      options.findLast((option) => option.names.some((name) => names.includes(name)))?.value,
  }
}
