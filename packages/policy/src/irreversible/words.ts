import { knownPrefix, literal, type Field } from '../shell/field.ts'

/** One word behind the program, as far as it is known. */
export interface Word {
  readonly text: string
  readonly option: boolean
  /** Stands right behind an option that may take it as its value. */
  readonly perhapsValue: boolean
}

/** The words behind the program. What is not known is the empty text; of a word that begins with known text that counts. */
export function wordsOf(argv: readonly Field[]): readonly Word[] {
  let ended = false
  let before = ''
  return argv.slice(1, 1 + MOST_WORDS).map((field) => {
    const text = literal(field) ?? knownPrefix(field)
    const option = !ended && /^-./.test(text) && text !== '--'
    const perhapsValue = !ended && before.startsWith('-') && before !== '--' && !before.includes('=')
    if (text === '--') ended = true
    before = ended ? '' : text
    return { text, option, perhapsValue: perhapsValue && !option }
  })
}

/** A subcommand stands among the first words. */
const MOST_WORDS = 200

/** Options by which a command only says what it would do, or explains itself. */
const REHEARSES =
  /^--?(?:dry[-_]?run(?:=(?!none|false|0$).*)?|what[-_]?if(?:=(?!false).*)?|no-?op|simulate|just-print|help|generate-cli-skeleton(?:=.*)?|preview-only|no-act|no-execute|recon)$/i

/** `-n` only rehearses for these; for others it is a namespace or a number. */
const REHEARSES_WITH_N =
  /^(?:restic|rclone|borg|s3cmd|rsync|git|gsutil|make|duplicacy|lftp|chezmoi|stow|zfs|apt|apt-get)$/

/** A dry run, or a question about the command. */
export function rehearses(program: string, words: readonly Word[]): boolean {
  const end = words.findIndex(({ text }) => text === '--')
  const own = end === -1 ? words : words.slice(0, end)
  if (own.some(({ text, option }) => option && REHEARSES.test(text))) return true
  const last = own.at(-1)?.text ?? ''
  if (/^(?:-h|-\?|help)$/.test(last) && own.length > 1) return true
  if (own[0]?.text === 'help') return true
  return REHEARSES_WITH_N.test(program) && own.some(({ text }) => text === '-n')
}

/** Words that are no options. */
export function positionals(words: readonly Word[]): readonly Word[] {
  return words.filter(({ text, option }) => !option && text !== '--')
}
