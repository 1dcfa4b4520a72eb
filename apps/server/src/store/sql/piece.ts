/** A piece of a statement, with the values that are sent separately from its text. */
export class Piece {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** A statement with its values, for a connection. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Writes a piece: each `${…}` is a value, or another piece. For statements that are sent several times in every step; all others use the
 * query builder, which knows the tables but is slower.
 */
export function piece(texts: TemplateStringsArray, ...values: readonly unknown[]): Piece {
  return new Piece(texts, values)
}

/** Literal text of this program. */
export function raw(text: string): Piece {
  let made = raws.get(text)
  if (made === undefined) {
    made = new Piece([text], [])
    raws.set(text, made)
  }
  return made
}

const raws = new Map<string, Piece>()

/** Several pieces with a comma between them. */
export function listed(pieces: readonly Piece[]): Piece {
  const count = pieces.length
  lists[count] ??= Array.from({ length: count + 1 }, (_, at) => (at === 0 || at === count ? '' : ', '))
  return new Piece(lists[count], pieces)
}

const lists: (readonly string[])[] = []

/** Numbers the values. The same pieces give the same text, which the database has already parsed. */
export function toStatement(whole: Piece): Statement {
  const parameters: unknown[] = []
  const shape = shapeOf(whole, parameters)
  let sql = texts.get(shape)
  if (sql === undefined) {
    sql = textOf(whole, { count: 0 })
    if (texts.size >= TEXTS_LIMIT) texts.clear()
    texts.set(shape, sql)
  }
  return { sql, parameters }
}

/** Maximum number of cached texts: a statement has as many shapes as combinations of events and rows. */
const TEXTS_LIMIT = 500
const texts = new Map<string, string>()

/** Numbers the pieces by position, and collects the values on the way. */
function shapeOf(from: Piece, parameters: unknown[]): string {
  let shape = `${numberOf(from.texts)}`
  for (const value of from.values) {
    if (value instanceof Piece) shape += `(${shapeOf(value, parameters)})`
    else {
      parameters.push(value)
      shape += '.'
    }
  }
  return shape
}

const numbers = new WeakMap<readonly string[], number>()
let numbered = 0

/** A literal in the program is the same object on each evaluation. */
function numberOf(literal: readonly string[]): number {
  let number = numbers.get(literal)
  if (number === undefined) {
    number = numbered
    numbered += 1
    numbers.set(literal, number)
  }
  return number
}

function textOf(from: Piece, numbering: { count: number }): string {
  let text = from.texts[0] ?? ''
  for (const [index, value] of from.values.entries()) {
    if (value instanceof Piece) text += textOf(value, numbering)
    else text += `$${(numbering.count += 1)}`
    text += from.texts[index + 1] ?? ''
  }
  return text
}
