/** Most characters of a file that one call reads. */
const PART = 40_000

export interface TextPart {
  readonly text: string
  /** How to get the rest; undefined: this is everything that was requested. */
  readonly note?: string
}

export interface WantedRange {
  readonly start?: number | undefined
  readonly lines?: number | undefined
  readonly offset?: number | undefined
}

/** A part of a text: lines, or characters from a position. Undefined: the text ends before it. */
export function rangeOf(text: string, wanted: WantedRange): TextPart | undefined {
  const from = wanted.offset ?? lineStart(text, 0, (wanted.start ?? 1) - 1)
  if (from === undefined || (from >= text.length && from > 0)) return undefined
  const asked =
    wanted.lines === undefined ? text.length : (lineStart(text, from, wanted.lines) ?? text.length)
  const to = asked - from > PART ? wholeLines(text, from, from + PART) : asked
  const part = text.slice(from, to)
  if (to === text.length && from === 0) return { text: part }
  const lines = `lines ${lineOf(text, from)} to ${lineOf(text, Math.max(to - 1, from))} of ${lineOf(text, text.length - 1)}`
  const rest = to < text.length ? `, ${text.length - to} more characters: continue with offset ${to}` : ''
  return { text: part, note: `${lines}${rest}` }
}

/** The start of the line `count` lines after the one at `from`; undefined: there is none. */
function lineStart(text: string, from: number, count: number): number | undefined {
  let at = from
  for (let line = 0; line < count; line += 1) {
    const end = text.indexOf('\n', at)
    if (end < 0) return undefined
    at = end + 1
  }
  return at
}

/** Cuts after a line, unless one line is longer than a part; and never within a character. */
function wholeLines(text: string, from: number, to: number): number {
  const end = text.lastIndexOf('\n', to - 1)
  if (end > from) return end + 1
  const last = text.charCodeAt(to - 1)
  return last >= 0xd800 && last < 0xdc00 ? to - 1 : to
}

function lineOf(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  return line
}
