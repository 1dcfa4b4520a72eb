import type { Field, Piece } from '../model/field.ts'

/** Text that the command does not determine, with known facts about its origin. */
export interface Hole {
  readonly kind: 'hole'
  readonly source: string
  /**
   * `unset`: a variable that the text never sets, so it comes from the clean environment or is empty. `digits`: certainly a number.
   * `plain`: words of which none begins with a dash. `data`: any output of a command, a file or a person.
   */
  readonly origin: 'unset' | 'digits' | 'plain' | 'data'
  /** It came from the network. */
  readonly download: boolean
  /** It is the content of a local file, or comes from the environment. */
  readonly local?: boolean | undefined
  /** It may become several words even in quotes (`"$@"`). */
  readonly many: boolean
  /** For plain words: all of them are numbers. For digits: not negative. */
  readonly numbers?: boolean | undefined
  /** For data: it has no blank, so it stays one word when split at blanks. */
  readonly whole?: boolean | undefined
  /** For the path of `<(…)`: its content, if the text determines it. */
  readonly content?: Value | undefined
  /** The same where there are several possibilities. */
  readonly contents?: readonly Value[]
  /** For the path of `<(…)`: the paths that are printed there. */
  readonly listing?: Listing | undefined
  /** As for pieces: it leads nowhere but below the text before it. */
  readonly below?: boolean | undefined
  /** As for pieces: fragments of names that are reported separately. */
  readonly torn?: boolean | undefined
}

/** Paths that the previous command prints, for `find / | xargs rm`. */
export interface Listing {
  readonly paths: readonly Field[]
  /** Everything below them too. */
  readonly recursive: boolean
  /** Only those with certain names: their ends are known, the parts in between are not. */
  readonly named?: boolean
  /** They were selected by name; others may be among them. */
  readonly picked?: boolean
}

export type Bit = Exclude<Piece, { readonly kind: 'hole' }> | Hole

/** One possible value of a variable, of a word or of a command's output. */
export type Value = readonly Bit[]

export const EMPTY: Value = []

export function textValue(text: string): Value {
  return text === '' ? EMPTY : [{ kind: 'text', text }]
}

export function hole(
  source: string,
  origin: Hole['origin'],
  options: Partial<Omit<Hole, 'kind' | 'source' | 'origin'>> = {},
): Hole {
  return { kind: 'hole', source, origin, download: false, many: false, ...options }
}

/** The text of a value that is certain. */
export function knownText(value: Value): string | undefined {
  let text = ''
  for (const bit of value) {
    if (bit.kind !== 'text') return undefined
    text += bit.text
  }
  return text
}

/** The hole that makes up a whole value. */
export function onlyHole([only, ...more]: Value): Hole | undefined {
  return only?.kind === 'hole' && more.length === 0 ? only : undefined
}

export function isDigits(value: Value): boolean {
  return value.every((bit) => (bit.kind === 'hole' ? bit.origin === 'digits' : /^[0-9 +-]*$/.test(bit.text)))
}

export function isDownload(value: Value): boolean {
  return value.some((bit) => bit.kind === 'hole' && bit.download)
}

export function isLocal(value: Value): boolean {
  return value.some((bit) => bit.kind === 'hole' && bit.local === true)
}

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  return a.every((bit, index) => {
    const other = b[index]
    if (other === undefined || bit.kind !== other.kind) return false
    if (bit.kind === 'hole') {
      return other.kind === 'hole' && HOLE_FACTS.every((key) => (bit[key] ?? false) === (other[key] ?? false))
    }
    return other.kind !== 'hole' && bit.text === other.text
  })
}

/** The facts that two equal holes must share. */
const HOLE_FACTS = [
  'source',
  'origin',
  'download',
  'local',
  'many',
  'content',
  'listing',
  'numbers',
  'whole',
  'below',
  'torn',
] as const

/** Larger values are not tracked: texts that double themselves would exhaust time and memory. */
const MAX_TEXT = 20_000
const MAX_BITS = 40

/** True when values are too big to be tracked. */
export function isTooBig(values: readonly Value[]): boolean {
  let size = 0
  for (const value of values) {
    if (value.length > MAX_BITS) return true
    for (const bit of value) size += bit.kind === 'hole' ? bit.source.length : bit.text.length
  }
  return size > MAX_TEXT
}

/** All different values of both. */
export function unionValues(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a === b) return a
  const extra = b.filter((value) => !a.some((known) => sameValue(known, value)))
  return extra.length === 0 ? a : [...a, ...extra]
}

/** A value with its neighbouring texts merged. */
export function joinBits(bits: readonly Bit[]): Value {
  const result: Bit[] = []
  for (const bit of bits) {
    if (bit.kind === 'text' && bit.text === '') continue
    const last = result.at(-1)
    if (bit.kind === 'text' && last?.kind === 'text') {
      result[result.length - 1] = { kind: 'text', text: last.text + bit.text }
    } else result.push(bit)
  }
  return result
}

const HOLES = new WeakMap<Piece, Hole>()

/** The pieces of a field. `fieldValue` restores the facts about its holes. */
export function toPieces(value: Value): readonly Piece[] {
  return value.map((bit) => {
    if (bit.kind !== 'hole') return bit
    const { source, below, torn } = bit
    const piece: Piece = { kind: 'hole', source, below, torn }
    HOLES.set(piece, bit)
    return piece
  })
}

/** A piece in which no word begins with a dash. */
export function isPlain(piece: Piece): boolean {
  const found = HOLES.get(piece)
  return found?.origin === 'plain' || (found?.origin === 'digits' && found.numbers === true)
}

/** A piece that is a number, which may be negative. */
export function isNumber(piece: Piece): boolean {
  return HOLES.get(piece)?.origin === 'digits'
}

/** A piece that is at most one word, apart from file names that it may match. */
export function isWhole(piece: Piece): boolean {
  return HOLES.get(piece)?.whole === true
}

/** A variable of the person's own environment that holds an address, judged by its name: `$DATABASE_URL`. */
export function isAddressVariable(piece: Piece): boolean {
  const found = HOLES.get(piece)
  return found?.origin === 'unset' && /^\$\{?[A-Z][A-Z0-9_]*_(?:URL|URI|DSN)\}?$/.test(found.source)
}

/** The value of a field that came through the tables: anything that they composed is data. */
export function fieldValue(field: Field): Value {
  return field.pieces.map((piece) =>
    piece.kind === 'hole'
      ? (HOLES.get(piece) ?? hole(piece.source, 'data', { ...piece, many: field.many }))
      : piece,
  )
}
