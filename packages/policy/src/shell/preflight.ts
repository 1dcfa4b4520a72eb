import type { Unreadable } from '../model/part.ts'

/** The longest text that is parsed. Longer ones belong in a file, and nobody reads them on a card. */
const MAX_LENGTH = 10_000

/**
 * Openers that make the parser's work grow faster than the text. The limits are far above what people write, and keep the worst text of
 * `MAX_LENGTH` characters far below a tenth of a second.
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

/** In a text this short no opener can occur too often. */
const FEWEST = Math.min(...OPENERS.map(({ opener, most }) => opener.length * most))

/** Rejects texts that look different from what they are, or that would take long to parse. */
export function preflight(text: string): Unreadable | undefined {
  if (text.length > MAX_LENGTH) {
    return { reason: `longer than ${MAX_LENGTH} characters`, position: MAX_LENGTH }
  }
  return badCharacter(text) ?? tooManyOpeners(text) ?? openEnd(text)
}

/** A backslash as the last character waits for a line that never comes. */
function openEnd(text: string): Unreadable | undefined {
  let backslashes = 0
  while (text.at(-1 - backslashes) === '\\') backslashes += 1
  return backslashes % 2 === 1 ? { reason: 'a backslash at the end', position: text.length - 1 } : undefined
}

const CARRIAGE_RETURN = 'a carriage return'
const HALF = 'half of a character'

/** Characters that a card cannot show, by name. */
const BAD: readonly (readonly [name: string, characters: string])[] = [
  [CARRIAGE_RETURN, String.raw`\r`],
  [HALF, String.raw`\ud800-\udfff`],
  ['a control character', String.raw`\0-\x08\v\f\x0e-\x1f\x7f-\x9f`],
  ['a soft hyphen', String.raw`\xad`],
  ['an invisible joiner', String.raw`\u034f`],
  ['an invisible filler', String.raw`\u115f\u1160\u3164\uffa0`],
  ['a bidirectional control', String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`],
  ['a zero-width character', String.raw`\u200b-\u200d\u2060-\u2065\ufeff`],
  ['a hidden line break', String.raw`\u2028\u2029`],
  [
    'an invisible character',
    String.raw`\u17b4\u17b5\u180b-\u180f\u206a-\u206f\ufff0-\ufffb\u{1d173}-\u{1d17a}`,
  ],
  ['no character', String.raw`\ufffe\uffff`],
  ['an invisible tag', String.raw`\u{e0000}-\u{e0fff}`],
]

const ANY_BAD = oneOf(BAD.map(([, characters]) => characters).join(''))

function oneOf(characters: string): RegExp {
  return new RegExp(`[${characters}]`, 'u')
}

function badCharacter(text: string): Unreadable | undefined {
  const position = text.search(ANY_BAD)
  if (position === -1) return undefined
  const code = text.codePointAt(position) ?? 0
  const found = BAD.find(([, characters]) => oneOf(characters).test(String.fromCodePoint(code)))
  const name = found?.[0] ?? ''
  const number = code.toString(16).toUpperCase().padStart(4, '0')
  return { reason: name === CARRIAGE_RETURN || name === HALF ? name : `${name} (U+${number})`, position }
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
