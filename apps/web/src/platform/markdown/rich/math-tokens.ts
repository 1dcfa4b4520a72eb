import type { TokenizerExtensionFunction, TokenizerStartFunction } from 'marked'

/** A formula in a text. `display`: on lines of its own. */
export interface MathToken {
  readonly type: 'math'
  readonly raw: string
  readonly text: string
  readonly display: boolean
}

// No empty line inside, because a finished paragraph is never parsed again.
const BODY = String.raw`(?:\\[^\n]|(?!\n[ \t]*\n)[^\\])`
const BLOCKS = [
  new RegExp(String.raw`^ {0,3}\$\$((?:(?!\$\$)${BODY})+?)\$\$[ \t]*(?:\n|$)`),
  new RegExp(String.raw`^ {0,3}\\\[((?:(?!\\\])(?:\\[^\n]|(?!\n[ \t]*\n)[^\\]))+?)\\\][ \t]*(?:\n|$)`),
]
const INLINES = [
  { pattern: /^\$\$((?:\\[^\n]|[^$\\]){1,4000})\$\$/, display: true },
  // An amount of money is not a formula: no space inside the delimiters, and no letter or digit after them.
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

/** The lexer calls this repeatedly, so each scan is limited to this many characters. */
const LOOK = 2000

/** Where plain text ends because a formula may begin or the scan limit is reached; undefined: nowhere. */
const begins: TokenizerStartFunction = (source) => {
  const at = source.slice(0, LOOK).search(/\$|\\[([]/)
  return at === -1 ? (source.length > LOOK ? LOOK : undefined) : at
}

/** The lexer extension for formulas. */
export const MATH = {
  renderers: {},
  childTokens: {},
  block: [block],
  inline: [inline],
  startBlock: [],
  startInline: [begins],
}
