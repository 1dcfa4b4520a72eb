import type { ListName } from '@countersign/policy'
import { exact, literal, narrower, notExpressible, type Imported } from './imported.ts'

const DECISIONS: ReadonlyMap<string, ListName> = new Map([
  ['allow', 'allow'],
  ['prompt', 'ask'],
  ['forbidden', 'deny'],
])

/** `prefix_rule(pattern=[…], decision="…")` of a rules file of Codex. */
export function importCodex(text: string): readonly Imported[] {
  const plain = text.replaceAll(/^\s*#.*$/gm, '')
  return [...plain.matchAll(/\b([a-z_]+)\s*\(/g)].flatMap((found) => {
    const name = found[1] ?? ''
    const body = callBody(plain, found.index + found[0].length)
    if (body === undefined || !name.endsWith('_rule')) return []
    const from = `${name}(${body.replaceAll(/\s+/g, ' ').trim()})`
    return [
      name === 'prefix_rule'
        ? prefixRule(from, body)
        : notExpressible(from, 'ask', 'only `prefix_rule` is known'),
    ]
  })
}

function prefixRule(from: string, body: string): Imported {
  const decision = /\bdecision\s*=\s*"([a-z]+)"/.exec(body)?.[1] ?? 'allow'
  const list = DECISIONS.get(decision)
  const words = patternOf(body)
  if (list === undefined) return notExpressible(from, 'ask', `the decision \`${decision}\` is not known`)
  if (words === undefined || words.length === 0)
    return notExpressible(from, list, 'its pattern cannot be read')
  const rules = combinations(words).map((prefix) => `terminal.exec(${prefix.map(literal).join(' ')} *)`)
  return list === 'allow'
    ? narrower(from, list, 'calls that always ask or cannot be undone still ask', ...rules)
    : exact(from, list, ...rules)
}

/** Words, each possibly a list of alternatives. */
function patternOf(body: string): readonly (readonly string[])[] | undefined {
  const start = /\bpattern\s*=\s*\[/.exec(body)
  if (start === null) return undefined
  const end = matching(body, start.index + start[0].length, '[', ']')
  if (end === undefined) return undefined
  try {
    const source = body.slice(start.index + start[0].length - 1, end + 1)
    const json: unknown = JSON.parse(source.replaceAll("'", '"').replaceAll(/,\s*\]/g, ']'))
    if (!Array.isArray(json)) return undefined
    const words = json.map((word: unknown): unknown[] => (Array.isArray(word) ? word : [word]))
    return words.every((word) => word.every(isWord)) ? (words as string[][]) : undefined // the test before checked every word
  } catch {
    return undefined
  }
}

/** A pattern here would interpret a word with blanks or quotes differently. */
function isWord(word: unknown): boolean {
  return typeof word === 'string' && /^[^\s"'`$\\;&|<>()]+$/.test(word)
}

function combinations(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (prefixes, word) => prefixes.flatMap((prefix) => word.map((one) => [...prefix, one])),
    [[]],
  )
}

function callBody(text: string, start: number): string | undefined {
  const end = matching(text, start, '(', ')')
  return end === undefined ? undefined : text.slice(start, end)
}

/** The position where the bracket that opens at `start` closes. */
function matching(text: string, start: number, open: string, close: string): number | undefined {
  let depth = 1
  let quote = ''
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === open) depth += 1
    else if (char === close && (depth -= 1) === 0) return at
  }
  return undefined
}
