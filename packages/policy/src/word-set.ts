/** Words to look a word up in. */
export interface WordSet {
  has(word: string): boolean
}

/** A set of words, written with blanks between them. It is made when a word is first looked for, which for most is never. */
// A bundle leaves out what nobody asks for.
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
