import { CLIENTS, LOCAL_THINGS, NOUN_FIRST } from './programs.ts'
import { objectKind, verbKind, wordParts } from './verbs.ts'
import { positionals, type Word } from './words.ts'

/** Subcommands stand among so many words; what comes later is a name. */
const MOST_NOUNS = 6

/** What a subcommand is written like: letters, with signs between them; a file or an address is none. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$/
const FILE = /\.[a-z0-9]{1,4}$/i

/**
 * The words by which a command says that it deletes, resets or disables what another system holds (SPEC P20), for any program: its
 * first verb decides, with the things named around it. Undefined where they do not say so.
 */
export function destructiveWords(program: string, words: readonly Word[]): readonly string[] | undefined {
  return bySubcommand(program, words) ?? byOption(program, words)
}

function bySubcommand(program: string, words: readonly Word[]): readonly string[] | undefined {
  const rest = positionals(words)
  const nouns: string[] = []
  let passed = 0
  for (const [index, word] of rest.slice(0, MOST_NOUNS).entries()) {
    if (!SUBCOMMAND.test(word.text) || FILE.test(word.text)) {
      if (word.perhapsValue || word.text === '') continue
      return undefined
    }
    const parts = wordParts(word.text)
    switch (verbKind(parts)) {
      case 'other':
        if (word.perhapsValue) break
        return undefined
      case 'either':
        if (word.perhapsValue) break
        passed += 1
        if (!NOUN_FIRST.has(program) || passed > 1) return undefined
        nouns.push(word.text)
        break
      case 'strong':
      case 'weak': {
        const next = rest[index + 1]
        const said = { parts, nouns, next: next?.perhapsValue === false ? next.text : '' }
        return isLoss(program, said) ? [word.text] : undefined
      }
      case undefined:
        nouns.push(word.text)
        break
    }
  }
  return undefined
}

interface Said {
  /** Of the word with the verb. */
  readonly parts: readonly string[]
  /** Words before it. */
  readonly nouns: readonly string[]
  /** The word behind it, where that is none of an option. */
  readonly next: string
}

function isLoss(program: string, { parts, nouns, next }: Said): boolean {
  const things = LOCAL_THINGS.get(program)
  if (things !== undefined && nouns.some((noun) => things.has(noun))) return false
  const kind = objectKind([...parts, ...nouns.flatMap(wordParts)])
  if (kind === 'local') return false
  if (kind === 'held' || verbKind(parts) === 'strong' || CLIENTS.has(program)) return true
  return SUBCOMMAND.test(next) && !FILE.test(next) && objectKind(wordParts(next)) === 'held'
}

/** Options that say it for every program, and those that do for a client of another system. */
const ALWAYS = /^--?(?:delete|destroy|wipe|erase|purge|drop|obliterate|terminate|revoke)(?:-all)?$/
const OF_CLIENTS =
  /^--?(?:(?:force-)?delete|destroy|purge|prune|wipe|erase|hard-wipe|remove|flush|drop)(?:-(?!after|before|protection|branch|on-|policy)[\w-]+)?(?:=(?!false|no$|0$).*)?$/

function byOption(program: string, words: readonly Word[]): readonly string[] | undefined {
  const pattern = CLIENTS.has(program) ? OF_CLIENTS : ALWAYS
  const found = words.find(({ text, option }) => option && pattern.test(text))
  return found === undefined ? undefined : [found.text]
}
