import { lazy } from '../../lazy.ts'
import { OWN, PROTECTED } from '../../paths/protected.ts'
import { display, literal, textField, type Field } from '../../model/field.ts'
import type { ProgramFacts, Touch } from '../../model/part.ts'
import { CHECKERS, WORDS_OF_ELSEWHERE } from './kinds.ts'

/**
 * Words of a command that look like files which run automatically later, if the command does more than read and the tables do not say what
 * it does with them: it may write them.
 */
export function maybeWritten(argv: readonly Field[], program: string, facts: ProgramFacts): readonly Touch[] {
  if (facts.notReadonly === undefined || WORDS_OF_ELSEWHERE.has(program)) return []
  const own = argv.slice(1, ownWords(argv, facts))
  const found = own.flatMap((field, index) =>
    isLikely(field) && !isLeftOut(argv, index + 1) ? wordsOf(field, program) : [],
  )
  if (found.length === 0 || CHECKERS.has(program) || argv.some(isCheck) || !isMeant(program, argv)) return []
  const changes =
    CODE.test(program) || (TAKES_ALL.test(program) ? unpacks(program, argv) : own.some(isChange))
  const settled = facts.touches.filter(({ act, guess }) => guess !== true && !(act === 'read' && changes))
  const known = new Set(settled.map(({ path }) => display(path)))
  return found.filter(({ path }) => !known.has(display(path)))
}

/** `--exclude=.git`, `--exclude .git`: not touched. */
function isLeftOut(argv: readonly Field[], index: number): boolean {
  const [word, before] = [argv[index], argv[index - 1]].map(display)
  return /^--(?:exclude|ignore)[\w-]*=/.test(word ?? '') || /^--(?:exclude|ignore)[\w-]*$/.test(before ?? '')
}

/** Names in a text of code that look like such files: `w .git/hooks/x`, `open F, ">.git/config"`. */
export function likelyNames(text: string): readonly string[] {
  if (!mayName(text) || !patterns().likely.test(text)) return []
  const { some, names } = patterns()
  return [...text.matchAll(/[\w.+@~/-]+/g)].flatMap(({ 0: run, index }) => {
    // Word by word: over a long text without any such name the pattern would be slow.
    if (run.length > LONGEST_PATH || !some.test(run)) return []
    const before = text.charAt(index - 1)
    return [...`${before}${run}`.matchAll(names)].map(([, name = '']) => name)
  })
}

/** No file has a longer one. */
export const LONGEST_PATH = 4096

interface Patterns {
  /** One of the names is somewhere in a text. */
  readonly some: RegExp
  readonly likely: RegExp
  readonly joined: RegExp
  readonly names: RegExp
}

const patterns = lazy((): Patterns => {
  // Prefixes of all protected names, dots first.
  const starts = [
    ...new Set([...PROTECTED, ...OWN].map(({ names: [first] }) => first?.source.replace(/\*$/, '') ?? '')),
  ]
    .filter((name) => /[.]/.test(name))
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')
  return {
    some: new RegExp(`${starts}|/etc/|/var/spool/`, 'i'),
    likely: new RegExp(`(?:^|[^\\w.])(?:${starts})|/etc/|/var/spool`, 'i'),
    joined: new RegExp(`^-[A-Za-z]+(?:${starts})`, 'i'),
    names: new RegExp(
      `(?:^|[\\s"'\`(=,<>|;:#!@%/])((?:~|\\.{1,2})?/?(?:[\\w.+@-]+/)*(?:${starts})[\\w.+-]*(?:/[\\w.+-]+)*|/(?:etc|var/spool)/[\\w./+-]+)`,
      'gi',
    ),
  }
})

/** Most words have neither a dot nor a slash, so they contain none of these names. */
function mayName(text: string): boolean {
  return text.includes('.') || text.includes('/')
}

function isLikely(field: Field): boolean {
  return field.pieces.some(
    (piece) =>
      piece.kind !== 'hole' &&
      mayName(piece.text) &&
      (patterns().likely.test(piece.text) || patterns().joined.test(piece.text)),
  )
}

/** Programs whose words are text in their own language. */
const CODE =
  /^(?:r?ed|ex|[gnr]?vim|vi|emacs|emacsclient|sqlite3?|duckdb|litecli|psql|pgcli|mysql|mariadb|mycli|mysqlsh|lftp|s?ftp|tmux|screen)$/

function wordsOf(field: Field, program: string): readonly Touch[] {
  const text = literal(field)
  if (text === undefined) return []
  if (/\s/.test(text)) return CODE.test(program) ? likelyNames(text).map((name) => perhaps(name, field)) : []
  const value = text.startsWith('-') ? text.replace(/^--?[\w-]+=|^-[A-Za-z]+(?=[.~/])/, '') : text
  // `--transform 's,^,.git/hooks/,'`: a name between other marks.
  if (MARKED.test(value)) return likelyNames(value).map((name) => perhaps(name, field))
  const path = /^[\w.-]+[=@](.+)$/.exec(value)?.[1] ?? value.replace(/^@/, '')
  if (path.startsWith('-') || path.includes('://') || /["'`(){}$]/.test(path)) return []
  return [perhaps(path.replace(/^\+(?=w)/, ''), field)]
}

/** An expression that replaces names, with any delimiter. */
const MARKED = /^(?:[sy]|flags=.*;s)?([,|#!;:@/%]).*\1.*\1/

function perhaps(path: string, { range }: Field): Touch {
  return { act: 'read', path: textField(path, range), recursive: false, perhaps: true }
}

/** Words that begin another command are not its own. */
function ownWords(argv: readonly Field[], { inner }: ProgramFacts): number {
  const starts = inner.flatMap((each) =>
    each.kind === 'argv' && each.remote !== true ? [each.from ?? 1] : [],
  )
  return Math.min(argv.length, ...starts)
}

function isCheck(field: Field): boolean {
  return /^(?:--check|--list-different|--diff|--dry-run|--lint|--noEmit)$/.test(literal(field) ?? '')
}

/** Words for git name recorded content, except for these. */
const GIT_WRITES =
  /^(?:clone|init|bundle|worktree|submodule|apply|am|checkout|restore|checkout-index|fast-export|config|--work-tree(?:=.*)?|lfs)$/

function isMeant(program: string, argv: readonly Field[]): boolean {
  return program !== 'git' || argv.some((field) => GIT_WRITES.test(literal(field) ?? ''))
}

/** An option with which the program also writes what it reads. */
function isChange(field: Field): boolean {
  return /^(?:--write|--fix|--in-?place.*|-w|-i|--update|--apply|-C.*|--directory(?:=.*)?)$/.test(
    literal(field) ?? '',
  )
}

/** Their words name what they create or unpack, although the table treats them as read. */
const TAKES_ALL = /^(?:ln|link|mount|rename|tar|bsdtar|gtar|unzip|7za?|7zr|unrar|cpio|jar|nano|pico)$/

function unpacks(program: string, [, first, ...rest]: readonly Field[]): boolean {
  if (!/tar$|^jar$|^7z/.test(program)) return true
  const words = [first, ...rest].map(display)
  return words.some(
    (word, index) =>
      /^(?:--extract|--get|-[A-Za-z]*x[A-Za-z]*)$/.test(word) ||
      (index === 0 && /^[a-z]*[xe][a-z]*$/.test(word)),
  )
}
