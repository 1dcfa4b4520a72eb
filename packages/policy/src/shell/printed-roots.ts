import type { Place } from '../model/call.ts'
import { baseName } from '../text/base-name.ts'
import { textsIn, type Input, type Reading } from './context.ts'
import { display, NOWHERE, textField, type Field } from '../model/field.ts'
import { fieldValue, textValue, unionValues, type Listing, type Value } from './value.ts'
import { wordSet } from '../word-set.ts'

/**
 * Notes the roots that a command may print: those that occur as a word in its output, its input or its arguments, and `/` where it cuts
 * letters out of a path. `rm -rf $(…)` needs them when the final output is unknown.
 */
export function notePrintedRoots(
  argv: readonly Field[],
  output: readonly Value[] | undefined,
  stdin: Input,
  reading: Reading,
): readonly Value[] | undefined {
  const cut = cutOut(argv, stdin, reading.place)
  const roots = [...rootsIn(output ?? [], reading.place), ...cut]
  if (roots.length === 0) return output
  reading.printedRoots.push({ at: reading.parts.length, roots })
  const open = output?.some((value) => value.length === 1 && value[0]?.kind === 'hole') === true
  return output === undefined || !open ? output : unionValues(output, cut.map(textValue))
}

/** The roots that a command since `mark` may have printed. The list may be incomplete. */
export function rootsPrintedSince({ printedRoots }: Reading, mark: number): Listing | undefined {
  const roots = new Set(printedRoots.flatMap((each) => (each.at > mark ? each.roots : [])))
  if (roots.size === 0) return undefined
  const paths = [...roots].slice(0, MOST_ROOTS).map((root) => textField(root, NOWHERE.range))
  return { paths, recursive: false, picked: true }
}

const MOST_ROOTS = 2

/** Roots that a command may cut out of its input or its arguments. */
function cutOut(argv: readonly Field[], stdin: Input, place: Place): readonly string[] {
  const [program, ...args] = argv
  const name = baseName(display(program))
  const words = args.map(display)
  if (NUMBERS.has(name)) return []
  if (isOneLetter(name, words)) return ['/']
  if (stdin.kind === 'data')
    return stdin.environment === true && TELLS_HOME.test(words.join(' ')) ? [place.home] : []
  const given = [...textsIn(stdin), ...spelledOut(name, args).map(fieldValue)]
  const cuts = cutsLetters(name, words) && given.some(isAbsolute)
  return [...rootsIn(given, place), ...(cuts ? ['/'] : []), ...knownTo(name, words, place)]
}

/** Their output never contains a path, whatever they read. */
const NUMBERS = wordSet(
  'wc md5sum sha1sum sha256sum sha512sum cksum b2sum cmp diff sum true false read mapfile readarray',
)
/** They may print their own words. */
const SPELLS = wordSet('expr basename printf echo')

function spelledOut(name: string, args: readonly Field[]): readonly Field[] {
  // For awk only the values of its variables: its program is analysed elsewhere.
  if (/^[gmn]?awk$/.test(name)) return args.filter((arg) => /^(?:-v)?\w+=/.test(display(arg)))
  return SPELLS.has(name) ? args : []
}

/** Variables that hold the path of a root. */
const TELLS_HOME = /\b(?:HOME|PWD|OLDPWD)\b/

/** Mount points, homes, and values that code requests from the system. */
function knownTo(name: string, words: readonly string[], { home }: Place): readonly string[] {
  const text = words.join(' ')
  if (/^(?:df|findmnt|mount)$/.test(name) || (name === 'stat' && /%m/.test(text))) return ['/']
  if (name === 'dirs' || (/^(?:declare|typeset|export)$/.test(name) && TELLS_HOME.test(text))) return [home]
  if (name === 'getent') return words[0] === 'passwd' ? [home] : []
  if (!SPEAKS.test(name)) return []
  // With an adjacent text it is a name below.
  if (/\b(?:path|os)\W{0,3}\.sep\b|%c/.test(text)) return ['/']
  const asks = /\b(?:ENVIRON|environ|env|ENV|getenv)\W+(?:HOME|PWD)\W|\b(?:homedir|getcwd|cwd|Path\.home)\(\)/
  return asks.test(text) && !/["'`][\w./-]*\/[\w./-]*["'`]|join|\+/.test(text) ? [home] : []
}

const SPEAKS = /^(?:[gmn]?awk|python[\d.]*|node|deno|bun|perl|ruby|php|lua)$/

/** `cut -c1`, `head -c1`: the first letter of whatever it is. */
function isOneLetter(name: string, words: readonly string[]): boolean {
  const text = words.join(' ')
  if (name === 'cut') return /(?:^| )-[cb] ?(?:1|-1|1-1)(?: |$)/.test(text)
  return name === 'head' && /(?:^| )(?:-c ?1|--bytes[= ]1)(?: |$)/.test(text)
}

/** The command may print a part of a path instead of all of it. */
function cutsLetters(name: string, words: readonly string[]): boolean {
  const text = words.join(' ')
  switch (name) {
    case 'cut':
      return !/(?:^| )(?:-d ?|--delimiter[= ])[^/\w-](?: |$)/.test(text)
    case 'head':
    case 'tail':
      return /(?:^| )(?:-c|--bytes)/.test(text)
    case 'sed':
    case 'gsed':
      return !words.every((word) => /^(?:-\w+|s(\W)(?:[\w -]|\\\.)+\$?\1[\w./-]*\1g?)$/.test(word))
    case 'awk':
    case 'gawk':
    case 'mawk':
      return /substr|sub\(|match|split|-F ?\S|FS|%c|%\.?\d/.test(text)
    case 'grep':
    case 'egrep':
    case 'rg':
      return /(?:^| )(?:-\w*o\w*|--only-matching)(?: |$)/.test(text)
    case 'tr':
      return /(?:^| )-\w*[ds]/.test(text)
    case 'xargs':
      return /\b(?:dirname|expr|cut|sed|awk|sh|bash|perl|python\d?|node)\b/.test(text)
    default:
      return CUTTERS.has(name)
  }
}

const CUTTERS = wordSet(
  'expr fold dd colrm perl python python3 ruby node php lua deno bun m4 ed ex split csplit',
)

/** It contains an absolute path, or a variable that certainly holds one. */
function isAbsolute(value: Value): boolean {
  return value.some((bit) =>
    bit.kind === 'hole' ? ABSOLUTE.test(bit.source) : /(?:^|[\s"'=:])[/~]|\/\s*$/.test(bit.text),
  )
}

const ABSOLUTE = /^\$\{?(?:PATH|SHELL|BASH|HOME|PWD|OLDPWD|TMPDIR|XDG_\w+|MANPATH)\b/

/** `$PATH`, `${SHELL…}`: a variable of the environment that begins with the root. */
export function holdsPath(name: string): boolean {
  return ABSOLUTE.test(`$${name}`)
}

/** Roots that occur in it as a word. */
function rootsIn(values: readonly Value[], { home, workspace }: Place): readonly string[] {
  const words = values.flatMap((value) =>
    value.flatMap((bit) =>
      bit.kind === 'text' && /[/~]/.test(bit.text) ? bit.text.split(/[\s"'`=:,;()[\]{}]+/) : [],
    ),
  )
  return words.filter(
    (word) => ROOT.test(word) || ((word === home || `${workspace}/`.startsWith(`${word}/`)) && word !== ''),
  )
}

const ROOT =
  /^(?:\/+|~\/?|\/+(?:bin|boot|dev|etc|home|lib|lib64|opt|root|sbin|srv|sys|usr|var|Users|System)\/*)\*?$/
