import { CLIENTS, LOCAL_THINGS, LOCALS, MIGRATORS, NOUN_FIRST } from './programs.ts'
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

/** Subcommands stand among so many words; what comes later is a name. */
const MOST_NOUNS = 6

/** What a subcommand is written like: letters, with signs between them; a file or an address is none. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$/
const FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|sh|md|json|ya?ml|txt|csv|html?|css|sql|go|rs|c|h|cpp|java|log|toml|xml|env|lock|zip|t?gz|tar|tf|hcl|pdf|png|jpe?g|php|ini|cfg|conf|bak)$/i

/** Options that have no value, so that the word behind them may be the subcommand. */
const FLAGS =
  /^(?:-[yfvqdj]|--(?:force|yes|debug|verbose|quiet|json|no-\w+|insecure|silent|auto-approve|non-interactive|confirm|recursive))$/

/**
 * The words by which a command says that it deletes, resets or disables what another system holds (SPEC P20), for any program: its
 * first verb decides, with the things named around it. Undefined where they do not say so.
 */
export function destructiveWords(program: string, words: readonly Word[]): Said | undefined {
  if (isOther(program) || words.some(({ text, option }) => option && ACTS.test(text))) return undefined
  const found = bySubcommand(program, words)
  return found === 'other' ? undefined : (found ?? byOption(program, words))
}

/** Options that are the verb of a command which takes nothing away. */
const ACTS = /^--(?:create|list|describe|show)$/

/** What is said, as it is shown, and the words of it that a rule must spell. */
export interface Said {
  readonly shown: readonly string[]
  readonly verb: readonly string[]
}

/** `other`: the command is settled as one that takes nothing away. */
function bySubcommand(program: string, words: readonly Word[]): Said | 'other' | undefined {
  const rest = positionals(words)
  const nouns: string[] = []
  let named = 0
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
      if (!perhapsValue) named += 1
      continue
    }
    if (perhapsValue && isValue(word, words, kind, named)) continue
    const next = rest[index + 1]
    if (kind === 'other') {
      if (!THINGS_TOO.test(text) || !isBareVerb(next)) return 'other'
      nouns.push(text)
      continue
    }
    if (kind === 'either') {
      passed += 1
      const isThing = NOUN_FIRST.has(program) || (!RUNS.test(text) && isBareVerb(next))
      if (passed > 1 || !isThing) return undefined
      nouns.push(text)
      named += 1
      continue
    }
    const said = { kind, parts: wordParts(text), nouns, next: next?.perhapsValue === false ? next.text : '' }
    return isLoss(program, said) ? { shown: [...nouns, text], verb: [text] } : undefined
  }
  return undefined
}

/** Options that take a value in nearly every program. */
const TAKES_VALUE =
  /^(?:-[A-Za-z]|--(?:profile|context|namespace|project|region|zone|name|config|env|environment|output|format|type|url|host|topic|group|app|org|team|cluster|filter|tag|label|message|title|body|key|id|file|path|stage|resource|resources|text|query|search|reason|description|user-name|role|service))$/

/** The option before it takes it as a value. */
function isValue(word: Word, words: readonly Word[], kind: VerbKind, named: number): boolean {
  const option = words[words.indexOf(word) - 1]?.text ?? ''
  if (FLAGS.test(option)) return false
  if (kind === 'other' || kind === 'either') return TAKES_VALUE.test(option)
  // Where things were named already a verb would stand behind them; two words in one are a name.
  return named > 0 || (wordParts(word.text).length > 1 && TAKES_VALUE.test(option))
}

/** Verbs that are things, too, where a verb follows them: `velero restore delete`, `vault audit disable`. */
const THINGS_TOO =
  /^(?:audit|restore|view|upload|download|plan|dump|trace|copy|update|grant|scan|post|invite|patch|format)$/

/** Behind these stands what is run. */
const RUNS = /^(?:run|exec|shell|ssh|console|call|invoke|eval|execute|start)$/

/** `label delete`, `tag rm`: the word behind is a verb and nothing else. */
function isBareVerb(word: Word | undefined): boolean {
  if (word === undefined || word.perhapsValue || wordParts(word.text).length !== 1) return false
  const kind = verbKind(word.text)
  return kind === 'strong' || kind === 'weak' || kind === 'back'
}

interface Command {
  readonly kind: Exclude<VerbKind, 'other' | 'either'>
  /** Of the word with the verb. */
  readonly parts: readonly string[]
  /** Words before it. */
  readonly nouns: readonly string[]
  /** The word behind it, where that is none of an option. */
  readonly next: string
}

function isLoss(program: string, { kind, parts, nouns, next }: Command): boolean {
  const about = [...parts, ...nouns.flatMap(wordParts)]
  if (kind === 'back') return holdsRows(about) || MIGRATORS.has(program)
  if (LOCALS.has(program)) return isPublished(parts) || isShared(about)
  const things = LOCAL_THINGS.get(program)
  if (things !== undefined && nouns.some((noun) => things.has(noun))) return false
  const object = objectKind(about)
  if (object === 'local') return WORST.test(parts.join(' '))
  if (object === 'held' || kind === 'strong' || CLIENTS.has(program) || MIGRATORS.has(program)) return true
  return SUBCOMMAND.test(next) && !FILE.test(next) && objectKind(wordParts(next)) === 'held'
}

/** Nobody says so of what is made again. */
const WORST = /\b(?:wipe|destroy|erase|nuke|obliterate)\b/

/** Options that say it for every program, and those that do for a client of another system. */
const ALWAYS =
  /^--?(?:hard-|force-)?(?:delete|destroy|wipe|erase|purge|obliterate|terminate|revoke|nuke)(?:-(?:all|everything|data))?$/
const OF_CLIENTS =
  /^--?(?:(?:hard-|force-)?delete|destroy|purge|prune|wipe|erase|hard-wipe|remove|flush|drop)(?:-(?!after|before|protection|branch|on-|policy|marker|source|merged)[\w-]+)?(?:=(?!false|no$|0$).*)?$/

function byOption(program: string, words: readonly Word[]): Said | undefined {
  if (LOCALS.has(program)) return undefined
  const pattern = CLIENTS.has(program) ? OF_CLIENTS : ALWAYS
  if (bringsHere(words)) return undefined
  const found = words.find(({ text, option }) => option && pattern.test(text))
  return found === undefined ? undefined : { shown: [found.text], verb: [found.text] }
}

/** `aws s3 sync s3://b dist --delete`: what is deleted is a copy on this machine. */
export function bringsHere(words: readonly Word[]): boolean {
  const rest = positionals(words).map(({ text }) => text)
  const [from = '', to = ''] = rest.slice(-2)
  return (
    /^[\w-]+:/.test(from) && /^(?![\w-]+:|\/|\.\.)/.test(to) && rest.some((word) => /^r?sync$/.test(word))
  )
}
