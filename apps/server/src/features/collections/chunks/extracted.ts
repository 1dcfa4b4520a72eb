/** The result of reading a file: one text, and its structure. */
export interface Extracted {
  readonly title: string
  /** As PostgreSQL names it; `simple`: unknown. */
  readonly language: string
  readonly text: string
  /** In order of position. */
  readonly marks: readonly Mark[]
  /** Positions are lines of the text itself. */
  readonly lines: boolean
  /** The number and kind of its parts, for people: 88 `pages`. */
  readonly parts: number
  readonly partsOf: string
}

/** Something that begins at a position of the text. */
export interface Mark {
  readonly at: number
  readonly heading?: { readonly level: number; readonly text: string }
  /** For a citation: `page 41`, `sheet EU, row 14`. */
  readonly place?: string
  readonly page?: number
  /** A passage never crosses this. */
  readonly breaks?: boolean
  /** The header row of a table: it is included in every passage of the rows below. */
  readonly head?: string
}
