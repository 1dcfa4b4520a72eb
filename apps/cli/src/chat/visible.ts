/**
 * Text of a model, a tool or a file as it may reach a terminal: nothing in it can move the cursor, change colours, hide or turn
 * round. What cannot be seen stands there by its number. Line breaks stay, tabs become blanks.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text
  return (text.match(WORDS) ?? []).map(visibleWord).join('')
}

/** The same in one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', ' ⏎ ')
}

/** Most text is this, and needs no look at each character. */
const PLAIN = /^[\n\x20-\x7e]*$/
const WORDS = /[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu

/** Control and format characters, separators of lines, lone surrogates, and private ones that a font may draw as anything. */
const UNSEEN_KINDS = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]$/u
/** Spaces that look like a space and are none, fillers, and marks that select a form of the letter before. */
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

function visibleWord(word: string): string {
  const mixed = /[A-Za-z]/.test(word)
  return Array.from(word, (character) => visibleCharacter(character, mixed)).join('')
}

function visibleCharacter(character: string, mixed: boolean): string {
  if (character === '\n') return character
  if (character === '\t') return '    '
  if (isHidden(character)) return `‹${codePoint(character)}›`
  // A letter of another script in a Latin word looks like one of its own.
  const foreign = mixed && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(character)
  return foreign ? `${character}‹${codePoint(character)}›` : character
}

function isHidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return UNSEEN_KINDS.test(character) || UNSEEN_RANGES.some(([from, to]) => from <= code && code <= to)
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
