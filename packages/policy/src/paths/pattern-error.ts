/** Why a pattern is refused: where, in words for people, and what was perhaps meant. */
export interface PatternError {
  /** Index in the pattern's text. */
  readonly position: number
  readonly message: string
  /** A pattern that would be taken. */
  readonly suggestion?: string
}
