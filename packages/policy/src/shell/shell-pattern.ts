/**
 * Matches a text against a shell pattern (`*`, `?`, `[…]`), as `${x#pattern}` does. Characters with `plain` are literal. Undefined: the
 * pattern has an unsupported class.
 */
export interface PatternChar {
  readonly char: string
  readonly plain: boolean
}

export type Matcher = (text: string) => boolean

/** A matcher for the whole text; undefined if the pattern is not supported. */
export function compilePattern(pattern: readonly PatternChar[]): Matcher | undefined {
  const steps = readSteps(pattern)
  return steps === undefined ? undefined : (text) => matchSteps(steps, text)
}

type Step = { readonly kind: 'any' } | { readonly kind: 'one'; readonly accepts: (char: string) => boolean }

function readSteps(pattern: readonly PatternChar[]): Step[] | undefined {
  const steps: Step[] = []
  for (let index = 0; index < pattern.length; index++) {
    const { char, plain } = pattern[index] ?? { char: '', plain: true }
    if (plain || !'*?['.includes(char)) steps.push({ kind: 'one', accepts: (other) => other === char })
    else if (char === '*') steps.push({ kind: 'any' })
    else if (char === '?') steps.push({ kind: 'one', accepts: () => true })
    else {
      const set = readSet(pattern, index + 1)
      if (set === undefined) return undefined
      steps.push({ kind: 'one', accepts: set.accepts })
      index = set.end
    }
  }
  return steps
}

/** `[a-z]`, `[!abc]` of plain letters and digits; other sets are not supported. */
function readSet(
  pattern: readonly PatternChar[],
  from: number,
): { readonly accepts: (char: string) => boolean; readonly end: number } | undefined {
  const text = pattern
    .slice(from)
    .map(({ char }) => char)
    .join('')
  const [whole, not = '', set = ''] = /^([!^]?)((?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[/._])+)\]/.exec(text) ?? []
  if (whole === undefined) return undefined
  const members = new RegExp(`^[${set.replaceAll('/', String.raw`\/`)}]$`)
  // Beyond ASCII the order of letters depends on the locale.
  const accepts = (char: string): boolean => members.test(char) === (not === '')
  return { accepts, end: from + whole.length - 1 }
}

/** Greedy with one backtracking point: at worst linear in text times pattern. */
function matchSteps(steps: readonly Step[], text: string): boolean {
  let [at, step, star, resume] = [0, 0, -1, 0]
  while (at < text.length) {
    const current = steps[step]
    if (current?.kind === 'one' && current.accepts(text.charAt(at))) {
      at++
      step++
    } else if (current?.kind === 'any') {
      star = step++
      resume = at
    } else if (star >= 0) {
      step = star + 1
      at = ++resume
    } else return false
  }
  while (steps[step]?.kind === 'any') step++
  return step === steps.length
}

/** What `${x#p}`, `${x##p}`, `${x%p}` and `${x%%p}` leave. */
export function removeAffix(text: string, operator: '#' | '##' | '%' | '%%', matches: Matcher): string {
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length)
  const order = operator.length === 1 ? lengths : lengths.toReversed()
  for (const length of order) {
    const fromStart = operator.startsWith('#')
    const affix = fromStart ? text.slice(0, length) : text.slice(text.length - length)
    if (matches(affix)) return fromStart ? text.slice(length) : text.slice(0, text.length - length)
  }
  return text
}

/** The result of `${x/p/by}` and similar forms. */
export function replaceMatches(
  text: string,
  operator: '/' | '//' | '/#' | '/%',
  matches: Matcher,
  by: string,
): string {
  const longestAt = (start: number): number => {
    for (let end = text.length; end > start; end--) if (matches(text.slice(start, end))) return end
    return start
  }
  if (operator === '/#') {
    const end = longestAt(0)
    return end > 0 || matches('') ? by + text.slice(end) : text
  }
  if (operator === '/%') {
    for (let start = 0; start <= text.length; start++) {
      if (matches(text.slice(start))) return text.slice(0, start) + by
    }
    return text
  }
  let result = ''
  for (let start = 0; start < text.length;) {
    const end = longestAt(start)
    if (end === start) {
      result += text.charAt(start++)
      continue
    }
    result += by
    if (operator === '/') return result + text.slice(end)
    start = end
  }
  return result
}
