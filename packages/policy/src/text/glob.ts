/**
 * A text pattern: literal chunks with a `*`, any text, between each two. One chunk: exactly that text. Linear in the text: literal search,
 * no backtracking, and no regular expression built from user input.
 */
export interface Glob {
  readonly chunks: readonly string[]
}

/** True when the whole text fits the pattern. */
export function globMatches({ chunks }: Glob, text: string): boolean {
  const [first = '', ...middle] = chunks
  const last = middle.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  if (at > end) return false
  for (const chunk of middle) {
    const found = findFrom(text, chunk, at)
    if (found === -1 || found + chunk.length > end) return false
    at = found + chunk.length
  }
  return true
}

/** Splits at `*`; `\*` is a star and `\\` a backslash. */
export function parseGlob(pattern: string): Glob {
  const chunks: string[] = []
  let chunk = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at)
    const next = pattern.charAt(at + 1)
    if (char === '\\' && (next === '*' || next === '\\')) {
      chunk += next
      at += 1
    } else if (char === '*') {
      chunks.push(chunk)
      chunk = ''
    } else chunk += char
  }
  chunks.push(chunk)
  return { chunks }
}

/** The text in the form that `parseGlob` reads literally. */
export function escapeGlob(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('*', '\\*')
}

const SHORT = 16

/** The first position of `needle`. Uses built-in search for short needles, Knuth–Morris–Pratt for those that could be slow. */
function findFrom(text: string, needle: string, from: number): number {
  if (needle.length <= SHORT) return text.indexOf(needle, from)
  const failure = failureTable(needle)
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== char) matched = failure[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === char) matched += 1
    if (matched === needle.length) return at - matched + 1
  }
  return -1
}

function failureTable(needle: string): Uint32Array {
  const failure = new Uint32Array(needle.length)
  let matched = 0
  for (let at = 1; at < needle.length; at += 1) {
    while (matched > 0 && needle.charCodeAt(at) !== needle.charCodeAt(matched)) {
      matched = failure[matched - 1] ?? 0
    }
    if (needle.charCodeAt(at) === needle.charCodeAt(matched)) matched += 1
    failure[at] = matched
  }
  return failure
}
