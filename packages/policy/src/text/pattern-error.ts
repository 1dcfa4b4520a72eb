import { findHidden } from './characters.ts'

/** Why a pattern is rejected: the position, an explanation for people, and a suggestion. */
export interface PatternError {
  /** Index in the pattern's text. */
  readonly position: number
  readonly message: string
  /** A valid pattern. */
  readonly suggestion?: string
}

/** Problems of a text that people write, independent of its meaning: too long, or not what it looks like. */
export function refusedText(text: string, what: string, most: number): PatternError | undefined {
  if (text.length > most) return { position: most, message: `${what} is longer than ${most} characters` }
  const position = findHidden(text)
  return position === undefined
    ? undefined
    : { position, message: `${what} has a control or invisible character` }
}
