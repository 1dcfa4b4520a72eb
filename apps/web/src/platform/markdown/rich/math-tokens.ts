import type { TokenizerExtensionFunction, TokenizerStartFunction } from 'marked'

/** A formula in a text. `display`: it has lines of its own. */
export interface MathToken {
  readonly type: 'math'
  readonly raw: string
  readonly text: string
  readonly display: boolean
}

// No empty line inside: a paragraph that ended is never read again.
const BODY = String.raw`(?:\\[^\n]|(?!\n[ \t]*\n)[^\\])`
const BLOCKS = [
  new RegExp(String.raw`^ {0,3}\$\$((?:(?!\$\$)${BODY})+?)\$\$[ \t]*(?:\n|$)`),
  new RegExp(String.raw`^ {0,3}\\\[((?:(?!\\\])(?:\\[^\n]|(?!\n[ \t]*\n)[^\\]))+?)\\\][ \t]*(?:\n|$)`),
]
const INLINES = [
  { pattern: /^\$\$((?:\\[^\n]|[^$\\]){1,4000})\$\$/, display: true },
  // A sum of money is not a formula: no blank inside its signs, and no letter or digit after them.
  { pattern: /^\$(?![\s$])((?:\\[^\n]|[^$\\\n`]){1,1000}?)(?<!\s)\$(?![\w$])/, display: false },
  { pattern: /^\\\(((?:(?!\\\))[^\n]){1,1000}?)\\\)/, display: false },
  { pattern: /^\\\[((?:(?!\\\])[^]){1,1000}?)\\\]/, display: true },
]

function found(raw: string, text: string, display: boolean): MathToken | undefined {
  return text.trim() === '' ? undefined : { type: 'math', raw, text: text.trim(), display }
}

const block: TokenizerExtensionFunction = (source) => {
  for (const pattern of BLOCKS) {
    const match = pattern.exec(source)
    if (match !== null) return found(match[0], match[1] ?? '', true)
  }
  return undefined
}

const inline: TokenizerExtensionFunction = (source) => {
  for (const { pattern, display } of INLINES) {
    const match = pattern.exec(source)
    if (match !== null) return found(match[0], match[1] ?? '', display)
  }
  return undefined
}

/** Most characters that are looked through at once: the lexer asks again and again. */
const LOOK = 2000

/** Where plain text ends because a formula may begin, or for the next look; undefined: nowhere. */
const begins: TokenizerStartFunction = (source) => {
  const at = source.slice(0, LOOK).search(/\$|\\[([]/)
  return at === -1 ? (source.length > LOOK ? LOOK : undefined) : at
}

/** The lexer's rule for formulas. */
export const MATH = {
  renderers: {},
  childTokens: {},
  block: [block],
  inline: [inline],
  startBlock: [],
  startInline: [begins],
}
