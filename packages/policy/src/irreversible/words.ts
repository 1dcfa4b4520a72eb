import { knownPrefix, literal, type Field } from '../model/field.ts'

/** One word behind the program, as far as it is known. */
export interface Word {
  readonly text: string
  readonly option: boolean
  /** Stands right behind an option that may take it as its value. */
  readonly maybeValue: boolean
}

/** The words behind the program. What is not known is the empty text; of a word that begins with known text that counts. */
export function wordsOf(argv: readonly Field[]): readonly Word[] {
  let ended = false
  let before = ''
  return argv.slice(1, 1 + MOST_WORDS).map((field) => {
    const text = literal(field) ?? knownPrefix(field)
    const option = !ended && /^-./.test(text) && text !== '--'
    const maybeValue = !ended && before.startsWith('-') && before !== '--' && !before.includes('=')
    if (text === '--') ended = true
    before = ended ? '' : text
    return { text, option, maybeValue: maybeValue && !option }
  })
}

/** A subcommand stands among the first words. */
const MOST_WORDS = 200

/** Words that are no options. */
export function positionals(words: readonly Word[]): readonly Word[] {
  return words.filter(({ text, option }) => !option && text !== '--')
}
