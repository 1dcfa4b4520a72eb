import { err, ok, type Result } from '../result.ts'
import { MANY, ONE, codePoints, type CodeRange, type Token } from '../text/name-glob.ts'
import { refusedText, type PatternError } from '../text/pattern-error.ts'
import { DEEP, type NameSegment, type Segment } from '../text/segment.ts'

/** Where a pattern starts: a fixed directory, or `any`: at any depth. */
export type Anchor = 'root' | 'home' | 'project' | 'cwd' | 'any'

/** A compiled path pattern. Only `compilePathPattern` makes one. */
export interface PathPattern {
  readonly text: string
  readonly anchor: Anchor
  readonly segments: readonly Segment[]
  /** The segments in NFC, if that differs: for deny and ask. */
  readonly composed?: readonly Segment[]
  /** Ends in a slash: the directory and everything below. */
  readonly directory: boolean
  /** No wildcard and no trailing slash: it names one file. Only such a pattern opens a protected file. */
  readonly spelled: boolean
}

/** Longer than any path: it cannot name anything that exists. */
const MAX_LENGTH = 4096

/** Compiles the pattern of a `files.*` rule (gitignore-like, four anchors). Positions refer to `text`. */
export function compilePathPattern(text: string): Result<PathPattern, PatternError> {
  const refused = refusal(text)
  if (refused !== undefined) return err(refused)
  const { anchor, start } = readAnchor(text)
  const pieces = splitPieces(text, start)
  const segments: Segment[] = []
  for (const piece of pieces) {
    const segment = compileSegment(piece.text, piece.position)
    if (!segment.ok) return err(inWhole(text, piece, segment.error))
    segments.push(segment.value)
  }
  const directory = text.endsWith('/')
  return ok({
    text,
    anchor: anchor ?? (isAnyDepth(segments) ? 'any' : 'project'),
    segments,
    ...compose(pieces),
    directory,
    spelled: !directory && segments.every(isLiteral),
  })
}

/** Why a pattern is rejected when it is saved; undefined: it is valid. */
export function validatePathPattern(text: string): PatternError | undefined {
  const result = compilePathPattern(text)
  return result.ok ? undefined : result.error
}

function refusal(text: string): PatternError | undefined {
  if (text === '')
    return { position: 0, message: 'the pattern is empty: leave out the parentheses to mean every path' }
  const refused = refusedText(text, 'the pattern', MAX_LENGTH)
  if (refused !== undefined) return refused
  if (text.startsWith('!')) {
    const message = 'a pattern cannot be negated; write `\\!` for a name that begins with `!`'
    return { position: 0, message, suggestion: `\\${text}` }
  }
  if (text.startsWith('~') && text !== '~' && !text.startsWith('~/')) {
    const message = 'the home of another user is not known: write the path from the root, `//home/name/…`'
    return { position: 0, message, suggestion: `//home/${text.slice(1)}` }
  }
  return undefined
}

function readAnchor(text: string): { readonly anchor?: Anchor; readonly start: number } {
  if (text.startsWith('//')) return { anchor: 'root', start: 2 }
  if (text.startsWith('/')) return { anchor: 'project', start: 1 }
  if (text.startsWith('~')) return { anchor: 'home', start: 1 }
  if (text.startsWith('./')) return { anchor: 'cwd', start: 2 }
  return { start: 0 }
}

interface Piece {
  readonly text: string
  readonly position: number
}

/** The text between slashes; repeated slashes are one. An escaped slash is a slash, because no name can contain one. */
function splitPieces(text: string, start: number): readonly Piece[] {
  const pieces: Piece[] = []
  let from = start
  const close = (end: number): void => {
    if (end > from) pieces.push({ text: text.slice(from, end), position: from })
  }
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\' && text[at + 1] !== '/') {
      at++
    } else if (text[at] === '\\' || text[at] === '/') {
      close(at)
      if (text[at] === '\\') at++
      from = at + 1
    }
  }
  close(text.length)
  return pieces
}

/** Expands a suggestion for a piece to the whole text. */
function inWhole(text: string, piece: Piece, error: PatternError): PatternError {
  if (error.suggestion === undefined) return error
  const after = text.slice(piece.position + piece.text.length)
  return { ...error, suggestion: `${text.slice(0, piece.position)}${error.suggestion}${after}` }
}

function isAnyDepth(segments: readonly Segment[]): boolean {
  return segments.length === 1 || segments[0]?.kind === 'deep'
}

function isLiteral(segment: Segment): boolean {
  return segment.kind === 'name' && segment.literal !== undefined
}

/** Pieces that differ in NFC are compiled a second time. */
function compose(pieces: readonly Piece[]): { readonly composed?: readonly Segment[] } {
  const texts = pieces.map((piece) => piece.text.normalize('NFC'))
  if (pieces.every((piece, index) => piece.text === texts[index])) return {}
  const compiled = texts.map((text) => compileSegment(text, 0))
  return { composed: compiled.flatMap((segment) => (segment.ok ? [segment.value] : [])) }
}

function compileSegment(text: string, position: number): Result<Segment, PatternError> {
  if (text === '**') return ok(DEEP)
  const tokens = readTokens(text, position)
  if (!tokens.ok) return tokens
  const literal = literalText(tokens.value)
  if (literal === '.' || literal === '..') {
    return err({
      position,
      message: `a pattern cannot hold \`${literal}\`: paths are matched after it is resolved`,
    })
  }
  const segment: NameSegment = { kind: 'name', source: text, tokens: tokens.value }
  return ok(literal === undefined ? segment : { ...segment, literal })
}

function literalText(tokens: readonly Token[]): string | undefined {
  const codes = tokens.flatMap((token) => (token.kind === 'char' ? [token.code] : []))
  return codes.length === tokens.length ? String.fromCodePoint(...codes) : undefined
}

const STAR = 0x2a
const QUESTION = 0x3f
const OPEN = 0x5b
const CLOSE = 0x5d
const BACKSLASH = 0x5c
const BANG = 0x21
const DASH = 0x2d

function readTokens(text: string, position: number): Result<readonly Token[], PatternError> {
  const codes = codePoints(text)
  const tokens: Token[] = []
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === STAR) {
      if (tokens.at(-1)?.kind !== 'many') tokens.push(MANY)
    } else if (code === QUESTION) {
      tokens.push(ONE)
    } else if (code === OPEN) {
      const found = readClass(codes, at)
      if (found === undefined) return err(unclosed(text, position + utf16Offset(codes, at)))
      tokens.push(found.token)
      at = found.end
    } else if (code === BACKSLASH) {
      const escaped = codes[++at]
      if (escaped === undefined) return err(danglingEscape(text, position))
      tokens.push({ kind: 'char', code: escaped })
    } else {
      tokens.push({ kind: 'char', code })
    }
  }
  return ok(tokens)
}

function unclosed(text: string, position: number): PatternError {
  const message = '`[` opens a set of characters that is not closed; write `\\[` for the character itself'
  return { position, message, suggestion: text.replaceAll('[', '\\[') }
}

function danglingEscape(text: string, position: number): PatternError {
  const message = 'the pattern ends in a backslash with nothing to escape'
  return { position: position + text.length - 1, message, suggestion: text.slice(0, -1) }
}

function utf16Offset(codes: readonly number[], end: number): number {
  return codes.slice(0, end).reduce((length, code) => length + (code > 0xffff ? 2 : 1), 0)
}

/** The character class that opens at this position, or undefined: there is none, or it is not closed. */
export function classAt(
  codes: readonly number[],
  at: number,
): { readonly token: Token; readonly end: number } | undefined {
  return codes[at] === OPEN ? readClass(codes, at) : undefined
}

/** `[a-c]`, `[!a-c]`; a `]` at the start and a `-` at either end are literal. */
function readClass(
  codes: readonly number[],
  open: number,
): { readonly token: Token; readonly end: number } | undefined {
  let at = open + 1
  const negated = codes[at] === BANG
  if (negated) at++
  const ranges: CodeRange[] = []
  const first = at
  while (at < codes.length) {
    if (codes[at] === CLOSE && at > first) return { token: { kind: 'class', negated, ranges }, end: at }
    const from = readMember(codes, at)
    if (from === undefined) return undefined
    at = from.next
    if (codes[at] !== DASH || codes[at + 1] === CLOSE || codes[at + 1] === undefined) {
      ranges.push([from.code, from.code])
      continue
    }
    const to = readMember(codes, at + 1)
    if (to === undefined) return undefined
    ranges.push([from.code, to.code])
    at = to.next
  }
  return undefined
}

function readMember(
  codes: readonly number[],
  at: number,
): { readonly code: number; readonly next: number } | undefined {
  const escaped = codes[at] === BACKSLASH
  const code = codes[escaped ? at + 1 : at]
  return code === undefined ? undefined : { code, next: at + (escaped ? 2 : 1) }
}
