import { textsIn, type Input } from './context.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { resolvePath } from './directory.ts'
import { decode, unescape, type Coder } from './encodings.ts'
import { passedThrough } from './passed-through.ts'
import { printedWords, type Printed } from './plain-outputs.ts'
import { reshaped } from './reshaped.ts'
import { EMPTY, fieldValue, hole, joinBits, knownText, textValue, type Bit, type Value } from './value.ts'

/** The place of a command, for output that depends on it. */
export interface Whereabouts {
  readonly cwds: readonly (string | undefined)[]
  readonly workspace: string
  readonly home: string
}

/** The output of a command, if its words determine it. Undefined: unknown. */
export function outputOf(
  argv: readonly Field[],
  stdin: Input,
  { cwds, workspace, home }: Whereabouts,
): readonly Value[] | undefined {
  const [first, ...args] = argv
  const name = literal(first)
  switch (name) {
    case 'echo':
    case '/bin/echo':
    case '/usr/bin/echo':
      return echo(args)
    case 'printf':
      return single(printedBy(args))
    case 'cat':
      return args.length === 0 && stdin.kind === 'text' ? stdin.values : perhaps(argv, filtered(args, stdin))
    case 'tee':
      return stdin.kind === 'text' ? stdin.values : undefined
    case 'gzip':
    case 'zcat':
    case 'gunzip':
    case 'bzip2':
    case 'bzcat':
    case 'bunzip2':
    case 'xz':
    case 'xzcat':
    case 'unxz':
    case 'zstd':
    case 'zstdcat':
      // Packed data is unpacked later; nobody runs the packed form.
      return perhaps(argv, filtered(args, stdin))
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
    case 'tac':
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'stdbuf':
    case 'pv':
      return passedThrough(name, args, stdin) ?? plainOutput(argv) ?? perhaps(argv, filtered(args, stdin))
    case 'awk':
    case 'cut':
    case 'sed':
      return passedThrough(name, args, stdin) ?? plainOutput(argv) ?? perhaps(argv, madeOf(name, args, stdin))
    case 'base64':
    case 'base32':
    case 'openssl':
    case 'xxd':
    case 'rev':
    case 'tr':
      return decoded(name, args, stdin) ?? perhaps(argv, madeOf(name, args, stdin))
    case 'which':
      return perhaps(argv, programPaths(args), 'plain')
    case 'type':
      return perhaps(argv, programPaths(args))
    case 'command':
      // Without `-v` it prints the output of the command after it.
      return args.some((arg) => /^-[pvV]*[vV]/.test(display(arg)))
        ? perhaps(argv, programPaths(args), args.some((arg) => /V/.test(display(arg))) ? 'data' : 'plain')
        : plainOutput(argv)
    case 'git':
      return (
        perhaps(argv, topLevel(args, workspace), isOnly(args, TOP_LEVEL) ? 'plain' : 'data') ??
        plainOutput(argv)
      )
    case 'ls':
      return perhaps(argv, listedNames(args))
    case 'basename':
    case 'dirname':
    case 'realpath':
    case 'readlink':
      return perhaps(argv, pathsFrom(name, args, cwds)) ?? [[hole(argv.map(display).join(' '), 'data')]]
    case 'npm':
    case 'pnpm':
      return perhaps(argv, isOnly(args, 'prefix') ? [textValue(`${workspace}\n`)] : []) ?? plainOutput(argv)
    case 'hg':
    case 'jj':
    case 'sl':
      return perhaps(argv, isOnly(args, 'root') ? [textValue(`${workspace}\n`)] : []) ?? plainOutput(argv)
    case 'printenv':
      return perhaps(argv, isOnly(args, 'HOME') ? [textValue(`${home}\n`)] : []) ?? plainOutput(argv)
    case 'cd':
      return args.length === 1 && display(args[0]) !== '-' ? [EMPTY] : undefined
    case 'true':
    case ':':
    case 'false':
      return [EMPTY]
    case 'pwd':
      return args.every((arg) => /^-[LP]$/.test(display(arg)))
        ? cwds.map((cwd) => (cwd === undefined ? [hole('$(pwd)', 'data')] : textValue(`${cwd}\n`)))
        : undefined
    case 'wc':
      return args.length === 1 && /^-[lwcm]$/.test(display(args[0])) ? NUMBER : undefined
    case 'nproc':
      return NUMBER
    default:
      return plainOutput(argv)
  }
}

function isOnly(args: readonly Field[], word: string): boolean {
  return args.map(display).join(' ') === word
}

/** The output is unknown, but the form of its words is known. */
function plainOutput(argv: readonly Field[]): readonly Value[] | undefined {
  const printed = printedWords(argv)
  if (printed === undefined || printed === 'rows') return undefined
  return [[printedHole(`$(${argv.map(display).join(' ')})`, printed)]]
}

function printedHole(source: string, printed: Exclude<Printed, 'rows'>): Bit {
  if (printed === 'number') return hole(source, 'digits', { numbers: true })
  if (printed === 'signed') return hole(source, 'digits')
  return printed === 'plain' ? hole(source, 'plain') : hole(source, 'data', { whole: true })
}

/** The output may be one of these, but that is not certain. */
function perhaps(
  argv: readonly Field[],
  values: readonly Value[],
  origin: 'data' | 'plain' = 'data',
): readonly Value[] | undefined {
  if (values.length === 0) return undefined
  return [[hole(`$(${argv.map(display).join(' ')})`, origin)], ...values]
}

/** Filters that pass on all or some of the lines that they read. */
function filtered(args: readonly Field[], stdin: Input): readonly Value[] {
  const files = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  return stdin.kind === 'text' && files.length <= 1 ? stdin.values : []
}

/** Filters that transform their input. */
function madeOf(name: string, args: readonly Field[], stdin: Input): readonly Value[] {
  const words = args.map(literal)
  if (words.includes(undefined)) return []
  const given = words.map((word) => word ?? '')
  return textsIn(stdin).flatMap((value) => {
    const text = knownText(value)
    const made = text === undefined ? undefined : reshaped(name, given, text)
    return made === undefined ? [] : [textValue(made)]
  })
}

/** `which rm`, `command -v rm`, `type -P rm`: the path of a program, or its name. */
function programPaths(args: readonly Field[]): readonly Value[] {
  return args.flatMap((arg) => {
    const name = literal(arg)
    return name !== undefined && /^\w[\w.+-]*$/.test(name) ? [textValue(`/usr/bin/${name}\n`)] : []
  })
}

/** `ls -d .e*` prints what it is given. */
function listedNames(args: readonly Field[]): readonly Value[] {
  const isOption = (arg: Field): boolean => knownPrefix(arg).startsWith('-')
  if (!args.some((arg) => isOption(arg) && /^-\w*d/.test(display(arg)))) return []
  return args.filter((arg) => !isOption(arg)).map(fieldValue)
}

/** Prints an absolute path, or nothing. */
const TOP_LEVEL = 'rev-parse --show-toplevel'

/** The folders that git prints. */
function topLevel(args: readonly Field[], workspace: string): readonly Value[] {
  const words = args.map(display)
  const [verb, ...rest] = words
  if (verb === 'config') return rest.includes('core.hooksPath') ? [textValue('.git/hooks\n')] : []
  if (verb !== 'rev-parse') return []
  if (words.includes('--show-toplevel')) return [textValue(`${workspace}\n`)]
  const path = words[words.indexOf('--git-path') + 1]
  if (words.includes('--git-path')) return [textValue(`.git/${path ?? ''}\n`)]
  return words.some((word) => /^--(?:absolute-)?git-(?:common-)?dir$/.test(word))
    ? [textValue(`${workspace}/.git\n`)]
    : []
}

/** `dirname /a/b`, `realpath ..`: as far as the words determine it. */
function pathsFrom(
  name: 'basename' | 'dirname' | 'realpath' | 'readlink',
  args: readonly Field[],
  cwds: Whereabouts['cwds'],
): readonly Value[] {
  const operands = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  const [operand, more] = operands
  const text = literal(operand)
  if (text === undefined || more !== undefined) return []
  if (name === 'basename') return [textValue(`${text.replace(/\/+$/, '').split('/').at(-1) ?? ''}\n`)]
  if (name === 'dirname') return [textValue(`${/^(.*[^/])\/+[^/]+\/*$/.exec(text)?.[1] ?? rootOf(text)}\n`)]
  return cwds.flatMap((cwd) => {
    const path = resolvePath(text, cwd)
    return path === undefined ? [] : [textValue(`${path}\n`)]
  })
}

function rootOf(path: string): string {
  return path.startsWith('/') ? '/' : '.'
}

const NUMBER: readonly Value[] = [[hole('number', 'digits', { numbers: true })]]

function single(value: Value | undefined): readonly Value[] | undefined {
  return value === undefined ? undefined : [value]
}

function echo(args: readonly Field[]): readonly Value[] | undefined {
  let newline = true
  let escapes = false
  let rest = args
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const option = literal(first)
    if (option === undefined || !/^-[neE]+$/.test(option)) break
    if (option.includes('n')) newline = false
    escapes = option.lastIndexOf('e') > option.lastIndexOf('E')
    rest = rest.slice(1)
  }
  const values = withAndWithout(rest).map((words) => {
    const bits = words.flatMap((field, index) => [...(index === 0 ? [] : BLANK), ...fieldValue(field)])
    return joinBits([...bits, ...(newline ? textValue('\n') : [])])
  })
  // Some shells always interpret escapes.
  const plain = values.every((value) => value.every((bit) => bit.kind === 'hole' || !bit.text.includes('\\')))
  const texts = values.map(knownText)
  const known = !texts.includes(undefined)
  if (plain && (known || !escapes)) return values
  const read = texts.map((text) => (text === undefined ? undefined : unescape(text)))
  if (read.includes(undefined)) return escapes ? undefined : values
  const unescaped = read.map((text) => textValue(text ?? ''))
  return escapes ? unescaped : [...values, ...unescaped]
}

const BLANK = textValue(' ')
const MAX_DOUBTS = 3

/** The words with and without each one that may be missing, or, if there are many of these, with all of them present. */
function withAndWithout(words: readonly Field[]): readonly (readonly Field[])[] {
  const vanishes = (field: Field): boolean =>
    field.many && field.pieces.every((piece) => piece.kind === 'hole')
  if (words.filter(vanishes).length > MAX_DOUBTS) return [words]
  return words.reduce<readonly (readonly Field[])[]>(
    (all, field) =>
      all.flatMap((before) => (vanishes(field) ? [[...before, field], before] : [[...before, field]])),
    [[]],
  )
}

const CONVERSION = /(%[sbdioxX]|%%)/

/** Only formats with words, whole numbers and plain escapes; the others are not worth the code. */
export function printedBy(args: readonly Field[]): Value | undefined {
  const ended = literal(args[0]) === '--'
  const [format, ...rest] = ended ? args.slice(1) : args
  const text = literal(format)
  if (text === undefined || (text.startsWith('-') && !ended)) return undefined
  if (rest.some((field) => field.many)) return undefined
  const pieces = text.split(CONVERSION).map((piece, index) => (index % 2 === 0 ? unescape(piece) : piece))
  if (pieces.some((piece, index) => piece === undefined || (index % 2 === 0 && piece.includes('%'))))
    return undefined
  const takes = pieces.map((piece, index) => index % 2 === 1 && piece !== '%%')
  const perRound = takes.filter(Boolean).length
  const rounds = perRound === 0 ? 1 : Math.max(1, Math.ceil(rest.length / perRound))
  const bits: Bit[] = []
  let next = 0
  for (let round = 0; round < rounds; round++) {
    for (const [index, piece = ''] of pieces.entries()) {
      const field = takes[index] === true ? rest[next++] : undefined
      if (takes[index] !== true) bits.push({ kind: 'text', text: piece === '%%' ? '%' : piece })
      else bits.push(...(field === undefined ? nothingFor(piece) : printedValue(field, piece)))
    }
  }
  return joinBits(bits)
}

/** The output for missing words. */
function nothingFor(piece: string): Value {
  return piece === '%s' || piece === '%b' ? EMPTY : textValue('0')
}

/** `%b` reads escapes in its word. */
function printedValue(field: Field, piece: string): Value {
  if (piece === '%s') return fieldValue(field)
  const text = literal(field)
  if (piece !== '%b') return [printedNumber(text, piece) ?? hole(display(field), 'data')]
  const read = text === undefined ? undefined : unescape(text)
  return read === undefined ? [hole(display(field), 'data')] : textValue(read)
}

const BASES: ReadonlyMap<string, number> = new Map([
  ['%o', 8],
  ['%x', 16],
  ['%X', 16],
])

function printedNumber(text: string | undefined, piece: string): Bit | undefined {
  if (text === undefined || !/^(?:0|[1-9]\d{0,8})$/.test(text)) return undefined
  const digits = Number(text).toString(BASES.get(piece) ?? 10)
  return { kind: 'text', text: piece === '%X' ? digits.toUpperCase() : digits }
}

/** Decodes known encodings, so that hidden commands are found. */
function decoded(name: Coder, args: readonly Field[], stdin: Input): readonly Value[] | undefined {
  if (stdin.kind !== 'text') return undefined
  const options = args.map(display)
  if (name !== 'tr' && name !== 'openssl' && options.some((option) => !option.startsWith('-')))
    return undefined
  const texts = stdin.values.map((value) => knownText(value)?.trim())
  const values = texts.map((text) => (text === undefined ? undefined : decode(name, options.join(' '), text)))
  return values.every((value) => value !== undefined) ? values.map(textValue) : undefined
}
