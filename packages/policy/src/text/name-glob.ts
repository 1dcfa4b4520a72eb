import { assertNever } from '../result.ts'

/** One step of a name pattern. Characters are code points, so that `?` is one letter of any script. */
export type Token =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly CodeRange[] }

export type CodeRange = readonly [from: number, to: number]

export const MANY: Token = { kind: 'many' }
export const ONE: Token = { kind: 'one' }

/** The code points of a text; a lone surrogate represents itself. */
export function codePoints(text: string): readonly number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0)
}

/** A token for each character. */
export function literalTokens(text: string): readonly Token[] {
  return codePoints(text).map((code) => ({ kind: 'char', code }))
}

/** Whether the pattern matches the whole name. Backtracks to the last `*` only, so its time is at most length × length. */
export function matchTokens(tokens: readonly Token[], name: readonly number[]): boolean {
  let token = 0
  let at = 0
  let star = -1
  let mark = 0
  while (at < name.length) {
    const step = tokens[token]
    if (step?.kind === 'many') {
      star = token++
      mark = at
    } else if (step !== undefined && takes(step, name[at] ?? 0)) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++mark
    } else {
      return false
    }
  }
  while (tokens[token]?.kind === 'many') token++
  return token === tokens.length
}

function takes(token: Exclude<Token, { readonly kind: 'many' }>, code: number): boolean {
  switch (token.kind) {
    case 'char':
      return token.code === code
    case 'one':
      return true
    case 'class':
      return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated
    default:
      return assertNever(token)
  }
}

/** Whether some name matches both patterns. `hiddenNeedsDot`: as in a shell, a wildcard at the start of `a` does not match a dot. */
export function intersects(
  a: readonly Token[],
  b: readonly Token[],
  options?: { readonly hiddenNeedsDot: boolean },
): boolean {
  const guarded = options?.hiddenNeedsDot === true && a[0]?.kind !== 'char'
  return (guarded ? withoutDot(a) : [a]).some((tokens) => haveCommon(tokens, b))
}

const DOT = 0x2e
const NOT_DOT: Token = { kind: 'class', negated: true, ranges: [[DOT, DOT]] }

/** Patterns that together match the same names as `tokens`, except those that begin with a dot. */
function withoutDot(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const start = tokens.findIndex((token) => token.kind !== 'many')
  const rest = start === -1 ? [] : tokens.slice(start)
  const [first, ...others] = rest
  const plain =
    first?.kind === 'char' && first.code === DOT ? [] : [first?.kind === 'one' ? [NOT_DOT, ...others] : rest]
  return start === 0 ? plain : [...plain, [NOT_DOT, MANY, ...rest]]
}

function haveCommon(a: readonly Token[], b: readonly Token[]): boolean {
  // reach[j]: the tokens of a so far and the first j of b can be matched by the same text.
  let reach = startRow(b)
  for (const left of a) reach = nextRow(reach, left, b)
  return reach[b.length] === true
}

function startRow(b: readonly Token[]): readonly boolean[] {
  const row = [true]
  for (const right of b) row.push((row.at(-1) ?? false) && right.kind === 'many')
  return row
}

function nextRow(previous: readonly boolean[], left: Token, b: readonly Token[]): readonly boolean[] {
  const row: boolean[] = [left.kind === 'many' && (previous[0] ?? false)]
  b.forEach((right, j) => {
    const fromBoth = (previous[j] ?? false) && share(left, right)
    const dropLeft = (left.kind === 'many' || right.kind === 'many') && (previous[j + 1] ?? false)
    const dropRight = (left.kind === 'many' || right.kind === 'many') && (row[j] ?? false)
    row.push(fromBoth || dropLeft || dropRight)
  })
  return row
}

/** Whether both tokens could match the same character. Two classes are compared roughly: in doubt yes. */
function share(a: Token, b: Token): boolean {
  if (a.kind === 'char') return b.kind === 'many' || takes(b, a.code)
  if (b.kind === 'char') return a.kind === 'many' || takes(a, b.code)
  return true
}
