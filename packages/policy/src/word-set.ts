import { lazy } from './lazy.ts'

/** Words to look a word up in. */
export interface WordSet {
  readonly has: (word: string) => boolean
}

/** A set of words, written with blanks between them. It is made when a word is first looked for, which for most is never. */
// A bundle leaves out what nobody asks for.
/* @__NO_SIDE_EFFECTS__ */
export function wordSet(text: string): WordSet {
  const words = lazy(() => new Set(text.trim().split(/\s+/)))
  return { has: (word) => words().has(word) }
}
