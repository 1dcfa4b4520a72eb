/** What a reader made of a file: one text, and what stands where in it. */
export interface Extracted {
  readonly title: string
  /** As PostgreSQL names it; `simple`: not known. */
  readonly language: string
  readonly text: string
  /** In the order of their places. */
  readonly marks: readonly Mark[]
  /** Places are lines of the text itself. */
  readonly lines: boolean
  /** How many parts it has and what they are, for people: 88 `pages`. */
  readonly parts: number
  readonly partsOf: string
}

/** Something that begins at a place of the text. */
export interface Mark {
  readonly at: number
  readonly heading?: { readonly level: number; readonly text: string }
  /** For a citation: `page 41`, `sheet EU, row 14`. */
  readonly place?: string
  readonly page?: number
  /** A passage never reaches across this. */
  readonly breaks?: boolean
  /** The head row of a table: it goes with every passage of the rows below. */
  readonly head?: string
}
