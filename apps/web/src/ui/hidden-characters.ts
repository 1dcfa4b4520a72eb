/** A run of text as it is drawn: plain, a badge for a character that cannot be seen, or a letter of another script. */
export type VisiblePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string }
  | { readonly kind: 'foreign'; readonly text: string; readonly script: string }

/** Characters that draw nothing, or change how others are drawn. Line breaks and tabs are layout and stay. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0]/u
const KEPT = new Set(['\n', '\t'])
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

/** Splits a text so that nothing in it can hide: what stands on a card must be what a person reads. */
export function visible(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = []
  for (const word of text.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu) ?? []) {
    const mixed = /[A-Za-z]/.test(word)
    for (const character of word) push(pieces, piece(character, mixed))
  }
  return pieces
}

function piece(character: string, mixed: boolean): VisiblePiece {
  if (HIDDEN.test(character) && !KEPT.has(character)) {
    return { kind: 'hidden', text: character, name: codePoint(character) }
  }
  const script = mixed && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(character)
  return script
    ? { kind: 'foreign', text: character, script: scriptOf(character) }
    : { kind: 'text', text: character }
}

function push(pieces: VisiblePiece[], next: VisiblePiece): void {
  const last = pieces.at(-1)
  if (last?.kind === 'text' && next.kind === 'text')
    pieces[pieces.length - 1] = { kind: 'text', text: last.text + next.text }
  else pieces.push(next)
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function scriptOf(character: string): string {
  const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
  return script ?? codePoint(character)
}
