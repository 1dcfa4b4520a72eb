import { createContext, Script } from 'node:vm'
import { errorCode } from '../../../disk/error-code.ts'

/** Milliseconds that an expression may take on one file: it blocks this process. */
const MATCH_TIME = 500
/** Maximum number of marked matches per line. */
const RANGE_LIMIT = 20

export interface Expression {
  readonly source: string
  readonly flags: string
}

/** The search text as an expression of this language; undefined: it is invalid. */
export function expressionOf(wish: {
  readonly pattern: string
  readonly regex: boolean
  readonly word: boolean
  readonly ignore_case: boolean
}): Expression | undefined {
  const plain = wish.regex ? wish.pattern : wish.pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const source = wish.word ? `(?<!\\w)(?:${plain})(?!\\w)` : plain
  const flags = wish.ignore_case ? 'gi' : 'g'
  try {
    void new RegExp(source, flags)
    return { source, flags }
  } catch {
    return undefined
  }
}

const RANGES = new Script(`lines.map((line) => {
  const found = []
  for (const match of line.matchAll(new RegExp(source, flags))) {
    if (match[0] !== '') found.push({ from: match.index, to: match.index + match[0].length })
    if (found.length === ${RANGE_LIMIT}) break
  }
  return found
})`)

type Ranges = readonly (readonly { readonly from: number; readonly to: number }[])[]

/** The matches in each line. Nothing is marked if that takes too long. */
export function rangesIn(lines: readonly string[], expression: Expression | undefined): Ranges {
  if (expression === undefined) return []
  const found = inTime(RANGES, { lines, ...expression })
  // JSON: objects of another context have other prototypes.
  return found === 'too_long' ? [] : (JSON.parse(JSON.stringify(found)) as Ranges) // made by the script above
}

const REPLACE = new Script(`(() => {
  let count = 0
  const expression = new RegExp(source, flags)
  const lines = text.split('\\n').map((line) => {
    const many = (line.match(expression) ?? []).length
    if (many === 0) return line
    count += many
    return line.replace(expression, regex ? replacement : () => replacement)
  })
  return JSON.stringify({ text: lines.join('\\n'), count })
})()`)

/** The text with all matches replaced, line by line. With a regular expression, `$1` is its first group. */
export function replaceIn(
  text: string,
  expression: Expression,
  by: { readonly replacement: string; readonly regex: boolean },
): { readonly text: string; readonly count: number } | 'too_long' {
  const found = inTime(REPLACE, { text, ...expression, ...by })
  return found === 'too_long' ? found : (JSON.parse(String(found)) as { text: string; count: number }) // made by the script above
}

function inTime(script: Script, values: object): unknown {
  try {
    return script.runInContext(createContext({ ...values }), { timeout: MATCH_TIME })
  } catch (cause) {
    if (errorCode(cause) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    return 'too_long'
  }
}
