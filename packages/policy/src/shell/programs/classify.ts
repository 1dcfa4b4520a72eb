import type { Draft } from '../../draft.ts'
import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Breaker, Hazard, Inner, NotReadonly, ProgramFacts, Touch, Trait } from '../part.ts'
import { explainsItself } from './explained.ts'
import { descend, type Level } from './levels.ts'
import { isHarmful, optionNames, type OptionTable } from './option-table.ts'
import type { Sorted } from './options.ts'
import { pipedWords } from './piped-words.ts'
import { findProgram, isPrecise } from './registry.ts'
import { runnerStarts } from './runner-starts.ts'
import { supposedProgram } from './supposed.ts'
import { toldOf, type Told } from './told-effects.ts'
import { baseName, namedFiles, NOTHING, unknownProgram } from './unknown-program.ts'
import { grimStarts } from './unknown-starts.ts'
import { perhapsWritten } from './perhaps-written.ts'
import type { ClassifyContext, CommandSpec, Effect, ParsedArgs, ParsedOption, ProgramSpec } from './spec.ts'

/**
 * What the tables say of one argument vector. Pure, total. Facts for *may* (hazards, touches, breaker, inner,
 * spellings) go by the base name of the program; *must* (`notReadonly`) needs the program's plain name and certain words.
 */
export function classify(argv: readonly Field[], context: ClassifyContext): ProgramFacts {
  const [first] = argv
  const written = first === undefined ? '' : literal(first)
  if (first === undefined || written === '') return unknownProgram(argv)
  if (written === undefined) return withSupposed(unknownProgram(argv), argv, context)
  if (explainsItself(argv)) return { ...NOTHING, program: written }
  const facts = classifyNamed(argv, context, { first, written })
  const program = facts.program ?? baseName(written)
  const told = toldOf(program, argv)
  const seen =
    told.length === 0
      ? facts
      : told.reduce((so, each) => withTold(so, each, { program, argv, context }), facts)
  const perhaps = perhapsWritten(argv, program, seen)
  const starts = furtherStarts(seen, argv, program)
  const piped = pipedWords(program, argv)
  if (perhaps.length + starts.length + piped.inner.length === 0) return seen
  return {
    ...seen,
    touches: [...seen.touches, ...perhaps],
    inner: [...seen.inner, ...starts, ...piped.inner],
    ...(piped.inner.length === 0 ? {} : { hazards: [...seen.hazards, ...piped.hazards], arity: -1 }),
    ...(piped.hazards.length === 0 || seen.notReadonly !== undefined
      ? {}
      : { notReadonly: { because: 'not-readonly', program } as const }),
  }
}

/** What it may start besides what its table says; git and its kin are given names and messages. */
function furtherStarts(
  { notReadonly, inner, program }: ProgramFacts,
  argv: readonly Field[],
  name: string,
): readonly Inner[] {
  if (notReadonly === undefined || /^(?:git|gh|glab|hub|jj|hg|svn)$/.test(name)) return []
  const told = runnerStarts(name, argv)
  const found = told.length > 0 || program === undefined || KEEPS.test(name) ? told : grimStarts(argv)
  return found.filter((start) =>
    start.kind === 'argv'
      ? !inner.some((each) => each.kind === 'argv' && each.argv.some((word) => word === start.argv[0]))
      : inner.length === 0,
  )
}

/** These do something with the files that they are given, and start none of their words. */
const KEEPS =
  /^(?:rm|cp|mv|ln|mkdir|rmdir|touch|chmod|chown|chgrp|tee|dd|install|tar|zip|unzip|gzip|truncate|shred|kill|pkill|killall|curl|wget|sed|awk|export|declare|local|readonly|unset|alias)$/

/** A program of which only the other words are known does what the one does that such words are for. */
function withSupposed(facts: ProgramFacts, argv: readonly Field[], context: ClassifyContext): ProgramFacts {
  const [first] = argv
  const name = supposedProgram(argv)
  if (first === undefined || name === undefined) return facts
  const { breaker, touches, inner } = classify([textField(name, first.range), ...argv.slice(1)], context)
  return {
    ...facts,
    touches: [...facts.touches, ...touches],
    inner: [...facts.inner, ...inner.filter(({ kind }) => kind === 'script')],
    ...(breaker === undefined ? {} : { breaker }),
  }
}

function withTold(
  facts: ProgramFacts,
  told: Told,
  {
    program,
    argv,
    context,
  }: { readonly program: string; readonly argv: readonly Field[]; readonly context: ClassifyContext },
): ProgramFacts {
  if (told.kind === 'writes') {
    const range = argv[0]?.range ?? { start: 0, end: 0 }
    const path = textField(told.path.replace(/^~/, context.place.home), range)
    return { ...facts, touches: [...facts.touches, { act: 'write', path, recursive: false }] }
  }
  if (told.trait === 'shows-secrets' && argv.some(isSummary)) return facts
  const traits = facts.traits.includes(told.trait) ? facts.traits : [...facts.traits, told.trait]
  const seen: ProgramFacts = { ...facts, traits }
  if (told.trait !== 'shows-secrets' || NOW_AND_THEN.test(program)) return seen
  return { ...seen, notReadonly: seen.notReadonly ?? { because: 'not-readonly', program } }
}

/** What these print holds a password now and then; the others print nothing else. */
const NOW_AND_THEN =
  /^(?:pip\d?|docker|podman|docker-compose|podman-compose|helm|systemctl|tmux|terraform|tofu|git)$/

/** `docker compose config --services`: names alone. */
function isSummary(field: Field): boolean {
  return /^--(?:services|images|volumes|networks|profiles|no-interpolate|quiet)$/.test(literal(field) ?? '')
}

function classifyNamed(
  argv: readonly Field[],
  context: ClassifyContext,
  { first, written }: { readonly first: Field; readonly written: string },
): ProgramFacts {
  const known = findProgram(written)
  // As most are written: without a path, in the case of the table.
  if (known !== undefined && !/[./]/.test(written)) {
    return readProgram(known, { argv, base: written, context })
  }
  const words = argv.slice(1)
  const base = baseName(written)
  // Where file names have no case, `RM` is `rm`.
  const lower = base.toLowerCase()
  const name = findProgram(base) === undefined && findProgram(lower) !== undefined ? lower : base
  const spec = findProgram(name)
  const others = [...new Set([base, name])].filter((other) => other !== written)
  const spelled = others.map((other) => [textField(other, first.range), ...words])
  const helper = /^git-([a-z][\w-]*)$/.exec(base)?.[1] ?? (base === 'hub' ? '' : undefined)
  if (spec === undefined && helper !== undefined) {
    const { range } = first
    const command = [textField('git', range), ...(helper === '' ? [] : [textField(helper, range)]), ...words]
    const facts = classify(command, context)
    const notReadonly: NotReadonly = { because: 'unknown-program', program: written }
    const spellings = [...spelled, command, ...facts.spellings]
    return { ...facts, notReadonly, transparent: false, spellings }
  }
  if (spec === undefined) {
    const later = withoutLeadingOptions([textField(base, first.range)], words)
    return { ...unknownProgram(argv), spellings: [...spelled, ...later] }
  }
  const facts = readProgram(spec, { argv, base: name, context })
  if (name === written) return facts
  const notReadonly: NotReadonly = { because: 'unknown-program', program: written }
  return { ...facts, notReadonly, transparent: false, spellings: [...spelled, ...facts.spellings] }
}

/** The table does not say what the words are, and the program itself does something with them. */
function namesFiles(spec: ProgramSpec, { command }: Level, facts: ProgramFacts): boolean {
  if (command.operands !== undefined || facts.notReadonly === undefined || facts.transparent) return false
  if (facts.inner.some((inner) => inner.kind === 'argv' && inner.remote !== true)) return false
  // What git is given names what it has recorded.
  if (spec.names.includes('git')) return false
  return !(isPrecise(spec) && (command.read !== undefined || command.subcommands !== undefined))
}

function withNamedFiles(facts: ProgramFacts, argv: readonly Field[]): ProgramFacts {
  const known = new Set(facts.touches.map(({ path }) => display(path)))
  const more = namedFiles(argv, true).filter(({ path }) => !known.has(display(path)))
  return more.length === 0 ? facts : { ...facts, touches: [...facts.touches, ...more] }
}

interface Start {
  readonly argv: readonly Field[]
  readonly base: string
  readonly context: ClassifyContext
}

function readProgram(spec: ProgramSpec, start: Start): ProgramFacts {
  const { argv, base } = start
  const query = argv.length === 2 && argv[1] !== undefined ? literal(argv[1]) : undefined
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

/** What the readers of the command and of those above it make of the facts, inside out. */
function readWith(level: Level, start: Start, facts: ProgramFacts): ProgramFacts {
  let args: ParsedArgs | undefined
  let so = facts
  for (let at = -1; at < level.chain.length; at += 1) {
    const reader = at === -1 ? level.command.read : level.chain[at]?.around
    if (reader === undefined) continue
    args ??= parsedArgs(level, start)
    so = patch(so, reader(args, so))
  }
  return so
}

/** What only explains itself publishes and installs nothing. */
function isFetch(trait: Trait): boolean {
  return trait === 'download' || trait === 'send-files' || trait === 'shows-secrets'
}

/** A word by which the program only answers about itself. */
function isQuestion(word: string, { queries }: ProgramSpec): boolean {
  if (queries === undefined) return word === '--version' || word === '--help'
  return word !== '' && queries.split(' ').includes(word)
}

/** Keeps `notReadonly` and `breaker` absent, not undefined, when a reader takes them away. */
function patch(facts: ProgramFacts, change: ReturnType<NonNullable<CommandSpec['read']>>): ProgramFacts {
  const { notReadonly, breaker, ...rest } = { ...facts, ...change }
  const made: Draft<ProgramFacts> = rest
  if (notReadonly !== undefined) made.notReadonly = notReadonly
  if (breaker !== undefined) made.breaker = breaker
  return made
}

function settle(at: Level, { argv, base }: Start): ProgramFacts {
  let program = base
  for (const field of at.path) program += ` ${literal(field) ?? ''}`
  const hazards: Hazard[] = []
  const touches: Touch[] = []
  const inner: Inner[] = []
  const note = (option: ParsedOption): void => {
    // Most options do nothing that anyone has to know.
    if (option.effect === 'plain' || option.effect === 'unknown') return
    hazards.push(...hazardOf(option))
    touches.push(...touchOf(option))
    inner.push(...innerOf(option))
  }
  for (const { sorted } of at.before) sorted.options.forEach(note)
  at.sorted.options.forEach(note)
  hazards.push(...doubtfulHazards(at), ...ownHazard(at))
  touches.push(...operandTouches(at))
  const notReadonly = whyNotReadonly(at, program)
  const breaker = findBreaker(at, program)
  const facts: Draft<ProgramFacts> = {
    program: base,
    hazards,
    touches,
    traits: at.command.traits ?? [],
    inner,
    transparent: false,
    privilege: false,
    spellings: spellings(at, argv, base),
    arity: at.command.arity ?? 1 + at.path.length,
    opaque: false,
  }
  if (notReadonly !== undefined) facts.notReadonly = notReadonly
  if (at.command.readonly === 'query') facts.query = true
  if (breaker !== undefined) facts.breaker = breaker
  return facts
}

function spellings(at: Level, argv: readonly Field[], base: string): readonly (readonly Field[])[] {
  const [first] = argv
  if (first === undefined) return []
  // A further word says what is done (`kubectl -n x delete`): what stands before it is passed over too.
  const more = at.command.subcommands !== undefined || 1 + at.path.length < (at.command.arity ?? 0)
  const isShort = 1 + at.path.length + at.rest.length === argv.length
  if (isShort && !more) return []
  const head = [textField(base, first.range), ...at.path]
  const found = isShort ? [] : [[...head, ...at.rest]]
  if (!more) return found
  const [start] = at.sorted.operands
  const from = start === undefined ? -1 : at.rest.indexOf(start)
  const known = from > 0 ? [[...head, ...at.rest.slice(from)]] : []
  const sure = at.lost === undefined && at.sorted.options.every(({ effect }) => effect !== 'unknown')
  return [...found, ...known, ...(sure ? [] : withoutLeadingOptions(head, at.rest))]
}

/** Options before a subcommand that no table knows: each may have a value behind it. */
function withoutLeadingOptions(
  head: readonly Field[],
  rest: readonly Field[],
): readonly (readonly Field[])[] {
  const from = rest.findIndex((word) => !/^[-+]/.test(knownPrefix(word)))
  if (from < 1) return []
  return [from, from + 1].filter((at) => at < rest.length).map((at) => [...head, ...rest.slice(at)])
}

const HAZARD_KINDS: Readonly<Record<Effect | 'unknown', Hazard['kind'] | undefined>> = {
  plain: undefined,
  reads: undefined,
  changes: undefined,
  outputs: undefined,
  unknown: undefined,
  writes: 'writes',
  starts: 'starts',
  runs: 'starts',
  loads: 'loads',
  configures: 'configures',
}

function ownHazard({ command, path }: Level): readonly Hazard[] {
  const word = path.at(-1)
  if (command.hazard === undefined || word === undefined) return []
  const option = display(word)
  return [{ kind: command.hazard, option, range: word.range, spellings: [option] }]
}

function hazardOf(option: ParsedOption): readonly Hazard[] {
  const kind = HAZARD_KINDS[option.effect]
  if (kind === undefined) return []
  return [{ kind, option: option.written, range: option.field.range, spellings: option.names }]
}

/** A word that is not known may be any hazard of the program; no rule can spell it. */
function doubtfulHazards(at: Level): readonly Hazard[] {
  if (at.sorted.doubts.length === 0 && at.before.every(({ sorted }) => sorted.doubts.length === 0)) return []
  const levels = [...at.before, { sorted: at.sorted, table: at.table }]
  return levels.flatMap(({ sorted, table }) =>
    table.hazardous
      ? sorted.doubts.map(({ field }) => ({
          kind: 'configures' as const,
          option: display(field),
          range: field.range,
          spellings: [],
        }))
      : [],
  )
}

function touchOf(option: ParsedOption): readonly Touch[] {
  const { value, effect } = option
  if (value === undefined) return []
  if (effect === 'writes' || effect === 'outputs') return [{ act: 'write', path: value, recursive: false }]
  if (effect === 'reads' || effect === 'loads') return [{ act: 'read', path: value, recursive: false }]
  return []
}

function innerOf(option: ParsedOption): readonly Inner[] {
  return option.effect === 'runs' && option.value !== undefined
    ? [{ kind: 'script', text: option.value }]
    : []
}

function operandTouches({ command, sorted }: Level): readonly Touch[] {
  const spec = command.operands
  if (spec === undefined) return []
  const { act = 'none', last } = spec
  const noSkip = hasAny(sorted.options, optionNames(spec.skipUnless))
  const paths = sorted.operands.slice(noSkip ? 0 : (spec.skip ?? 0))
  const recursive = spec.recursive === true || isRecursive(command, sorted)
  return paths.flatMap((path, index): readonly Touch[] => {
    const isLast = last !== undefined && index > 0 && index === paths.length - 1
    const effective = isLast ? last : act
    return effective === 'none' ? [] : [{ act: effective, path, recursive: recursive && !isLast }]
  })
}

/** The worst is taken: a word that is not known may be the option. */
function isRecursive(command: CommandSpec, sorted: Sorted): boolean {
  const names = optionNames(command.recursive)
  return names.length > 0 && (sorted.doubts.length > 0 || hasAny(sorted.options, names))
}

function hasAny(options: readonly ParsedOption[], names: readonly string[]): boolean {
  return options.some((option) => option.names.some((name) => names.includes(name)))
}

function findBreaker(at: Level, program: string): Breaker | undefined {
  const { options } = at.sorted
  for (const spec of at.command.breakers ?? []) {
    if (hasAny(options, optionNames(spec.unless))) continue
    const names = optionNames(spec.options)
    const hit = options.find((option) => option.names.some((name) => names.includes(name)))
    if (spec.options === undefined || hit !== undefined) {
      return { kind: spec.kind, target: hit === undefined ? program : `${program} ${hit.written}` }
    }
  }
  return undefined
}

function whyNotReadonly(at: Level, program: string): NotReadonly | undefined {
  const { command, lost } = at
  if (lost !== undefined) return unknownWord(program, lost.word)
  for (const { sorted, table } of at.before) {
    const reason = optionReason(sorted, table, program)
    if (reason !== undefined) return reason
  }
  if (command.readonly === undefined || command.readonly === false)
    return { because: 'not-readonly', program }
  return optionReason(at.sorted, at.table, program) ?? operandReason(at, program)
}

function unknownWord(program: string, word: Field | undefined): NotReadonly {
  if (word === undefined) return { because: 'not-readonly', program }
  return literal(word) === undefined
    ? { because: 'unknown-word', program, range: word.range }
    : { because: 'not-readonly', program, argument: display(word) }
}

function optionReason(sorted: Sorted, table: OptionTable, program: string): NotReadonly | undefined {
  const bad = sorted.options.find((option) => {
    if (option.effect === 'unknown') return !table.anyOption
    return isHarmful(option.effect) || !(option.exact || table.anyOption)
  })
  if (bad !== undefined) return { because: 'not-readonly', program, argument: bad.written }
  const [doubt] = sorted.doubts
  if (doubt === undefined || !table.harmful) return undefined
  return { because: 'unknown-word', program, range: doubt.field.range }
}

function operandReason({ command, sorted }: Level, program: string): NotReadonly | undefined {
  const max = command.operands?.max
  if (max === undefined) return undefined
  const extra = sorted.operands[max]
  if (extra !== undefined) return { because: 'not-readonly', program, argument: display(extra) }
  const several =
    sorted.operands.find((field) => field.many) ?? sorted.doubts.find((doubt) => doubt.many)?.field
  return several === undefined ? undefined : { because: 'unknown-word', program, range: several.range }
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
