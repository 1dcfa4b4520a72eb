/** A piece of a statement, with the values that are sent beside its text and never in it. */
export class Piece {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** A statement with its values, as a connection takes it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Writes a piece: what stands in `${…}` is a value, or another piece. For statements that are sent several times in every step; all
 * others are written with the query builder, which knows the tables and takes its time.
 */
export function piece(texts: TemplateStringsArray, ...values: readonly unknown[]): Piece {
  return new Piece(texts, values)
}

/** Text of this program, as it is. */
export function raw(text: string): Piece {
  return new Piece([text], [])
}

/** Several pieces with a comma between them. */
export function listed(pieces: readonly Piece[]): Piece {
  return new Piece(['', ...pieces.slice(1).map(() => ', '), ''], pieces)
}

/** Numbers the values. The same pieces give the same text, which the database has read before. */
export function toStatement(whole: Piece): Statement {
  const parameters: unknown[] = []
  let sql = ''
  const write = ({ texts, values }: Piece) => {
    sql += texts[0] ?? ''
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value instanceof Piece) write(value)
      else sql += `$${parameters.push(value)}`
      sql += texts[index + 1] ?? ''
    }
  }
  write(whole)
  return { sql, parameters }
}
