import { baseName } from '../text/base-name.ts'
import { wordSet } from '../word-set.ts'
import { display, literal, type Field } from '../model/field.ts'
import { findProgram } from './programs/registry.ts'

/** A word that looks like another program or option than the one that it names. */
export interface DressedWord {
  readonly reason: string
  readonly position: number
}

/**
 * Finds the first disguised word of a command (P21): full-width, mathematical, look-alike or invisible characters in the program's name, in
 * an option, or in the word that selects the action. Data may contain any of them, and a name in one honest alphabet (`./запуск.sh`,
 * `--größe`) is not disguised. `reads`: the command certainly only reads.
 */
export function dressedWord(
  argv: readonly Field[],
  { reads }: { readonly reads: boolean },
): DressedWord | undefined {
  if (argv.every((word) => isAscii(display(word)))) return undefined
  const [program, ...words] = argv
  if (program === undefined) return undefined
  const base = baseName(literal(program) ?? '')
  return (
    disguised(program, oddIn(textOf(program)), "a program's name") ??
    (ONLY_TEXT.has(base) ? undefined : dressedArgument(words, { base, reads }))
  )
}

/** Checks only the name: for a function, which gives its words their meaning. */
export function dressedName(program: Field): DressedWord | undefined {
  return isAscii(display(program))
    ? undefined
    : disguised(program, oddIn(textOf(program)), "a program's name")
}

interface Around {
  readonly base: string
  readonly reads: boolean
}

function dressedArgument(words: readonly Field[], { base, reads }: Around): DressedWord | undefined {
  let verbs = base === 'dd' ? words.length : hasVerb(base) ? 1 : 0
  let behindOption = false
  for (const word of words) {
    const text = textOf(word)
    if (text === '--') return undefined
    const isOption = text.startsWith('-')
    if (isOption) {
      const found = disguised(word, oddIn(optionName(text)), 'an option')
      if (found !== undefined) return found
    } else if (isImitatedOption(text)) {
      // Quoted text is data if nothing is changed, or if it belongs to the option before it.
      if (!(word.quoted && (reads || behindOption))) return disguised(word, text, 'an option')
    } else if (verbs > 0 && !behindOption) {
      verbs -= 1
      const found = disguised(word, oddIn(text.replace(/=.*/su, '')), 'a command')
      if (found !== undefined) return found
    }
    behindOption = isOption && !text.includes('=')
  }
  return undefined
}

/** Programs that print their words: all of them are data. */
const ONLY_TEXT = wordSet('echo printf')

/** Programs of one task whose first word nevertheless contains options. */
const BUNDLES = wordSet('tar bsdtar ar ps')

function hasVerb(base: string): boolean {
  return BUNDLES.has(base) || findProgram(base)?.subcommands !== undefined
}

/** The word's text, with a gap in place of unknown parts. */
function textOf({ pieces }: Field): string {
  return pieces.map((piece) => (piece.kind === 'hole' ? ' ' : piece.text)).join('')
}

/** The name without the value. A value may be attached to a short option (`-m"修复：x"`): a gap separates it from the letter. */
function optionName(text: string): string {
  if (text.startsWith('--')) return text.replace(/[ \t\n=].*/su, '')
  const [letter = '', ...rest] = text.slice(1)
  const more = /^[\p{L}\p{M}\p{N}\p{Pd}\p{DI}]*/u.exec(rest.join(''))?.[0] ?? ''
  return /[ \t\n]/.test(letter) ? '' : `-${letter} ${more}`
}

/** Characters that are read as a dash, as code points of a class. */
const DASHES = String.raw`\u02d7\u2010-\u2015\u2043\u2212\u2500\u2501\u2796\u2e3a\u2e3b\ufe58\ufe63\uff0d\u{10ead}`

/** At the start of a word only, these are also read as a dash: elsewhere they belong to honest alphabets. */
const LEADING = String.raw`${DASHES}\u058a\u05be\u1173\u1806\u3030\u30fc\u3161\u4e00\uff70`

const IMITATED_OPTION = new RegExp(
  String.raw`^[${LEADING}](?:[-${LEADING}]{0,2}[A-Za-z0-9]|[-${DASHES}]$)`,
  'u',
)

/** `—force`, `–rf`, `––`. */
function isImitatedOption(text: string): boolean {
  if (isAscii(text)) return false
  const [first = ''] = text
  return IMITATED_OPTION.test(first + unfolded(text.slice(first.length)))
}

/** The text with ordinary letters in place of full-width, mathematical and encircled ones. */
function unfolded(text: string): string {
  return text.normalize('NFKC')
}

/** Dashes, slashes and symbols that imitate ASCII, encircled letters without an equivalent, and invisible blanks. */
const ODD = new RegExp(
  String.raw`[${DASHES}\u2044\u2215\u29f8\ua78a\u2800\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}\p{DI}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`,
  'u',
)

/** The first character of a name that imitates another or is invisible. */
function oddIn(name: string): string | undefined {
  if (isAscii(name)) return undefined
  for (const character of name) {
    if (!isAscii(character) && (ODD.test(character) || ASCII.test(unfolded(character)))) return character
  }
  const composed = name.normalize('NFC')
  // A combining mark that does not compose with its ASCII letter only decorates it.
  const mark = /[\x21-\x7e](\p{M})/u.exec(composed)?.[1]
  if (mark !== undefined) return mark
  for (const [run] of composed.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const found = imitationIn(run)
    if (found !== undefined) return found
  }
  return undefined
}

/** Letters of other alphabets that look like one of ASCII in most fonts. */
const IMITATORS = String.raw`асеорхуіјѕһԁԛԝѵүӏАВЕКМНОРСТХУІЈЅԚԜҮӀοναιρυκτχγϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺօսցհոզյՏՕՍᎠᎡᎢᎥᎩᎪᎫᎬᎳᎵᎷᎻᏀᏂᏃᏎᏒᏔᏚᏞᏟᏢᏦᏧᏴⲟⲞⲣⲢⲥⲤⲭⲬⲓⲒⲕⲔⲙⲘⲛⲚⲧⲦⲩⲨ\p{Script=Lisu}`

/** Latin letters that do: dotless ones, phonetic ones, small capitals. */
const LATIN_IMITATORS = String.raw`ıȷĸƖǀ\u0250-\u02af\u1d00-\u1d2b\ua730\ua731\ua7ae`

const IMITATOR = new RegExp(`[${IMITATORS}${LATIN_IMITATORS}]`, 'u')
const ONLY_IMITATORS = new RegExp(`^[A-Za-z0-9${IMITATORS}${LATIN_IMITATORS}]*$`, 'u')

/** Scripts that cannot be confused with ASCII, and distinctive Greek letters, which are units and symbols. */
const PLAINLY_OTHER =
  /[\p{ASCII}\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}δεζθλμξπσςφψωΓΔΘΛΞΠΣΦΨΩ]/u

/** A run of letters imitates ASCII as a whole, or mixes ASCII with letters of an alphabet that does. */
function imitationIn(run: string): string | undefined {
  if (isAscii(run)) return undefined
  if (ONLY_IMITATORS.test(run)) return IMITATOR.exec(run)?.[0]
  if (!/[A-Za-z]/.test(run)) return undefined
  return [...run].find((character) => !PLAINLY_OTHER.test(character))
}

const ASCII = /[\x20-\x7e]/

/** Only visible ASCII, blanks and line breaks. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e\t\n]*$/.test(text)
}

function disguised({ range }: Field, odd: string | undefined, where: string): DressedWord | undefined {
  const code = odd?.codePointAt(0)
  if (code === undefined) return undefined
  const number = code.toString(16).toUpperCase().padStart(4, '0')
  return { reason: `a look-alike or invisible character (U+${number}) in ${where}`, position: range.start }
}
