import { display, literal, type Field } from '../../model/field.ts'
import { isAddressVariable, isNumber, isPlain, isWhole } from '../value.ts'
import { isHarmful, type OptionDef, type OptionTable } from './option-table.ts'
import type { Doubt, ParsedOption } from './spec.ts'

/** Words of one level, sorted into options and the rest. */
export interface Sorted {
  readonly options: readonly ParsedOption[]
  readonly operands: readonly Field[]
  readonly doubts: readonly Doubt[]
  readonly dashes: boolean
  /** With `first`: index of the first operand. */
  readonly stop: number
}

/** Sorts the words after a program or subcommand. With `first`, stops at the first operand. */
export function sortWords(
  fields: readonly Field[],
  table: OptionTable,
  { first }: { readonly first: boolean },
): Sorted {
  const { style } = table
  const options: ParsedOption[] = []
  const operands: Field[] = []
  const doubts: Doubt[] = []
  let dashes = false
  let index = 0
  while (index < fields.length) {
    const field = fields[index]
    if (field === undefined) break
    const ended = dashes || style.none || (!style.permute && operands.length > 0)
    if (!ended && literal(field) === '--') {
      dashes = true
      index += 1
    } else if (!ended && isOption(field)) {
      const read = readOption(field, fields.slice(index + 1, index + 3), table)
      for (const option of read.options) options.push(option)
      for (const doubt of read.doubts) doubts.push(doubt)
      index += 1 + read.took
    } else {
      if (!ended && couldBeOption(field) && !isNoOption(field, table))
        doubts.push({ field, many: field.many })
      if (first) break
      operands.push(field)
      index += 1
    }
  }
  return { options, operands, doubts, dashes, stop: index }
}

/** The certain text at the start of a word; undefined if there is none. */
function leading(field: Field): string | undefined {
  const [piece] = field.pieces
  if (piece === undefined) return field.many ? undefined : ''
  return piece.kind === 'text' ? piece.text : undefined
}

/** The word certainly begins with a dash and is longer (`-` alone is standard input). */
function isOption(field: Field): boolean {
  return leading(field)?.startsWith('-') === true && literal(field) !== '-'
}

/** True when the word could become, or add, a word that begins with a dash. */
export function couldBeOption(field: Field): boolean {
  const [only] = field.pieces
  if (only?.kind === 'text' && field.pieces.length === 1) return false
  const holes = field.pieces.filter(
    (piece) =>
      piece.kind === 'hole' &&
      !HARMLESS_HOLES.test(piece.source) &&
      !isPlain(piece) &&
      !(isAddressVariable(piece) && !field.many),
  )
  if (field.many && !holes.every(isWhole)) return true
  const [first] = field.pieces
  if (first === undefined) return field.many
  // A glob can match a name that begins with a dash; only literal text in front of it rules that out.
  return first.kind === 'hole' ? holes[0] === first : first.kind === 'glob'
}

/**
 * The word begins with a number, and a negative one (`-5p`) would not be an option: the program has no digit options, or treats the whole
 * word as a number.
 */
function isNoOption({ pieces, many }: Field, table: OptionTable): boolean {
  const [first] = pieces
  if (many || first === undefined || !isNumber(first)) return false
  if (table.number !== undefined) return pieces.length === 1 && !isHarmful(table.number.effect)
  return !DIGITS.some((digit) => table.byName.has(`-${digit}`))
}

const DIGITS = [...'0123456789']

/** Holes that are always one word without a dash: `$?`, `$#`, `$$`, `$!`, `${#x}`, and the file of `<(…)`. */
const HARMLESS_HOLES = /^(?:\$(?:[?#$!]|\{[?#$!]\}|\{#\w+\})$|[<>]\()/

interface OptionRead {
  readonly options: readonly ParsedOption[]
  readonly doubts: readonly Doubt[]
  /** How many of the next words are its value. */
  readonly took: number
}

function readOption(field: Field, next: readonly Field[], table: OptionTable): OptionRead {
  const start = leading(field) ?? ''
  const long = start.startsWith('--') || table.style.singleDash
  const read = long ? readLong(field, next, table) : readShort(field, next, table)
  if (!field.many && !next.some((value) => value.many)) return read
  const unsure = [
    ...(field.many && couldBeOption(field) ? [field] : []),
    ...next.slice(0, read.took).filter((value) => value.many && couldBeOption(value)),
  ]
  return { ...read, doubts: [...read.doubts, ...unsure.map((word) => ({ field: word, many: true }))] }
}

function readLong(field: Field, next: readonly Field[], table: OptionTable): OptionRead {
  const start = leading(field) ?? ''
  const equals = start.indexOf('=')
  const name = equals === -1 ? start : start.slice(0, equals)
  if (equals === -1 && literal(field) === undefined) {
    // `--out$X`: the rest of the name is unknown, so every option with that prefix is possible.
    const options = [unknown(field, name), ...abbreviated(name, table).map((def) => found(field, def))]
    return { options, doubts: [{ field, many: field.many }], took: 0 }
  }
  const joined = equals === -1 ? undefined : fieldFrom(field, equals + 1)
  const def = lookup(name, table)
  if (def !== undefined) return take({ field, def, joined, next, exact: true, table })
  if (!table.style.abbreviate) return { options: [unknown(field, name)], doubts: [], took: 0 }
  const defs = abbreviated(name, table)
  const [only] = defs
  if (only !== undefined && defs.length === 1)
    return take({ field, def: only, joined, next, exact: false, table })
  const options = [unknown(field, name), ...defs.map((each) => found(field, each, joined))]
  return { options, doubts: [], took: 0 }
}

/** The name itself, a number, or (`go`, `terraform`) the same with one dash more or less. */
function lookup(name: string, table: OptionTable): OptionDef | undefined {
  const def = table.byName.get(name)
  if (def !== undefined || !table.style.singleDash) return def
  if (/^-\d+$/.test(name)) return table.number
  return table.byName.get(name.startsWith('--') ? name.slice(1) : `-${name}`)
}

function abbreviated(name: string, table: OptionTable): readonly OptionDef[] {
  const defs = new Set<OptionDef>()
  const long = table.style.singleDash ? '-' : '--'
  for (const [key, def] of table.byName) if (key.startsWith(name) && key.startsWith(long)) defs.add(def)
  return [...defs]
}

function readShort(field: Field, next: readonly Field[], table: OptionTable): OptionRead {
  const start = leading(field) ?? ''
  const whole = literal(field)
  const [, second, third] = field.pieces
  // `-$((n + 1))`: a number, or with a second dash nothing that the program knows.
  if (start === '-' && second !== undefined && isNumber(second) && third === undefined && table.number)
    return { options: [found(field, table.number)], doubts: [], took: 0 }
  // A word of several letters that the table spells out, such as `zip -TT`.
  const def = whole === undefined ? undefined : table.byName.get(whole)
  if (def !== undefined) return take({ field, def, joined: undefined, next, exact: true, table })
  const options: ParsedOption[] = []
  for (let at = 1; at < start.length; at += 1) {
    const char = start.charAt(at)
    const letter = `-${char}`
    const digits = char >= '0' && char <= '9' ? /^\d+/.exec(start.slice(at)) : null
    const one = table.byName.get(letter) ?? (digits === null ? undefined : table.number)
    if (one === undefined) {
      // After an unknown letter its value or more letters may follow: continue, assuming the worst.
      options.push(unknown(field, letter))
    } else if (one === table.number && digits !== null) {
      options.push(found(field, one))
      at += digits[0].length - 1
    } else if (one.takes === 'nothing') {
      const clustered = start.length > 2 && !table.style.cluster
      options.push(clustered ? { ...found(field, one), exact: false } : found(field, one))
    } else {
      const last = at === start.length - 1 && whole !== undefined
      const read = take({
        field,
        def: one,
        joined: last ? undefined : joined(field, at + 1, table),
        next,
        exact: true,
        table,
      })
      return { ...read, options: [...options, ...read.options] }
    }
  }
  return { options, doubts: whole === undefined ? [{ field, many: field.many }] : [], took: 0 }
}

function joined(field: Field, from: number, table: OptionTable): Field {
  const value = fieldFrom(field, from)
  const equals = table.style.shortEquals && leading(value)?.startsWith('=') === true
  return equals ? fieldFrom(value, 1) : value
}

interface Take {
  readonly field: Field
  readonly def: OptionDef
  readonly joined: Field | undefined
  readonly next: readonly Field[]
  readonly exact: boolean
  readonly table: OptionTable
}

function take(wanted: Take): OptionRead {
  const { field, def, joined: value, next, exact } = wanted
  const wants = def.takes === 'two' ? 2 : def.takes === 'value' && value === undefined ? 1 : 0
  const took = Math.min(wants, next.length)
  const surplus = def.takes === 'nothing' && value !== undefined
  const option = found(field, def, value ?? (took > 0 ? next[took - 1] : undefined), exact && !surplus)
  if (took === 0) return { options: [option], doubts: [], took }
  // A value that looks like a harmful option: if the program disagrees with the table, the worst case applies.
  const disguised = next
    .slice(0, took)
    .flatMap((word) => (isOption(word) ? harmfulIn(word, wanted.table) : []))
  return { options: [option, ...disguised], doubts: [], took }
}

function harmfulIn(word: Field, table: OptionTable): readonly ParsedOption[] {
  if (literal(word) === '--') return []
  return readOption(word, [], table).options.filter(({ effect }) => effect !== 'unknown' && isHarmful(effect))
}

function found(field: Field, def: OptionDef, value?: Field, exact = true): ParsedOption {
  const { names, effect } = def
  const written = display(field)
  return value === undefined
    ? { names, written, effect, exact, field }
    : { names, written, effect, exact, field, value }
}

function unknown(field: Field, name: string): ParsedOption {
  return { names: [name], written: display(field), effect: 'unknown', exact: false, field }
}

/** The word from the given character on. Only the first piece, which is text, is cut. */
export function fieldFrom(field: Field, from: number): Field {
  const [first, ...rest] = field.pieces
  if (first?.kind !== 'text') return field
  const text = first.text.slice(from)
  return { ...field, pieces: text === '' ? rest : [{ kind: 'text', text }, ...rest] }
}
