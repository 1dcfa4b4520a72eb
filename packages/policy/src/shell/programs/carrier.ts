import { display, knownPrefix, literal, textField, type Field, type Piece } from '../../model/field.ts'
import type { Inner, InnerAssignment, NotReadonly, Touch } from '../../model/part.ts'
import { isPackageAddress } from './addresses.ts'
import { GUESSES, guess, isDashes } from './carrier-guesses.ts'
import { fillMark, joinWords, shellText } from './joined-words.ts'
import { optionNames } from './option-table.ts'
import {
  GNU,
  type CommandSpec,
  type FactsPatch,
  type OptionList,
  type ParsedArgs,
  type ProgramFacts,
  type ProgramSpec,
  type Style,
} from './spec.ts'

/** A program whose words contain another command. The option lists are those of `CommandSpec`. */
export interface CarryingSpec {
  /** Default: GNU, but options end at the first operand. */
  readonly style?: Style
  readonly options?: OptionList
  readonly reads?: OptionList
  readonly writes?: OptionList
  readonly loads?: OptionList
  readonly configures?: OptionList
  readonly changes?: OptionList
  /** Options with which it starts nothing and only prints or sets something (`command -v`, `taskset -p`). */
  readonly asks?: OptionList
  /** Options whose value is shell text (`su -c`). */
  readonly text?: OptionList
  /** Options that pass the words to a shell, or start a shell if there are none (`sudo -s`). */
  readonly shells?: OptionList
  /** Options that set the working directory of what is started. */
  readonly chdir?: OptionList
  /** Options whose value is split into words that are parsed like its own (`env -S`). */
  readonly splits?: OptionList
  /** Options whose value is a placeholder for words from elsewhere (`xargs -I`). */
  readonly replaces?: OptionList
  /** Operands before the command (`timeout 5`, `flock FILE`). */
  readonly skip?: number
  /** The command may begin at any word: there are too many forms to distinguish. */
  readonly anywhere?: boolean
  /** Variables may precede the command. */
  readonly assignments?: boolean
  /** The words are joined into shell text, unless one of these options is there (`watch -x`). */
  readonly joins?: OptionList
  /** Each operand is a separate shell text (`hyperfine`). */
  readonly every?: boolean
  /** More words come from another source. */
  readonly more?: boolean
  /** Allow rules and the read-only table see through it. */
  readonly transparent?: boolean
  readonly privilege?: boolean
  /** A rule on it covers what it runs. */
  readonly remote?: boolean
  /** Fetches the program that it runs if that is an address (`npx github:a/b`). */
  readonly fetches?: boolean
  /** Without a command: only prints something, or starts a shell that reads its input. */
  readonly alone?: 'readonly' | 'shell'
  /** Without shell text it starts a shell that reads its input, whatever the words (`su`). */
  readonly login?: boolean
  /** Its first word is a file that it writes (`script FILE`). */
  readonly keeps?: true
}

export interface CarrierSpec extends CarryingSpec {
  readonly names: readonly string[]
}

/** Makes the table entry of a carrier. */
export function carrier(spec: CarrierSpec): ProgramSpec {
  return { names: spec.names, carrier: true, ...carrierCommand(spec) }
}

/** The same for one subcommand (`direnv exec`). */
export function carrierCommand(spec: CarryingSpec): CommandSpec {
  const lists = [spec.options, spec.asks, spec.text, spec.shells, spec.replaces, joinOptions(spec)]
  const changes = [spec.changes, spec.chdir, spec.splits].filter((list) => list !== undefined).join(' ')
  return {
    readonly: spec.transparent === true || spec.alone === 'readonly',
    style: spec.style ?? { ...GNU, permute: false },
    options: lists.filter((list) => list !== undefined).join(' '),
    ...(spec.reads === undefined ? {} : { reads: spec.reads }),
    ...(spec.writes === undefined ? {} : { writes: spec.writes }),
    ...(spec.loads === undefined ? {} : { loads: spec.loads }),
    ...(spec.configures === undefined ? {} : { configures: spec.configures }),
    changes,
    arity: spec.remote === true ? 0 : -1,
    read: (args, facts) => readCarrier(spec, args, facts),
  }
}

function joinOptions({ joins }: CarryingSpec): OptionList | undefined {
  return joins === '' ? undefined : joins
}

function readCarrier(spec: CarryingSpec, args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const privilege = spec.privilege ?? false
  const has = (list: OptionList | undefined): boolean => args.has(...optionNames(list))
  const sure = args.doubts.length === 0 && args.options.every(({ effect }) => effect !== 'unknown')
  const notReadonly = facts.notReadonly ?? (sure ? undefined : refusal(args))
  // After `command -v` no word can make it start anything.
  if (has(spec.asks) && spec.transparent === true) return { privilege, notReadonly: facts.notReadonly }
  if (has(spec.asks) && sure) return { privilege, notReadonly: refusal(args) }
  const inner = [...startedBy(spec, args, sure), ...args.options.flatMap(pipedInto)]
  const alone = inner.length === 0
  const touches = [...facts.touches, ...(spec.keeps === true ? keptBy(args) : [])]
  if (alone && spec.alone === 'readonly') return { privilege, notReadonly }
  if (alone && (spec.alone === 'shell' || has(spec.shells))) {
    return { privilege, touches, inner: [{ kind: 'stdin-script' }], notReadonly: refusal(args) }
  }
  const transparent = spec.transparent === true && !alone && notReadonly === undefined
  return {
    privilege,
    inner,
    touches,
    transparent,
    opaque: facts.opaque || inner.length > GUESSES,
    arity: arityOf(spec, args, inner),
    traits: spec.fetches === true && isFetched(inner, args) ? ['install-from-address'] : facts.traits,
    notReadonly: transparent ? undefined : (notReadonly ?? refusal(args)),
  }
}

function keptBy({ operands: [first] }: ParsedArgs): readonly Touch[] {
  return first === undefined ? [] : [{ act: 'write', path: first, recursive: false }]
}

/** `strace -o '|cmd'`: the output goes to a command instead of a file. */
function pipedInto({ effect, value }: ParsedArgs['options'][number]): readonly Inner[] {
  const text = effect === 'writes' && value !== undefined ? literal(value) : undefined
  if (value === undefined || text === undefined || !/^[|!]/.test(text)) return []
  return [shellText({ ...value, pieces: [{ kind: 'text', text: text.slice(1) }] })]
}

/** For offers: a runner together with the program that it runs, if nothing is between them. */
function arityOf(spec: CarryingSpec, args: ParsedArgs, [first]: readonly Inner[]): number {
  if (spec.remote !== true) return -1
  const plain = first?.kind === 'argv' && first.from === 1 + args.path.length
  return plain ? first.from + 1 : 0
}

/** The program, or a package that an option brings in (`uvx --from git+https://…`). */
function isFetched([first]: readonly Inner[], { options }: ParsedArgs): boolean {
  const program = first?.kind === 'argv' ? first.argv.slice(0, 1) : []
  const loaded = options.flatMap(({ effect, value }) =>
    effect === 'loads' && value !== undefined ? [value] : [],
  )
  return [...program, ...loaded].some(isPackageAddress)
}

function refusal({ program, doubts }: ParsedArgs): NotReadonly {
  const [doubt] = doubts
  return doubt === undefined
    ? { because: 'not-readonly', program }
    : { because: 'unknown-word', program, range: doubt.field.range }
}

/** Everything that the words could start. */
function startedBy(spec: CarryingSpec, args: ParsedArgs, sure: boolean): readonly Inner[] {
  const { assignments, rest } = command(spec, args)
  // `su -c TEXT root sh /`: words after the user name are the shell's `$0` and `$1`.
  const behind = spec.login === true ? args.operands.slice(spec.skip ?? 0) : []
  const given = behind.length > 0 ? { args: behind } : {}
  const texts = scripts(spec, args).map((text) => ({ ...text, ...given }))
  const login: readonly Inner[] = spec.login === true && texts.length === 0 ? [{ kind: 'stdin-script' }] : []
  if (spec.every === true) return [...texts, ...args.operands.map((text) => shellText(text))]
  const split = splitInner(spec, args)
  if (rest.length === 0 || (spec.login === true && texts.length > 0)) return [...texts, ...split, ...login]
  const from = args.argv.length - rest.length
  if (split.length > 0 && !isDisguised(spec, args)) return [...texts, ...split]
  const directory = inDirectory(spec, args, rest)
  const main = directory.length > 0 ? directory : mainInner(spec, args, { rest, from, assignments })
  const [head] = rest
  // `sudo A=b -u root cmd`: options may continue after variables.
  const option = head !== undefined && knownPrefix(head).startsWith('-') && !isText(spec, head)
  const certain = sure && !option
  const guesses = certain && spec.anywhere !== true ? [] : guess(spec, args, { from, sure: certain })
  return [...texts, ...split, ...main, ...login, ...guesses]
}

interface Found {
  readonly rest: readonly Field[]
  readonly from: number
  readonly assignments: readonly InnerAssignment[]
}

function mainInner(
  spec: CarryingSpec,
  args: ParsedArgs,
  { rest, from, assignments }: Found,
): readonly Inner[] {
  const { joins, remote = false } = spec
  const flags = { ...(remote ? { remote } : {}), ...(assignments.length > 0 ? { assignments } : {}) }
  const joined = joins !== undefined && !args.has(...optionNames(joins))
  if (joined || args.has(...optionNames(spec.shells))) return [{ ...shellText(joinWords(rest)), ...flags }]
  const [first, second] = rest
  // `flock FILE -c TEXT`: the option follows the skipped operands.
  if (first !== undefined && second !== undefined && isText(spec, first)) {
    return [{ ...shellText(second), ...flags }]
  }
  return [{ kind: 'argv', ...replaceWords(spec, args, rest), from, ...flags }]
}

function isText(spec: CarryingSpec, field: Field): boolean {
  return optionNames(spec.text).includes(literal(field) ?? '')
}

/** The words after skipped operands and variables. */
function command(spec: CarryingSpec, args: ParsedArgs): Omit<Found, 'from'> {
  const [first] = args.operands
  const start = first === undefined ? args.argv.length : args.argv.indexOf(first)
  // A dash alone is an option here: `env - cmd`, `su - user`.
  const words = args.argv.slice(literal(first) === '-' ? start + 1 : start)
  let at = 0
  const assignments: InnerAssignment[] = []
  while (spec.assignments === true && at < words.length) {
    const assignment = assignmentOf(words[at])
    if (assignment === undefined) break
    assignments.push(assignment)
    at += 1
  }
  const rest = words.slice(at + (spec.skip ?? 0))
  const [head] = rest
  // `kubectl exec pod -c app -- cmd`: options, and their end, may follow an operand.
  const dashes = head !== undefined && knownPrefix(head).startsWith('-') ? rest.findIndex(isDashes) : -1
  return { assignments, rest: rest.slice(dashes + 1) }
}

/** `NAME=value`, as programs (not the shell) take it: any name, even one that looks like an option. */
function assignmentOf(field: Field | undefined): InnerAssignment | undefined {
  const [first, ...rest] = field?.pieces ?? []
  if (field === undefined || first?.kind !== 'text') return undefined
  const equals = first.text.indexOf('=')
  if (equals < 0) return undefined
  const text = first.text.slice(equals + 1)
  const pieces: readonly Piece[] = text === '' ? rest : [{ kind: 'text', text }, ...rest]
  return { name: first.text.slice(0, equals), value: { ...field, pieces }, range: field.range }
}

function scripts(spec: CarryingSpec, args: ParsedArgs): readonly (Inner & { readonly kind: 'script' })[] {
  return valuesOf(args, spec.text).map(shellText)
}

function valuesOf(args: ParsedArgs, list: OptionList | undefined): readonly Field[] {
  const names = optionNames(list)
  return args.options.flatMap(({ names: found, value }) =>
    value !== undefined && found.some((name) => names.includes(name)) ? [value] : [],
  )
}

function replaceWords(
  spec: CarryingSpec,
  args: ParsedArgs,
  rest: readonly Field[],
): { readonly argv: readonly Field[]; readonly more?: boolean; readonly mark?: string } {
  if (!args.has(...optionNames(spec.replaces)))
    return { argv: rest, ...(spec.more === true ? { more: true } : {}) }
  const marks = valuesOf(args, spec.replaces)
  const given = marks.length === 0 ? '' : literal(marks.at(-1))
  if (given === undefined) return { argv: rest, more: true }
  const mark = given === '' ? '{}' : given
  return { argv: rest.map((field) => fillMark(field, mark)), mark }
}

/** `env -u -Sx cmd`: an apparent option is the value of another. */
function isDisguised(spec: CarryingSpec, { options }: ParsedArgs): boolean {
  const names = optionNames(spec.splits)
  const fields = options
    .filter((option) => option.names.some((name) => names.includes(name)))
    .map(({ field }) => field)
  return options.some(({ value }) => value !== undefined && fields.includes(value))
}

/** `env -S 'A=b git push' more` is parsed again as `env A=b git push more`. */
function splitInner(spec: CarryingSpec, args: ParsedArgs): readonly Inner[] {
  const names = optionNames(spec.splits)
  return args.options.flatMap(({ names: found, value, field }): readonly Inner[] => {
    if (value === undefined || !found.some((name) => names.includes(name))) return []
    const at = args.argv.indexOf(field)
    // The rest is parsed again too: `env -S rm -rf x`.
    const rest = args.argv.slice(at + (args.argv[at + 1] === value ? 2 : 1))
    return [{ kind: 'argv', argv: [textField(args.program, value.range), ...splitText(value), ...rest] }]
  })
}

/** Words of a text with quotes; any other special character becomes unknown text. */
function splitText(value: Field): readonly Field[] {
  const text = literal(value)
  const { range } = value
  if (text === undefined)
    return [{ pieces: [{ kind: 'hole', source: display(value) }], quoted: false, many: true, range }]
  return [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => {
    const plain = word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2')
    return /[\\$]/.test(plain)
      ? { pieces: [{ kind: 'hole', source: plain }], quoted: false, many: true, range }
      : textField(plain, range)
  })
}

/** With its own directory: converted to shell text, so that paths are resolved from there. */
function inDirectory(spec: CarryingSpec, args: ParsedArgs, rest: readonly Field[]): readonly Inner[] {
  const directory = valuesOf(args, spec.chdir).at(-1)
  const words = [...(directory === undefined ? [] : [directory]), ...rest].map(literal)
  if (directory === undefined || words.includes(undefined)) return []
  const [target = '', ...command] = words.map((word) => `'${(word ?? '').replaceAll("'", `'\\''`)}'`)
  return [shellText(textField(`cd ${target} && ${command.join(' ')}`, directory.range, { quoted: true }))]
}
