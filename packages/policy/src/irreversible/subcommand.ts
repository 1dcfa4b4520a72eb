import { CLIENTS, LOCAL_THINGS, NOUN_FIRST } from './programs.ts'
import { objectKind, verbKind, wordParts } from './verbs.ts'
import { positionals, type Word } from './words.ts'

/** Subcommands stand among so many words; what comes later is a name. */
const MOST_NOUNS = 6

/** What a subcommand is written like: letters, with signs between them; a file or an address is none. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$/
const FILE = /\.[a-z0-9]{1,4}$/i

/** Options that have no value, so that the word behind them may be the subcommand. */
const FLAGS =
  /^(?:-[yfvqdj]|--(?:force|yes|debug|verbose|quiet|json|no-\w+|insecure|silent|auto-approve|non-interactive|confirm|recursive))$/

/**
 * The words by which a command says that it deletes, resets or disables what another system holds (SPEC P20), for any program: its
 * first verb decides, with the things named around it. Undefined where they do not say so.
 */
export function destructiveWords(program: string, words: readonly Word[]): readonly string[] | undefined {
  const found = bySubcommand(program, words)
  return found === 'other' ? undefined : (found ?? byOption(program, words))
}

/** `other`: the command is settled as one that takes nothing away. */
function bySubcommand(program: string, words: readonly Word[]): readonly string[] | 'other' | undefined {
  const rest = positionals(words)
  const nouns: string[] = []
  let passed = 0
  for (const [index, word] of rest.slice(0, MOST_NOUNS).entries()) {
    const { text, perhapsValue } = word
    if (!SUBCOMMAND.test(text) || FILE.test(text)) {
      if (perhapsValue || text === '') continue
      return undefined
    }
    const kind = verbKind(text)
    if (kind === undefined) {
      nouns.push(text)
      continue
    }
    if (perhapsValue && isValue(word, words, nouns)) continue
    if (kind === 'other') return 'other'
    const next = rest[index + 1]
    if (kind === 'either') {
      passed += 1
      if (passed > 1 || !(NOUN_FIRST.has(program) || isBareVerb(next))) return undefined
      nouns.push(text)
      continue
    }
    const said = { kind, parts: wordParts(text), nouns, next: next?.perhapsValue === false ? next.text : '' }
    return isLoss(program, said) ? [...nouns.slice(-1), text] : undefined
  }
  return undefined
}

/** The option before it takes it as a value: certainly where things were named already, unless it is known to take none. */
function isValue(word: Word, words: readonly Word[], nouns: readonly string[]): boolean {
  const option = words[words.indexOf(word) - 1]?.text ?? ''
  if (FLAGS.test(option)) return false
  return nouns.length > 0 || verbKind(word.text) === 'other' || verbKind(word.text) === 'either'
}

/** `label delete`, `run rm`: the word behind is a verb and nothing else. */
function isBareVerb(word: Word | undefined): boolean {
  if (word === undefined || word.perhapsValue || wordParts(word.text).length !== 1) return false
  const kind = verbKind(word.text)
  return kind === 'strong' || kind === 'weak'
}

interface Said {
  readonly kind: 'strong' | 'weak'
  /** Of the word with the verb. */
  readonly parts: readonly string[]
  /** Words before it. */
  readonly nouns: readonly string[]
  /** The word behind it, where that is none of an option. */
  readonly next: string
}

function isLoss(program: string, { kind, parts, nouns, next }: Said): boolean {
  const things = LOCAL_THINGS.get(program)
  if (things !== undefined && nouns.some((noun) => things.has(noun))) return false
  const about = objectKind([...parts, ...nouns.flatMap(wordParts)])
  if (about === 'local') return WORST.test(parts.join(' '))
  if (about === 'held' || kind === 'strong' || CLIENTS.has(program)) return true
  return SUBCOMMAND.test(next) && !FILE.test(next) && objectKind(wordParts(next)) === 'held'
}

/** Nobody says so of what is made again. */
const WORST = /\b(?:wipe|destroy|erase|nuke|obliterate)\b/

/** Options that say it for every program, and those that do for a client of another system. */
const ALWAYS = /^--?(?:hard-|force-)?(?:delete|destroy|wipe|erase|purge|obliterate|terminate|revoke|nuke)(?:-(?:all|everything|data))?$/
const OF_CLIENTS =
  /^--?(?:(?:hard-|force-)?delete|destroy|purge|prune|wipe|erase|hard-wipe|remove|flush|drop)(?:-(?!after|before|protection|branch|on-|policy|marker|source|merged)[\w-]+)?(?:=(?!false|no$|0$).*)?$/

function byOption(program: string, words: readonly Word[]): readonly string[] | undefined {
  const pattern = CLIENTS.has(program) ? OF_CLIENTS : ALWAYS
  const found = words.find(({ text, option }) => option && pattern.test(text))
  return found === undefined ? undefined : [found.text]
}
