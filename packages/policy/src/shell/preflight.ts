import type { Unreadable } from './part.ts'

/** The longest text that is read. Longer ones are for a file, and nobody reads them on a card. */
const MAX_LENGTH = 10_000

/**
 * Openers by which the parser's work grows faster than the text. The counts are far above what people write and keep
 * the worst text of `MAX_LENGTH` characters far below a tenth of a second.
 */
const OPENERS: readonly { readonly opener: string; readonly most: number }[] = [
  { opener: '$(', most: 200 },
  { opener: '<(', most: 200 },
  { opener: '>(', most: 200 },
  { opener: '$[', most: 100 },
  { opener: '${', most: 400 },
  { opener: '`', most: 200 },
  { opener: '<<', most: 100 },
  { opener: '{', most: 1_000 },
  { opener: '(', most: 1_000 },
]

/** In a text so short no opener can stand too often. */
const FEWEST = Math.min(...OPENERS.map(({ opener, most }) => opener.length * most))

/** Refuses texts that show something else than they are, or that would take long to read. */
export function preflight(text: string): Unreadable | undefined {
  if (text.length > MAX_LENGTH) {
    return { reason: `longer than ${MAX_LENGTH} characters`, position: MAX_LENGTH }
  }
  return badCharacter(text) ?? tooManyOpeners(text) ?? openEnd(text)
}

/** A backslash as the last character waits for a line that does not come. */
function openEnd(text: string): Unreadable | undefined {
  let backslashes = 0
  while (text.at(-1 - backslashes) === '\\') backslashes += 1
  return backslashes % 2 === 1 ? { reason: 'a backslash at the end', position: text.length - 1 } : undefined
}

function badCharacter(text: string): Unreadable | undefined {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x20 && code < 0x7f) continue
    const reason = nameBad(code, text, index)
    if (reason !== undefined) return { reason, position: index }
    if (isHighSurrogate(code)) index++
  }
  return undefined
}

function nameBad(code: number, text: string, index: number): string | undefined {
  if (code === 0x09 || code === 0x0a) return undefined
  if (code === 0x0d) return 'a carriage return'
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return `a control character (${hex(code)})`
  if (isHighSurrogate(code)) {
    const next = text.charCodeAt(index + 1)
    if (!isLowSurrogate(next)) return 'half of a character'
    return nameHidden((code - 0xd800) * 0x400 + (next - 0xdc00) + 0x10000)
  }
  if (isLowSurrogate(code)) return 'half of a character'
  return nameHidden(code)
}

/** Characters that a card cannot show as they are. */
const HIDDEN: readonly { readonly from: number; readonly to: number; readonly name: string }[] = [
  { from: 0xad, to: 0xad, name: 'a soft hyphen' },
  { from: 0x34f, to: 0x34f, name: 'an invisible joiner' },
  { from: 0x61c, to: 0x61c, name: 'a bidirectional control' },
  { from: 0x115f, to: 0x1160, name: 'an invisible filler' },
  { from: 0x17b4, to: 0x17b5, name: 'an invisible character' },
  { from: 0x180b, to: 0x180f, name: 'an invisible character' },
  { from: 0x200b, to: 0x200d, name: 'a zero-width character' },
  { from: 0x200e, to: 0x200f, name: 'a bidirectional control' },
  { from: 0x2028, to: 0x2029, name: 'a hidden line break' },
  { from: 0x202a, to: 0x202e, name: 'a bidirectional control' },
  { from: 0x2060, to: 0x2065, name: 'a zero-width character' },
  { from: 0x2066, to: 0x2069, name: 'a bidirectional control' },
  { from: 0x206a, to: 0x206f, name: 'an invisible character' },
  { from: 0x3164, to: 0x3164, name: 'an invisible filler' },
  { from: 0xfeff, to: 0xfeff, name: 'a zero-width character' },
  { from: 0xffa0, to: 0xffa0, name: 'an invisible filler' },
  { from: 0xfff0, to: 0xfffb, name: 'an invisible character' },
  { from: 0xfffe, to: 0xffff, name: 'no character' },
  { from: 0x1d173, to: 0x1d17a, name: 'an invisible character' },
  { from: 0xe0000, to: 0xe0fff, name: 'an invisible tag' },
]

function nameHidden(code: number): string | undefined {
  const found = HIDDEN.find(({ from, to }) => code >= from && code <= to)
  return found === undefined ? undefined : `${found.name} (${hex(code)})`
}

function tooManyOpeners(text: string): Unreadable | undefined {
  if (text.length <= FEWEST) return undefined
  for (const { opener, most } of OPENERS) {
    let count = 0
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + opener.length)) {
      if (++count > most) return { reason: `more than ${most} times \`${opener}\``, position: at }
    }
  }
  return undefined
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

function hex(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
