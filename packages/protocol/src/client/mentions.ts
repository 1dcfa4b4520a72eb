/** A file name that is being typed after an `@`. */
export interface Mention {
  /** The position of its `@`. */
  readonly start: number
  /** The position right after it. */
  readonly end: number
  readonly wanted: string
}

/** Longest partial name that is searched for. */
const WANTED_LIMIT = 200

/** The mention at the caret; null: none. An address such as `ada@example.org` is not a mention. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(0, caret)
  const match = /(?:^|[\s([{'])@("[^"\n]*|[^\s"]*)$/.exec(before)
  if (match === null) return null
  const typed = match[1] ?? ''
  const wanted = typed.replace(/^"/, '')
  if (wanted.length > WANTED_LIMIT) return null
  return { start: caret - typed.length - 1, end: caret, wanted }
}

/** The text with the completed mention. A folder gets no end, because the person may continue into it. */
export function withMention(
  text: string,
  { start, end }: Pick<Mention, 'start' | 'end'>,
  path: string,
): { readonly text: string; readonly caret: number } {
  const goesOn = path.endsWith('/')
  const quoted = /\s/.test(path) ? `"${path}${goesOn ? '' : '"'}` : path
  const rest = text.slice(end).replace(/^[^\s"]*"?/, '')
  const written = `@${quoted}${goesOn || /^\s/.test(rest) ? '' : ' '}`
  return { text: text.slice(0, start) + written + rest, caret: start + written.length }
}
