import type { Input, Listing } from './context.ts'
import { display, knownPrefix, literal, type Field } from './field.ts'
import {
  EMPTY,
  fieldValue,
  hole,
  joinBits,
  knownText,
  textValue,
  toPieces,
  type Bit,
  type Value,
} from './value.ts'

/** What a command prints, where its words settle that. Undefined: nobody knows. */
export function outputOf(
  argv: readonly Field[],
  stdin: Input,
  cwds: readonly (string | undefined)[],
): readonly Value[] | undefined {
  const [first, ...args] = argv
  const name = first === undefined ? undefined : literal(first)
  switch (name) {
    case 'echo':
    case '/bin/echo':
    case '/usr/bin/echo':
      return single(echo(args))
    case 'printf':
      return single(printf(args))
    case 'cat':
      return args.length === 0 && stdin.kind === 'text' ? stdin.values : undefined
    case 'true':
    case ':':
    case 'false':
      return [EMPTY]
    case 'pwd':
      return args.length === 0
        ? cwds.map((cwd) => (cwd === undefined ? [hole('$(pwd)', 'data')] : textValue(`${cwd}\n`)))
        : undefined
    case 'wc':
      return args.length === 1 && /^-[lwcm]$/.test(display(args[0] ?? NOWHERE)) ? NUMBER : undefined
    case 'nproc':
      return NUMBER
    default:
      return undefined
  }
}

const NOWHERE: Field = { pieces: [], quoted: false, many: false, range: { start: 0, end: 0 } }
const NUMBER: readonly Value[] = [[hole('number', 'digits')]]

function single(value: Value | undefined): readonly Value[] | undefined {
  return value === undefined ? undefined : [value]
}

function echo(args: readonly Field[]): Value | undefined {
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
  // A word that is not known may be an option, or none at all.
  const bits = rest.flatMap((field, index): Bit[] => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, text: ' ' }]),
    ...fieldValue(field),
  ])
  const value = joinBits([...bits, ...(newline ? [{ kind: 'text' as const, text: '\n' }] : [])])
  // Some shells read escapes without being told to.
  const plain = value.every((bit) => bit.kind === 'hole' || !bit.text.includes('\\'))
  return plain && !(escapes && knownText(value) === undefined) ? value : undefined
}

/** Formats with `%s` and plain escapes only; the rest is not worth the code. */
function printf(args: readonly Field[]): Value | undefined {
  const [format, ...rest] = args
  const text = format === undefined ? undefined : literal(format)
  if (text === undefined || text.startsWith('-')) return undefined
  if (rest.some((field) => field.many)) return undefined
  const pieces = text.split(/(%s|%%|\\n|\\t|\\\\)/)
  if (pieces.some((piece, index) => index % 2 === 0 && /[%\\]/.test(piece))) return undefined
  const perRound = pieces.filter((piece) => piece === '%s').length
  const rounds = perRound === 0 ? 1 : Math.max(1, Math.ceil(rest.length / perRound))
  const bits: Bit[] = []
  let next = 0
  for (let round = 0; round < rounds; round++) {
    for (const piece of pieces) {
      const field = piece === '%s' ? rest[next++] : undefined
      if (piece === '%s') bits.push(...(field === undefined ? EMPTY : fieldValue(field)))
      else bits.push({ kind: 'text', text: ESCAPES.get(piece) ?? piece })
    }
  }
  return joinBits(bits)
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['%%', '%'],
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\\', '\\'],
])

/** Drops the line breaks that `$(…)` drops. */
export function withoutLastBreaks(value: Value): Value {
  const last = value.at(-1)
  if (last?.kind !== 'text' || !last.text.endsWith('\n')) return value
  const text = last.text.replace(/\n+$/, '')
  return text === '' ? withoutLastBreaks(value.slice(0, -1)) : [...value.slice(0, -1), { kind: 'text', text }]
}

/** The words that `xargs` takes from its input, for each input that is possible. */
export function inputWords(input: Input, range: Field['range']): readonly (readonly Field[])[] {
  if (input.kind !== 'text') return [[unknownWords('stdin', range)]]
  return input.values.map((value) => splitWords(value, range))
}

function splitWords(value: Value, range: Field['range']): readonly Field[] {
  const fields: Field[] = []
  let bits: Bit[] = []
  const end = (): void => {
    const many = bits.some((bit) => bit.kind === 'hole')
    if (bits.length > 0) fields.push({ pieces: toPieces(joinBits(bits)), quoted: true, many, range })
    bits = []
  }
  for (const bit of value) {
    if (bit.kind === 'hole') {
      bits.push(bit)
      continue
    }
    for (const piece of bit.text.split(/([ \t\n\0]+)/)) {
      if (/^[ \t\n\0]/.test(piece)) end()
      // Quotes and backslashes are xargs' own; what they make of a word is left open.
      else if (/['"\\]/.test(piece)) bits.push(hole(piece, 'data'))
      else if (piece !== '') bits.push({ kind: 'text', text: piece })
    }
  }
  end()
  return fields
}

export function unknownWords(source: string, range: Field['range']): Field {
  return { pieces: toPieces([hole(source, 'data', { many: true })]), quoted: false, many: true, range }
}

/** The paths that a command writes down for the next one, when it leaves none of them out. */
export function listingOf(argv: readonly Field[]): Listing | undefined {
  const [first, ...args] = argv
  const name = first === undefined ? undefined : literal(first)
  switch (name?.slice(name.lastIndexOf('/') + 1)) {
    case 'find':
      return findListing(args)
    case 'ls':
      return lsListing(args)
    default:
      return undefined
  }
}

const NAME_TESTS: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -samefile -inum'.split(' '),
)

function findListing(args: readonly Field[]): Listing | undefined {
  const limited = args.some((arg, index) => {
    const text = display(arg)
    return NAME_TESTS.has(text) && display(args[index + 1] ?? NOWHERE) !== '*'
  })
  if (limited) return undefined
  const paths: Field[] = []
  for (const arg of args) {
    const start = knownPrefix(arg)
    if (/^-[HLP]$/.test(start)) continue
    if (start.startsWith('-') || start.startsWith('(') || start.startsWith('!')) break
    paths.push(arg)
  }
  const range = args[0]?.range ?? NOWHERE.range
  return {
    paths: paths.length > 0 ? paths : [{ ...NOWHERE, pieces: [{ kind: 'text', text: '.' }], range }],
    recursive: true,
  }
}

function lsListing(args: readonly Field[]): Listing {
  const folders = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  if (folders.length === 0)
    return { paths: [{ ...NOWHERE, pieces: [{ kind: 'glob', text: '*' }], many: true }], recursive: false }
  const paths = folders.map((field): Field => {
    const slash = display(field).endsWith('/') ? '' : '/'
    return {
      ...field,
      pieces: toPieces(
        joinBits([...fieldValue(field), { kind: 'text', text: slash }, { kind: 'glob', text: '*' }]),
      ),
      many: true,
    }
  })
  return { paths, recursive: false }
}
