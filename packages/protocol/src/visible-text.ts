/** A run of text as it is drawn: plain, a badge for an invisible character, or a letter of another script. */
export type VisiblePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string }
  | { readonly kind: 'foreign'; readonly text: string; readonly script: string }

/** Splits a text so that nothing in it can hide: a person must read exactly what a card contains. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  // Most texts are plain, so they need no check of each character.
  if (PLAIN.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const pieces: VisiblePiece[] = []
  for (const word of text.match(WORDS) ?? []) {
    const mixed = /[A-Za-z]/.test(word)
    for (const character of word) push(pieces, pieceOf(character, mixed))
  }
  return pieces
}

/** `U+202E`: the name of an invisible character. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

const PLAIN = /^[\n\t\x20-\x7e]*$/
const WORDS = /[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu

/** Control and format characters, line separators, lone surrogates, and private-use characters that a font may draw as anything. */
const UNSEEN_KINDS = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]$/u
/** Lookalikes of the space, fillers, and variation selectors. */
const UNSEEN_RANGES: readonly (readonly [number, number])[] = [
  [0xa0, 0xa0],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0, 0xffa0],
]
/** Line breaks and tabs are layout and stay. */
const KEPT: ReadonlySet<string> = new Set(['\n', '\t'])
const SCRIPTS = [
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Lisu',
] as const

function pieceOf(character: string, mixed: boolean): VisiblePiece {
  if (isHidden(character)) return { kind: 'hidden', text: character, name: codePointName(character) }
  // A letter of another script in a Latin word can look like a Latin one.
  const foreign = mixed && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(character)
  return foreign
    ? { kind: 'foreign', text: character, script: scriptOf(character) }
    : { kind: 'text', text: character }
}

function isHidden(character: string): boolean {
  if (KEPT.has(character)) return false
  const code = character.codePointAt(0) ?? 0
  return UNSEEN_KINDS.test(character) || UNSEEN_RANGES.some(([from, to]) => from <= code && code <= to)
}

function push(pieces: VisiblePiece[], next: VisiblePiece): void {
  const last = pieces.at(-1)
  if (last?.kind === 'text' && next.kind === 'text') {
    pieces[pieces.length - 1] = { kind: 'text', text: last.text + next.text }
  } else pieces.push(next)
}

function scriptOf(character: string): string {
  const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
  return script ?? codePointName(character)
}
