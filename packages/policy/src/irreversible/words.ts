import { knownPrefix, literal, type Field } from '../model/field.ts'

/** One word after the program, as far as it is known. */
export interface Word {
  readonly text: string
  readonly option: boolean
  /** It directly follows an option that may take it as a value. */
  readonly maybeValue: boolean
}

/** The words after the program. An unknown word is the empty text; a word with a known beginning is that beginning. */
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

/** A subcommand is among the first words. */
const MOST_WORDS = 200

/** Words that are not options. */
export function positionals(words: readonly Word[]): readonly Word[] {
  return words.filter(({ text, option }) => !option && text !== '--')
}
