import { findHidden } from './characters.ts'

/** Why a pattern is refused: where, in words for people, and what was perhaps meant. */
export interface PatternError {
  /** Index in the pattern's text. */
  readonly position: number
  readonly message: string
  /** A pattern that would be taken. */
  readonly suggestion?: string
}

/** What is wrong with a text that people write, whatever it is to say: too long, or not what it looks like. */
export function refusedText(text: string, what: string, most: number): PatternError | undefined {
  if (text.length > most) return { position: most, message: `${what} is longer than ${most} characters` }
  const position = findHidden(text)
  return position === undefined
    ? undefined
    : { position, message: `${what} has a control or invisible character` }
}
