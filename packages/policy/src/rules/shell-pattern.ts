import { display, literal, type Field } from '../model/field.ts'
import type { Fit } from '../model/subject.ts'
import { globMatches, type Glob } from '../text/glob.ts'
import { mayMeet } from './may-meet.ts'

/** Separates words; it cannot occur in one, so a word with a blank in it is not two. */
export const SEPARATOR = '\u0000'
/** Represents unknown text: only a `*` of a rule matches it. */
const UNKNOWN = '\u0001'

/** The literal part of a rule's word: all of it (`whole`), or the part before its first `*`. */
export interface PatternWord {
  readonly text: string
  readonly whole: boolean
  /** It has no star, quoted or not: for every list the word is exactly this. */
  readonly fixed: boolean
}

/** A redirect that a rule spells out, `> notes.txt`. */
export interface RedirectPattern {
  readonly target: Glob
  /** `>>`: the existing content stays. */
  readonly append: boolean
}

/** The pattern of a rule for a shell command, compiled to words. */
export interface ShellPattern {
  /** `*`: covers every command. */
  readonly any: boolean
  /** For deny and ask: a quoted `*` is a wildcard too. */
  readonly wide: WordGlob
  /** For allow: a quoted `*` is a literal star. */
  readonly narrow: WordGlob
  readonly words: readonly PatternWord[]
  readonly redirects: readonly RedirectPattern[]
}

interface WordGlob {
  readonly glob: Glob
  /** Ends in ` *`: more words may follow, or none. */
  readonly tail: boolean
}

/** Compiles the text between the parentheses. Total: every text is a valid pattern. */
export function compileShellPattern(text: string): ShellPattern {
  const { words, redirects } = splitRedirects(readWords(text))
  const [only] = words
  const any = words.length === 1 && only !== undefined && isStar(only) && redirects.length === 0
  return {
    any,
    wide: wordGlob(words, () => true),
    narrow: wordGlob(words, (piece) => !piece.quoted),
    words: words.map(patternWord),
    redirects: redirects.map(({ word, append }) => ({ target: narrowGlob(word), append })),
  }
}

/** The first word of the pattern if it is literal: rules are indexed by it. */
export function firstWord({ any, words }: ShellPattern): string | undefined {
  const [first] = words
  return !any && first?.fixed === true ? first.text : undefined
}

/** True when the pattern has no wildcard for allow: it covers exactly its words. */
export function isExact({ any, narrow }: ShellPattern): boolean {
  return !any && !narrow.tail && narrow.glob.chunks.length === 1
}

/** The *must* reading: the words are certainly covered, unknown ones only by a `*`. The program must be certain. */
export function coversWords(pattern: ShellPattern, fields: readonly Field[]): boolean {
  const [program] = fields
  if (program === undefined || literal(program) === undefined) return false
  if (!matches(pattern.narrow, wordsText(fields))) return false
  return !hasPathStar(pattern.narrow) || !fields.some(climbs)
}

/** True when the literal beginning of the pattern contains all these words, before any `*`. */
export function beginsWith(pattern: ShellPattern, fields: readonly Field[]): boolean {
  const text = wordsText(fields)
  const start = pattern.narrow.glob.chunks[0] ?? ''
  return start === text || start.startsWith(text + SEPARATOR)
}

/** The *may* reading: whether the words could be what the pattern names. */
export function fitsWords(pattern: ShellPattern, fields: readonly Field[]): Fit {
  if (pattern.any) return 'hit'
  const [program] = fields
  if (program === undefined) return 'no'
  if (matches(pattern.wide, wordsText(fields))) return 'hit'
  if (literal(program) === undefined) return 'possible'
  if (fields.every((field) => literal(field) !== undefined)) return 'no'
  const { glob, tail } = pattern.wide
  if (mayMeet(glob, fields)) return 'possible'
  return tail && mayMeet({ chunks: withTail(glob.chunks) }, fields) ? 'possible' : 'no'
}

/** The words after quote removal, joined; globs as written, holes as one symbol that only `*` matches. */
function wordsText(fields: readonly Field[]): string {
  const known = TEXTS.get(fields)
  if (known !== undefined) return known
  const text = fields.map(fieldText).join(SEPARATOR)
  TEXTS.set(fields, text)
  return text
}

/** A carrier's words are needed again for everything that it starts. */
const TEXTS = new WeakMap<readonly Field[], string>()

/** A single word in the same form. */
export function fieldText(field: Field): string {
  let text = ''
  for (const piece of field.pieces) text += piece.kind === 'hole' ? UNKNOWN : piece.text
  return text
}

/** A word in the form that a rule matches literally. */
export function escapeShellWord(word: string): string {
  const escaped = word.replaceAll(/[\\*'" \t\n]/g, (char) => `\\${char}`)
  return /^(?:\d+|&)?>/.test(escaped) ? escaped.replace('>', '\\>') : escaped === '' ? "''" : escaped
}

function matches({ glob, tail }: WordGlob, text: string): boolean {
  return globMatches(glob, text) || (tail && globMatches({ chunks: withTail(glob.chunks) }, text))
}

function withTail(chunks: readonly string[]): readonly string[] {
  return [...chunks.slice(0, -1), (chunks.at(-1) ?? '') + SEPARATOR, '']
}

/** `build/*`: a star that continues a path. */
function hasPathStar({ glob }: WordGlob): boolean {
  return glob.chunks.slice(0, -1).some((chunk) => chunk.endsWith('/'))
}

/** A `..` in a word leads out of the folder that the rule names. */
function climbs(field: Field): boolean {
  return display(field).split('/').includes('..')
}

interface StarPiece {
  readonly kind: 'star'
  readonly quoted: boolean
}
interface TextPiece {
  readonly kind: 'text'
  readonly text: string
  /** Neither quoted nor escaped. */
  readonly plain: boolean
}
type RulePiece = StarPiece | TextPiece
type RuleWord = readonly RulePiece[]

const BLANK = new Set([' ', '\t', '\n'])
const ESCAPABLE = new Set(['*', '\\', "'", '"', '(', ')', '>', '<', ' ', '\t', '\n'])

/** Splits a rule into words: blanks separate, quotes group, `\` makes a special character literal. */
function readWords(text: string): readonly RuleWord[] {
  const words: RulePiece[][] = []
  let word: RulePiece[] | undefined
  const add = (piece: RulePiece): void => {
    word ??= []
    if (words.at(-1) !== word) words.push(word)
    const last = word.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text' && last.plain === piece.plain) {
      word[word.length - 1] = { ...last, text: last.text + piece.text }
    } else word.push(piece)
  }
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    const next = text.charAt(at + 1)
    const close = char === "'" || char === '"' ? text.indexOf(char, at + 1) : -1
    if (BLANK.has(char)) {
      word = undefined
      at += 1
    } else if (char === '\\' && ESCAPABLE.has(next)) {
      add({ kind: 'text', text: next, plain: false })
      at += 2
    } else if (close !== -1) {
      addQuoted(text.slice(at + 1, close), add)
      at = close + 1
    } else {
      add(char === '*' ? { kind: 'star', quoted: false } : { kind: 'text', text: char, plain: true })
      at += 1
    }
  }
  return words
}

function addQuoted(inside: string, add: (piece: RulePiece) => void): void {
  add({ kind: 'text', text: '', plain: false })
  for (const [index, chunk] of inside.split('*').entries()) {
    if (index > 0) add({ kind: 'star', quoted: true })
    if (chunk !== '') add({ kind: 'text', text: chunk, plain: false })
  }
}

const REDIRECT = /^(?:\d+|&)?>>?\|?/
const NOWHERE = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

function splitRedirects(all: readonly RuleWord[]): {
  readonly words: readonly RuleWord[]
  readonly redirects: readonly { readonly word: RuleWord; readonly append: boolean }[]
} {
  const words: RuleWord[] = []
  const redirects: { word: RuleWord; append: boolean }[] = []
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] ?? []
    const operator = redirectOperator(word)
    if (operator === undefined) {
      words.push(word)
      continue
    }
    const rest = dropText(word, operator.length)
    const target = rest.length > 0 ? rest : (all[(at += 1)] ?? [])
    const { text, whole } = patternWord(target)
    if (!(whole && (NOWHERE.has(text) || /^&(?:\d+|-)$/.test(text))))
      redirects.push({ word: target, append: operator.includes('>>') })
  }
  return { words, redirects }
}

function redirectOperator(word: RuleWord): string | undefined {
  const [first] = word
  return first?.kind === 'text' && first.plain ? REDIRECT.exec(first.text)?.[0] : undefined
}

function dropText(word: RuleWord, length: number): RuleWord {
  const [first, ...rest] = word
  if (first?.kind !== 'text') return word
  const text = first.text.slice(length)
  return text === '' ? rest : [{ ...first, text }, ...rest]
}

function isStar(word: RuleWord): boolean {
  return word.length > 0 && word.every((piece) => piece.kind === 'star' && !piece.quoted)
}

function wordGlob(words: readonly RuleWord[], isWild: (piece: StarPiece) => boolean): WordGlob {
  const last = words.at(-1)
  const tail = words.length > 1 && last !== undefined && isStar(last)
  const chunks: string[] = ['']
  for (const [index, word] of (tail ? words.slice(0, -1) : words).entries()) {
    if (index > 0) extend(chunks, SEPARATOR)
    for (const piece of word) {
      if (piece.kind === 'text') extend(chunks, piece.text)
      else if (isWild(piece)) chunks.push('')
      else extend(chunks, '*')
    }
  }
  return { glob: { chunks }, tail }
}

function narrowGlob(word: RuleWord): Glob {
  return wordGlob([word], (piece) => !piece.quoted).glob
}

function extend(chunks: string[], text: string): void {
  chunks[chunks.length - 1] = (chunks.at(-1) ?? '') + text
}

function patternWord(word: RuleWord): PatternWord {
  const star = word.findIndex((piece) => piece.kind === 'star' && !piece.quoted)
  const literalPieces = star === -1 ? word : word.slice(0, star)
  const text = literalPieces.map((piece) => (piece.kind === 'star' ? '*' : piece.text)).join('')
  return { text, whole: star === -1, fixed: word.every((piece) => piece.kind === 'text') }
}
