import { display, literal, type Field, type Piece } from '../field.ts'
import {
  GNU,
  type CommandSpec,
  type Doubt,
  type Effect,
  type OptionList,
  type ParsedOption,
  type Style,
} from './spec.ts'

/** What a table knows about one option. */
export interface OptionDef {
  readonly names: readonly string[]
  readonly effect: Effect
  readonly takes: 'nothing' | 'value' | 'joined'
}

/** A compiled table of options. */
export interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionDef>
  /** `-5`. */
  readonly number: OptionDef | undefined
  readonly style: Style
  /** Some option is a hazard. */
  readonly hazardous: boolean
  /** Some option is a hazard or changes something. */
  readonly harmful: boolean
}

/** Words of one level, sorted into options and the rest. */
export interface Sorted {
  readonly options: readonly ParsedOption[]
  readonly operands: readonly Field[]
  readonly doubts: readonly Doubt[]
  readonly dashes: boolean
  /** Index of the first operand, when reading stops there. */
  readonly stop: number
}

const EFFECTS: readonly Effect[] = ['reads', 'writes', 'starts', 'runs', 'loads', 'configures', 'changes']
const HARMLESS: ReadonlySet<Effect> = new Set<Effect>(['plain', 'reads'])

/** Makes the table of a command; `more` are commands whose options count as well (inherited ones). */
export function compileOptions(command: CommandSpec, more: readonly CommandSpec[] = []): OptionTable {
  const byName = new Map<string, OptionDef>()
  let number: OptionDef | undefined
  for (const spec of [...more, command]) {
    for (const def of definitions(spec)) {
      for (const name of def.names) byName.set(name, def)
      if (def.names.includes('-#')) number = def
    }
  }
  const effects = [...byName.values()].map((def) => def.effect)
  return {
    byName,
    number,
    style: command.style ?? GNU,
    hazardous: effects.some((effect) => !HARMLESS.has(effect) && effect !== 'changes'),
    harmful: effects.some((effect) => !HARMLESS.has(effect)),
  }
}

function* definitions(spec: CommandSpec): Generator<OptionDef> {
  yield* parseOptionList(spec.options, 'plain')
  for (const effect of EFFECTS) if (effect !== 'plain') yield* parseOptionList(spec[effect], effect)
}

/** Reads an option list. `-o,--output=`: the suffix of the last spelling counts for all. */
export function parseOptionList(list: OptionList | undefined, effect: Effect): readonly OptionDef[] {
  return words(list).map((word) => {
    const takes = word.endsWith('[=]') ? 'joined' : word.endsWith('=') ? 'value' : 'nothing'
    const bare = takes === 'joined' ? word.slice(0, -3) : takes === 'value' ? word.slice(0, -1) : word
    return { names: bare.split(',').flatMap(spellNegated), effect, takes }
  })
}

/** The words of a list, without suffixes: names alone. */
export function optionNames(list: OptionList | undefined): readonly string[] {
  return parseOptionList(list, 'plain').flatMap((def) => def.names)
}

function words(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(/\s+/).filter((word) => word !== '')
}

function spellNegated(name: string): readonly string[] {
  return name.startsWith('--[no-]') ? [`--${name.slice(7)}`, `--no-${name.slice(7)}`] : [name]
}

/** Sorts the words behind a program or subcommand. With `first`, reading ends at the first operand. */
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
  const ended = (): boolean => dashes || style.none || (!style.permute && operands.length > 0)
  for (; index < fields.length; index += 1) {
    const field = fields[index]
    if (field === undefined) break
    if (ended()) {
      if (first && operands.length === 0) break
      operands.push(field)
      continue
    }
    const text = literal(field)
    if (text === '--') {
      dashes = true
      continue
    }
    const start = leading(field)
    if (start === undefined || !isOptionStart(start, style)) {
      if (first && start !== undefined) break
      if (first) {
        doubts.push({ field, many: field.many })
        break
      }
      if (couldBeOption(field)) doubts.push({ field, many: field.many })
      operands.push(field)
      continue
    }
    const read = readOption(field, fields[index + 1], table)
    options.push(...read.options)
    doubts.push(...read.doubts)
    if (read.tookNext) {
      index += 1
      const value = fields[index]
      if (value?.many === true) doubts.push({ field: value, many: true })
    }
  }
  return { options, operands, doubts, dashes, stop: index }
}

/** Text at the start of a word; undefined when nothing is certain there. */
function leading(field: Field): string | undefined {
  const [piece] = field.pieces
  if (piece === undefined) return field.many ? undefined : ''
  return piece.kind === 'text' ? piece.text : undefined
}

function isOptionStart(text: string, style: Style): boolean {
  return text.startsWith('-') && text !== '-' && !style.none
}

/** True when the word could become (or bring along) a word that begins with a dash. */
export function couldBeOption(field: Field): boolean {
  const start = leading(field)
  if (start === undefined) return startsOpen(field.pieces)
  if (start.startsWith('-') && start !== '-') return true
  return field.many && field.pieces.some((piece) => piece.kind === 'hole')
}

function startsOpen(pieces: readonly Piece[]): boolean {
  const [piece] = pieces
  // A glob that begins with a letter class or `?` can still match a dash; only literal text rules it out.
  return piece === undefined || piece.kind !== 'text'
}

interface OptionRead {
  readonly options: readonly ParsedOption[]
  readonly doubts: readonly Doubt[]
  readonly tookNext: boolean
}

function readOption(field: Field, next: Field | undefined, table: OptionTable): OptionRead {
  const start = leading(field) ?? ''
  const whole = literal(field)
  const split = field.many && field.pieces.some((piece) => piece.kind === 'hole')
  const doubts: readonly Doubt[] = split ? [{ field, many: true }] : []
  const read =
    start.startsWith('--') || table.style.singleDash
      ? readLong(field, start, { whole, next, table })
      : readShort(field, start, { whole, next, table })
  return { ...read, doubts: [...doubts, ...read.doubts] }
}

interface Around {
  readonly whole: string | undefined
  readonly next: Field | undefined
  readonly table: OptionTable
}

function readLong(field: Field, start: string, { whole, next, table }: Around): OptionRead {
  const equals = start.indexOf('=')
  const name = equals === -1 ? start : start.slice(0, equals)
  if (equals === -1 && whole === undefined) {
    // `--out$X`: the rest of the name is not known. Every option with that beginning is possible.
    return { options: possible(field, name, table), doubts: [{ field, many: field.many }], tookNext: false }
  }
  const joined = equals === -1 ? undefined : tail(field, equals + 1)
  const def = lookup(name, table)
  if (def === undefined) {
    return { options: [...possible(field, name, table, joined)], doubts: [], tookNext: false }
  }
  const takesNext = def.takes === 'value' && joined === undefined
  const value = joined ?? (takesNext ? next : undefined)
  const exact = !(def.takes === 'nothing' && joined !== undefined)
  return {
    options: [found(field, def, { value, exact })],
    doubts: [],
    tookNext: takesNext && next !== undefined,
  }
}

/** The name itself, or (`go`, `terraform`) the same with one dash more or less. */
function lookup(name: string, table: OptionTable): OptionDef | undefined {
  const def = table.byName.get(name)
  if (def !== undefined || !table.style.singleDash)
    return def ?? (/^-\d+$/.test(name) ? table.number : undefined)
  const other = name.startsWith('--') ? name.slice(1) : `-${name}`
  return table.byName.get(other)
}

/** An unknown option, together with everything that it abbreviates or could become. */
function possible(field: Field, name: string, table: OptionTable, joined?: Field): readonly ParsedOption[] {
  const unknown: ParsedOption = {
    names: [name],
    written: display(field),
    effect: 'unknown',
    exact: false,
    field,
  }
  if (!table.style.abbreviate && literal(field) !== undefined) return [unknown]
  const defs = new Set<OptionDef>()
  for (const [key, def] of table.byName) if (key.startsWith(name) && key.startsWith('--')) defs.add(def)
  return [unknown, ...[...defs].map((def) => found(field, def, { value: joined, exact: false }))]
}

function readShort(field: Field, start: string, { whole, next, table }: Around): OptionRead {
  if (whole !== undefined && table.byName.has(whole)) {
    // A word of more letters that the table spells out, such as `zip -TT`.
    const def = table.byName.get(whole)
    if (def !== undefined) return finish(field, def, undefined, next)
  }
  const number = /^-\d+$/.test(start) && whole !== undefined ? table.number : undefined
  if (number !== undefined) return finish(field, number, undefined, next)
  const options: ParsedOption[] = []
  for (let at = 1; at < start.length; at += 1) {
    const letter = `-${start[at] ?? ''}`
    const def = table.byName.get(letter)
    const last = at === start.length - 1
    const digits = def === undefined ? /^\d+/.exec(start.slice(at)) : null
    if (digits !== null && table.number !== undefined) {
      options.push(found(field, table.number, { value: undefined, exact: true }))
      at += digits[0].length - 1
      continue
    }
    if (def === undefined || (!table.style.cluster && !last && def.takes === 'nothing')) {
      options.push({ names: [letter], written: display(field), effect: 'unknown', exact: false, field })
      // What follows an unknown letter may be its value or more letters: look on, for the worst.
      continue
    }
    if (def.takes === 'nothing') {
      options.push(found(field, def, { value: undefined, exact: true }))
      continue
    }
    const rest = last && whole !== undefined ? undefined : joinedValue(field, at + 1, table)
    const read = finish(field, def, rest, next)
    return { ...read, options: [...options, ...read.options] }
  }
  const doubts: readonly Doubt[] = whole === undefined ? [{ field, many: field.many }] : []
  return { options, doubts, tookNext: false }
}

function joinedValue(field: Field, from: number, table: OptionTable): Field {
  const value = tail(field, from)
  const start = leading(value)
  return table.style.shortEquals && start?.startsWith('=') === true ? tail(value, 1) : value
}

function finish(
  field: Field,
  def: OptionDef,
  joined: Field | undefined,
  next: Field | undefined,
): OptionRead {
  const takesNext = def.takes === 'value' && joined === undefined
  const value = joined ?? (takesNext ? next : undefined)
  return {
    options: [found(field, def, { value, exact: true })],
    doubts: [],
    tookNext: takesNext && next !== undefined,
  }
}

function found(
  field: Field,
  def: OptionDef,
  { value, exact }: { readonly value: Field | undefined; readonly exact: boolean },
): ParsedOption {
  const base = { names: def.names, written: display(field), effect: def.effect, exact, field }
  return value === undefined ? base : { ...base, value }
}

/** The word from the given character on. Only the first piece, which is text, is cut. */
function tail(field: Field, from: number): Field {
  const [first, ...rest] = field.pieces
  if (first?.kind !== 'text') return field
  const text = first.text.slice(from)
  return { ...field, pieces: text === '' ? rest : [{ kind: 'text', text }, ...rest] }
}
