/** A set for looking up words. */
export interface WordSet {
  has(word: string): boolean
}

/** A set of words, written with blanks between them. It is built on first use, which for most sets never happens. */
// Lets a bundler drop unused sets.
/* @__NO_SIDE_EFFECTS__ */
export function wordSet(text: string): WordSet {
  return new LateSet(text)
}

class LateSet implements WordSet {
  readonly #text: string
  #words: ReadonlySet<string> | undefined

  constructor(text: string) {
    this.#text = text
  }

  has(word: string): boolean {
    this.#words ??= new Set(this.#text.trim().split(/\s+/))
    return this.#words.has(word)
  }
}
