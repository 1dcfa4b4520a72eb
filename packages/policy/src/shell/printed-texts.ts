import { dataOf, type Input } from './context.ts'
import { literal, type Field } from '../model/field.ts'
import { possibleTexts } from './programs/hidden-starts.ts'
import { knownText } from './value.ts'

/** Maximum number of tracked texts. Every step of a pipe may derive new ones from all earlier ones. */
export const MOST_TEXTS = 64

/**
 * Texts that a command with unknown output may print: its words, and what sed makes of its input. Only a shell that reads them needs this.
 */
export function textsOf(argv: readonly Field[], before: Input): readonly string[] {
  const [program, ...words] = argv.map((word) => literal(word) ?? '')
  const { texts: passed = [] } = dataOf(before)
  const given = before.kind === 'text' ? before.values.flatMap((value) => knownText(value) ?? []) : passed
  const shown = words.flatMap((word) => [...wholeCommand(word), ...commandsIn(word)])
  const changed = /(?:^|\/)g?sed$/.test(program ?? '')
    ? words.flatMap((word) => substituted(word, given))
    : []
  return [...new Set([...shown, ...changed, ...passed])].slice(0, MOST_TEXTS + 1)
}

/** The word is a command, word by word. */
function wholeCommand(word: string): readonly string[] {
  return /^[\w./~-]+\s+[^\s=]/.test(word) && !/[()"'`]/.test(word) ? [word] : []
}

function commandsIn(word: string): readonly string[] {
  if (!/["'`]/.test(word)) return []
  return possibleTexts(word)
}

/** `s/pattern/text/`, where the pattern is plain text, the start, the end or all of a line. */
function substituted(script: string, given: readonly string[]): readonly string[] {
  const [, , pattern, replacement] =
    /^s([/|,#])((?:(?!\1)[^\\])*)\1((?:(?!\1)[^\\]|\\.)*)\1[a-z0-9]*$/.exec(script) ?? []
  if (pattern === undefined || replacement === undefined) return []
  const text = replacement.replaceAll(/\\(.)/g, '$1')
  if (pattern === '^') return [text, ...given.map((line) => `${text}${line}`)]
  if (pattern === '$') return given.map((line) => `${line.trimEnd()}${text}`)
  return [text, ...given.map((line) => line.replaceAll(pattern, () => text))]
}
