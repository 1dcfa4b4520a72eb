import {
  CLIENTS,
  FILE_NAME,
  FLAG_OPTIONS,
  LOCALS,
  LOCAL_THINGS,
  MIGRATORS,
  NOUN_FIRST,
  RUNS_WHAT_FOLLOWS,
  TAKES_VALUE,
  THINGS_TOO,
} from './programs.ts'
import {
  holdsRows,
  isOther,
  isPublished,
  isShared,
  objectKind,
  verbKind,
  wordParts,
  type VerbKind,
} from './verbs.ts'
import { positionals, type Word } from './words.ts'

/** Subcommands are among this many words; later words are names. */
const MOST_NOUNS = 6

/** The spelling of a subcommand: letters, with punctuation between them; not a file or an address. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$/

/**
 * The words with which a command of any program says that it deletes, resets or disables something in another system (SPEC P20): its first
 * verb decides, together with the nouns around it. Undefined if there are none.
 */
export function destructiveWords(program: string, words: readonly Word[]): Said | undefined {
  if (isOther(program) || actsFirst(words)) return undefined
  const found = bySubcommand(program, words)
  return found === 'other' ? undefined : (found ?? byOption(program, words))
}

/** Options that are the verb of a harmless command. */
const ACTS = /^--(?:create|list|describe|show)$/

/** Such an option precedes any subcommand; after one it is only a modifier: `borg prune --list`. */
function actsFirst(words: readonly Word[]): boolean {
  const own = words.findIndex(
    ({ option, maybeValue }, index) =>
      !option && !(maybeValue && !FLAG_OPTIONS.test(words[index - 1]?.text ?? '')),
  )
  return (own === -1 ? words : words.slice(0, own)).some(({ text, option }) => option && ACTS.test(text))
}

/** The statement as it is shown, and the words of it that a rule must spell out. */
export interface Said {
  readonly shown: readonly string[]
  readonly verb: readonly string[]
}

/** `other`: the command is known to be harmless. */
function bySubcommand(program: string, words: readonly Word[]): Said | 'other' | undefined {
  const rest = positionals(words)
  const nouns: string[] = []
  let named = 0
  let passed = 0
  for (const [index, word] of rest.slice(0, MOST_NOUNS).entries()) {
    const { text, maybeValue } = word
    if (!SUBCOMMAND.test(text) || FILE_NAME.test(text)) {
      if (maybeValue || text === '' || isPassed(program, text, rest[index + 1])) continue
      return undefined
    }
    const kind = verbKind(text)
    if (kind === undefined) {
      nouns.push(text)
      if (!maybeValue) named += 1
      continue
    }
    if (maybeValue && isValue(word, words, kind, named)) continue
    const next = rest[index + 1]
    if (kind === 'other') {
      if (!THINGS_TOO.test(text) || !isBareVerb(next)) return 'other'
      nouns.push(text)
      continue
    }
    if (kind === 'either') {
      passed += 1
      const verb = isHeldThing(program, next) ? rest[index + 2] : next
      const isThing = NOUN_FIRST.has(program) || (!RUNS_WHAT_FOLLOWS.test(text) && isBareVerb(verb))
      if (passed > 1 || !isThing) return undefined
      nouns.push(text)
      named += 1
      continue
    }
    const said = { kind, parts: wordParts(text), nouns, next: next?.maybeValue === false ? next.text : '' }
    return isLoss(program, said) ? { shown: [...nouns, text], verb: [text] } : undefined
  }
  return undefined
}

/** Words to skip: `cargo +nightly yank`; for a client, a version or a number before its verb: `sentry-cli releases files 1.0.0 delete`. */
function isPassed(program: string, text: string, next: Word | undefined): boolean {
  return /^\+\w/.test(text) || (CLIENTS.has(program) && /^[\w.@+-]+$/.test(text) && isBareVerb(next))
}

/** Whether the option before it takes it as a value. */
function isValue(word: Word, words: readonly Word[], kind: VerbKind, named: number): boolean {
  const option = words[words.indexOf(word) - 1]?.text ?? ''
  if (FLAG_OPTIONS.test(option)) return false
  if (kind === 'other' || kind === 'either') return TAKES_VALUE.test(option)
  // Once nouns were named, the verb would follow them; two words in one are a name.
  return (
    named > 0 || (TAKES_VALUE.test(option) && (option.startsWith('--') || wordParts(word.text).length > 1))
  )
}

/** `op connect token delete`: a noun held by another system is between a word that may be a verb and the actual verb. */
function isHeldThing(program: string, word: Word | undefined): boolean {
  return CLIENTS.has(program) && word?.maybeValue === false && objectKind(wordParts(word.text)) === 'held'
}

/** `label delete`, `tag rm`: the next word is nothing but a verb. */
function isBareVerb(word: Word | undefined): boolean {
  if (word === undefined || word.maybeValue || wordParts(word.text).length !== 1) return false
  const kind = verbKind(word.text)
  return kind === 'strong' || kind === 'weak' || kind === 'back'
}

interface Command {
  readonly kind: Exclude<VerbKind, 'other' | 'either'>
  /** The parts of the word that contains the verb. */
  readonly parts: readonly string[]
  /** The words before it. */
  readonly nouns: readonly string[]
  /** The word after it, unless it belongs to an option. */
  readonly next: string
}

function isLoss(program: string, { kind, parts, nouns, next }: Command): boolean {
  const about = [...parts, ...nouns.flatMap(wordParts)]
  if (kind === 'back') return holdsRows(about) || MIGRATORS.has(program)
  if (LOCALS.has(program)) return isPublished(parts) || isShared(about)
  const things = LOCAL_THINGS.get(program)
  if (things !== undefined && nouns.some((noun) => things.has(noun))) return false
  const object = objectKind(about)
  // For a cloud client, only the nouns named above are local.
  if (object === 'local' && !NOUN_FIRST.has(program)) return WORST.test(parts.join(' '))
  if (object === 'held' || kind === 'strong' || CLIENTS.has(program) || MIGRATORS.has(program)) return true
  return SUBCOMMAND.test(next) && !FILE_NAME.test(next) && objectKind(wordParts(next)) === 'held'
}

/** Nobody uses these verbs for files that can be regenerated. */
const WORST = /\b(?:wipe|destroy|erase|nuke|obliterate|deregister|revoke)\b/

/** Options that are destructive in every program, and options that are destructive in a client of another system. */
const ALWAYS =
  /^--?(?:hard-|force-)?(?:delete|destroy|wipe|erase|purge|obliterate|terminate|revoke|nuke)(?:-(?:all|everything|data))?$/
const OF_CLIENTS =
  /^--?(?:(?:hard-|force-)?delete|destroy|purge|prune|wipe|erase|hard-wipe|remove|flush|drop)(?:-(?!after|before|protection|branch|on-|policy|marker|source|merged)[\w-]+)?(?:=(?!false|no$|0$).*)?$/

function byOption(program: string, words: readonly Word[]): Said | undefined {
  if (LOCALS.has(program)) return undefined
  const pattern = CLIENTS.has(program) ? OF_CLIENTS : ALWAYS
  if (bringsHere(words)) return undefined
  const found = words.find(
    ({ text, option }, index) => option && pattern.test(text) && words[index + 1]?.text !== 'false',
  )
  return found === undefined ? undefined : { shown: [found.text], verb: [found.text] }
}

/** `aws s3 sync s3://b dist --delete` deletes only copies on this machine. */
export function bringsHere(words: readonly Word[]): boolean {
  const rest = positionals(words)
    .map(({ text }) => text)
    .filter((text) => !/^(?:true|false)$/.test(text))
  const [from = '', to = ''] = rest.slice(-2)
  return (
    /^[\w-]+:/.test(from) && /^(?![\w-]+:|\/|\.\.)/.test(to) && rest.some((word) => /^r?sync$/.test(word))
  )
}
